import { decide, type LogState, windowMs } from './decision.ts';
import type { RateLimitDecision, RateLimiter, RateLimits } from './rate-limit.ts';

/** The times of admitted requests in the last window, oldest first. */
type Log = number[];

/** The logs of an organization, by operation. Together they are the log of the organization. */
type Logs = Map<string, Log>;

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
  let current = new Map<string, Logs>();
  let previous = new Map<string, Logs>();
  let rotatedAtMs = Number.NEGATIVE_INFINITY;

  function logsOf(organizationId: string, atMs: number): Logs {
    if (atMs - rotatedAtMs >= windowMs) {
      previous = current;
      current = new Map();
      rotatedAtMs = atMs;
    }
    const logs = current.get(organizationId) ?? previous.get(organizationId) ?? new Map<string, Log>();
    current.set(organizationId, logs);
    for (const log of logs.values()) while (log[0] !== undefined && leftMs(log[0], atMs) <= 0) log.shift();
    return logs;
  }

  return {
    take(organizationId, operation, atMs = performance.now(), append = true) {
      const logs = logsOf(organizationId, atMs);
      const log = logs.get(operation) ?? [];
      const decision = decide(limits, stateOf(logs.values(), atMs), stateOf([log], atMs));
      if (!decision.allowed || !append) return decision;
      // An array literal has no spare room, which `push` would add, and most logs hold one request.
      if (log.length > 0) log.push(atMs);
      else logs.set(operation, [atMs]);
      return decision;
    },
    isShared: () => false,
    close: () => Promise.resolve(),
  };
}

const leftMs = (loggedAtMs: number, atMs: number) => windowMs - (atMs - loggedAtMs);

function stateOf(logs: Iterable<Log>, atMs: number): LogState {
  let count = 0;
  let oldestMs = Number.POSITIVE_INFINITY;
  for (const log of logs) {
    count += log.length;
    oldestMs = Math.min(oldestMs, log[0] ?? oldestMs);
  }
  return { count, resetMs: count === 0 ? 0 : leftMs(oldestMs, atMs) };
}
