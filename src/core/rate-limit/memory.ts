import { decide, type LogState, windowMs } from './decision.ts';
import type { RateLimitDecision, RateLimiter, RateLimits } from './rate-limit.ts';

/** The requests of an organization that were admitted in the last window, oldest first. */
type Log = readonly { readonly operation: string; readonly atMs: number }[];

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

  function logOf(organizationId: string, atMs: number): Log {
    if (atMs - rotatedAtMs >= windowMs) {
      previous = current;
      current = new Map();
      rotatedAtMs = atMs;
    }
    const log = current.get(organizationId) ?? previous.get(organizationId) ?? [];
    const isExpired = ({ atMs: loggedAtMs }: Log[number]) => leftMs(loggedAtMs, atMs) <= 0;
    return log[0] && isExpired(log[0]) ? log.filter((entry) => !isExpired(entry)) : log;
  }

  return {
    take(organizationId, operation, atMs = performance.now(), append = true) {
      const log = logOf(organizationId, atMs);
      const ofOperation = log.filter((entry) => entry.operation === operation);
      const decision = decide(limits, stateOf(log, atMs), stateOf(ofOperation, atMs));
      const isLogged = decision.allowed && append;
      current.set(organizationId, isLogged ? log.concat({ operation, atMs }) : log);
      return decision;
    },
    isShared: () => false,
    close: () => Promise.resolve(),
  };
}

const leftMs = (loggedAtMs: number, atMs: number) => windowMs - (atMs - loggedAtMs);

const stateOf = (log: Log, atMs: number): LogState => ({
  count: log.length,
  resetMs: log[0] ? leftMs(log[0].atMs, atMs) : 0,
});
