import { decide, type LogState } from './decision.ts';
import type { RateLimitDecision, RateLimiter, RateLimits } from './rate-limit.ts';

/**
 * The admitted requests of one organization, oldest first: instant and number of the operation in turn. Flat, since a process
 * may hold one for every organization it serves.
 */
type Log = number[];

/** Sliding logs in this process. Every `atMs` is from one monotonic clock and never smaller than one before it. */
export interface MemoryLogs {
  /** Decides, and logs the request where it is admitted. */
  take(organizationId: string, operation: string, atMs: number): RateLimitDecision;
  /** Logs a request that was admitted elsewhere. A full log loses its oldest entry for it. */
  record(organizationId: string, operation: string, atMs: number): void;
  /** Takes back one request logged at exactly `atMs`, if it is still there. */
  forget(organizationId: string, operation: string, atMs: number): void;
}

/** Sliding logs of both policies. A log that is idle for two windows is dropped with the next request. */
export function createMemoryLogs(limits: RateLimits, windowMs: number): MemoryLogs {
  const { organizationPerMinute, endpointPerMinute } = limits;
  // Two generations: a log that nothing asked for during a whole window holds only expired entries, and is dropped.
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

  /** The state of the log, or of an operation's part of it, of which no more than the last `limit` entries count. */
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
 * A limiter for one process: an exact sliding log, decided synchronously.
 * @param options `windowMs` is 60,000 by default; `now` gives monotonic milliseconds, `performance.now` by default.
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
