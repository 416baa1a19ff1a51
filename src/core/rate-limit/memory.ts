import { decide, type LogState, windowMs } from './decision.ts';
import type { RateLimitDecision, RateLimiter, RateLimits } from './rate-limit.ts';

/** The times of the requests that were admitted in the last window, oldest first. */
type Log = number[];

/** Sliding logs in memory. Times come from a monotonic clock; each must not be smaller than the one before. */
interface MemoryLimiter extends RateLimiter {
  /**
   * @param atMs by default `performance.now()`
   * @param append false to decide without counting the request
   */
  take(organizationId: string, operation: string, atMs?: number, append?: boolean): RateLimitDecision;
}

/**
 * Makes a limiter for one process: an exact sliding log with synchronous decisions. Logs that are idle for two windows are
 * dropped on the next request.
 */
export function createMemoryLimiter(limits: RateLimits): MemoryLimiter {
  // Two generations: logs that were not used for a whole window hold only expired entries and are dropped.
  let current = new Map<string, Log>();
  let previous = new Map<string, Log>();
  let rotatedAtMs = Number.NEGATIVE_INFINITY;

  function logOf(key: string, atMs: number): Log {
    const log = current.get(key) ?? previous.get(key) ?? [];
    current.set(key, log);
    if (log[0] === undefined || leftMs(log[0], atMs) > 0) return log;
    const kept = log.findIndex((loggedAtMs) => leftMs(loggedAtMs, atMs) > 0);
    // At once: to shift one by one takes quadratic time.
    log.splice(0, kept < 0 ? log.length : kept);
    return log;
  }

  return {
    take(organizationId, operation, atMs = performance.now(), append = true) {
      if (atMs - rotatedAtMs >= windowMs) {
        previous = current;
        current = new Map();
        rotatedAtMs = atMs;
      }
      const organization = logOf(organizationId, atMs);
      const endpoint = logOf(`${organizationId}:${operation}`, atMs);
      const decision = decide(limits, stateOf(organization, atMs), stateOf(endpoint, atMs));
      if (decision.allowed && append) for (const log of [organization, endpoint]) log.push(atMs);
      return decision;
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
