import { decide, type LogState } from './decision.ts';
import type { RateLimitDecision, RateLimiter, RateLimits } from './rate-limit.ts';

/**
 * The admitted requests of one organization, oldest first: alternately the time and the number of the operation. A flat
 * array saves memory, since a process holds one per organization.
 */
type Log = number[];

/** Sliding logs in memory. Each `atMs` comes from a monotonic clock and must not be smaller than the one before. */
export interface MemoryLogs {
  /** Decides on a request, and logs it if it is admitted. */
  take(organizationId: string, operation: string, atMs: number): RateLimitDecision;
  /** Logs a request that Redis admitted. A full log drops its oldest entry. */
  record(organizationId: string, operation: string, atMs: number): void;
  /** Removes one request logged at exactly `atMs`, if it is still there. */
  forget(organizationId: string, operation: string, atMs: number): void;
}

/** Makes the sliding logs of both policies. Logs that are idle for two windows are dropped on the next request. */
export function createMemoryLogs(limits: RateLimits, windowMs: number): MemoryLogs {
  const { organizationPerMinute, endpointPerMinute } = limits;
  // Two generations: a log that was not used for a whole window holds only expired entries and is dropped.
  let current = new Map<string, Log>();
  let previous = new Map<string, Log>();
  let rotatedAtMs = Number.NEGATIVE_INFINITY;
  const operationNumbers = new Map<string, number>();

  function logOf(organizationId: string, atMs: number): Log {
    if (atMs - rotatedAtMs >= windowMs) {
      previous = current;
      current = new Map();
      rotatedAtMs = atMs;
    }
    const log = current.get(organizationId) ?? previous.get(organizationId) ?? [];
    current.set(organizationId, log);
    dropExpired(log, windowMs, atMs);
    return log;
  }

  function numberOf(operation: string): number {
    const number = operationNumbers.get(operation) ?? operationNumbers.size;
    operationNumbers.set(operation, number);
    return number;
  }

  function append(log: Log, operation: number, atMs: number): void {
    if (log.length >= 2 * organizationPerMinute) log.splice(0, 2);
    log.push(atMs, operation);
  }

  /** Returns the state of the log, or of one operation's entries in it. Counts only the last `limit` entries. */
  function stateOf(log: Log, atMs: number, limit: number, operation?: number): LogState {
    let count = 0;
    let oldestAtMs = atMs;
    for (let index = log.length - 2; index >= 0 && count < limit; index -= 2) {
      if (operation !== undefined && log[index + 1] !== operation) continue;
      count += 1;
      oldestAtMs = log[index] ?? atMs;
    }
    return { count, resetMs: count === 0 ? 0 : windowMs - (atMs - oldestAtMs) };
  }

  return {
    take(organizationId, operation, atMs) {
      const number = numberOf(operation);
      const log = logOf(organizationId, atMs);
      const organization = stateOf(log, atMs, organizationPerMinute);
      const endpoint = stateOf(log, atMs, endpointPerMinute, number);
      const decision = decide(limits, windowMs, organization, endpoint);
      if (decision.allowed) append(log, number, atMs);
      return decision;
    },
    record(organizationId, operation, atMs) {
      append(logOf(organizationId, atMs), numberOf(operation), atMs);
    },
    forget(organizationId, operation, atMs) {
      const log = logOf(organizationId, atMs);
      const number = numberOf(operation);
      let index = log.length - 2;
      while (index >= 0 && !(log[index] === atMs && log[index + 1] === number)) index -= 2;
      if (index >= 0) log.splice(index, 2);
    },
  };
}

function dropExpired(log: Log, windowMs: number, atMs: number): void {
  let expired = 0;
  while (expired < log.length && windowMs - (atMs - (log[expired] ?? atMs)) <= 0) expired += 2;
  if (expired > 0) log.splice(0, expired);
}

export interface MemoryLimiter extends RateLimiter {
  take(organizationId: string, operation: string): RateLimitDecision;
}

/**
 * Makes a limiter for one process: an exact sliding log with synchronous decisions.
 * @param options `windowMs` is 60,000 by default; `now` returns monotonic milliseconds, by default `performance.now()`
 */
export function createMemoryLimiter(options: {
  limits: RateLimits;
  windowMs?: number;
  now?: () => number;
}): MemoryLimiter {
  const { limits, windowMs = 60_000, now = () => performance.now() } = options;
  const logs = createMemoryLogs(limits, windowMs);
  return {
    take: (organizationId, operation) => logs.take(organizationId, operation, now()),
    isShared: () => false,
    close: () => Promise.resolve(),
  };
}
