import { decide, type LogState, windowMs } from './decision.ts';
import type { RateLimitDecision, RateLimiter, RateLimits } from './rate-limit.ts';

/** The times of admitted requests in the last window, oldest first. */
type Log = number[];

/** Sliding logs in memory. Times come from a monotonic clock; each must not be smaller than the one before. */
interface MemoryLimiter extends RateLimiter {
  /** @param atMs by default `performance.now()` */
  take(organizationId: string, operation: string, atMs?: number): RateLimitDecision;
  /** Removes one request logged at exactly `atMs`, if it is still there. */
  forget(organizationId: string, operation: string, atMs: number): void;
}

/**
 * Makes a limiter for one process: an exact sliding log with synchronous decisions. Logs that are idle for two windows are
 * dropped on the next request.
 */
export function createMemoryLimiter(limits: RateLimits): MemoryLimiter {
  // Two generations: a log that was not used for a whole window holds only expired entries and is dropped.
  let current = new Map<string, Log>();
  let previous = new Map<string, Log>();
  let rotatedAtMs = Number.NEGATIVE_INFINITY;

  function logOf(key: string, atMs: number): Log {
    if (atMs - rotatedAtMs >= windowMs) {
      previous = current;
      current = new Map();
      rotatedAtMs = atMs;
    }
    const log = current.get(key) ?? previous.get(key) ?? [];
    current.set(key, log);
    while (log[0] !== undefined && leftMs(log[0], atMs) <= 0) log.shift();
    return log;
  }

  const logsOf = (organizationId: string, operation: string, atMs: number) =>
    [logOf(organizationId, atMs), logOf(`${organizationId}:${operation}`, atMs)] as const;

  return {
    take(organizationId, operation, atMs = performance.now()) {
      const logs = logsOf(organizationId, operation, atMs);
      const [ofOrganization, ofOperation] = logs;
      const decision = decide(limits, stateOf(ofOrganization, atMs), stateOf(ofOperation, atMs));
      if (decision.allowed) for (const log of logs) log.push(atMs);
      return decision;
    },
    forget(organizationId, operation, atMs) {
      for (const log of logsOf(organizationId, operation, atMs)) {
        const at = log.lastIndexOf(atMs);
        if (at >= 0) log.splice(at, 1);
      }
    },
    isShared: () => false,
    close: () => Promise.resolve(),
  };
}

const leftMs = (loggedAtMs: number, atMs: number) => windowMs - (atMs - loggedAtMs);

const stateOf = (log: Log, atMs: number): LogState => ({
  count: log.length,
  resetMs: log[0] === undefined ? 0 : leftMs(log[0], atMs),
});
