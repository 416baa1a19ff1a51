import { decide, type LogState, windowMs } from './decision.ts';
import type { RateLimitDecision, RateLimiter, RateLimits } from './rate-limit.ts';

/** An admitted request. */
interface Entry {
  readonly atMs: number;
  readonly operation: string;
}

/** Sliding logs in memory. Times come from a monotonic clock; each must not be smaller than the one before. */
export interface MemoryLimiter extends RateLimiter {
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
  let current = new Map<string, Entry[]>();
  let previous = new Map<string, Entry[]>();
  let rotatedAtMs = Number.NEGATIVE_INFINITY;

  /** Returns the requests of an organization in the last window, oldest first. */
  function logOf(organizationId: string, atMs: number): Entry[] {
    if (atMs - rotatedAtMs >= windowMs) {
      previous = current;
      current = new Map();
      rotatedAtMs = atMs;
    }
    const log = current.get(organizationId) ?? previous.get(organizationId) ?? [];
    current.set(organizationId, log);
    while (log[0] && leftMs(log[0], atMs) <= 0) log.shift();
    return log;
  }

  return {
    take(organizationId, operation, atMs = performance.now()) {
      const log = logOf(organizationId, atMs);
      const ofOperation = log.filter((entry) => entry.operation === operation);
      const decision = decide(limits, stateOf(log, atMs), stateOf(ofOperation, atMs));
      if (decision.allowed) log.push({ atMs, operation });
      return decision;
    },
    forget(organizationId, operation, atMs) {
      const log = logOf(organizationId, atMs);
      const at = log.findLastIndex((entry) => entry.atMs === atMs && entry.operation === operation);
      if (at >= 0) log.splice(at, 1);
    },
    isShared: () => false,
    close: () => Promise.resolve(),
  };
}

const leftMs = (entry: Entry, atMs: number) => windowMs - (atMs - entry.atMs);

const stateOf = (log: readonly Entry[], atMs: number): LogState => ({
  count: log.length,
  resetMs: log[0] ? leftMs(log[0], atMs) : 0,
});
