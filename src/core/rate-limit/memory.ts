import { decide, type LogState } from './decision.ts';
import type { RateLimitDecision, RateLimiter, RateLimits } from './rate-limit.ts';

/** The instants of the requests one policy admitted, oldest first, in a ring of at most `limit` places. */
interface Log {
  ring: number[];
  start: number;
  count: number;
}

interface OrganizationLogs {
  organization: Log;
  endpoints: Map<string, Log>;
}

/** Sliding logs in this process. Every `atMs` is from one monotonic clock and never smaller than one before it. */
export interface MemoryLogs {
  /** Decides, and logs the request where it is admitted. */
  take(organizationId: string, operation: string, atMs: number): RateLimitDecision;
  /** Logs a request that was admitted elsewhere. A full log loses its oldest entry for it. */
  record(organizationId: string, operation: string, atMs: number): void;
  /** Takes back one request logged at exactly `atMs`, if it is still there. */
  forget(organizationId: string, operation: string, atMs: number): void;
}

/** Sliding logs of both policies. What has been idle for two windows at the latest is dropped with the next request. */
export function createMemoryLogs(limits: RateLimits, windowMs: number): MemoryLogs {
  const { organizationPerMinute, endpointPerMinute } = limits;
  // Two generations: whatever nobody asked for during a whole window holds only expired entries, and is dropped.
  let current = new Map<string, OrganizationLogs>();
  let previous = new Map<string, OrganizationLogs>();
  let rotatedAtMs = Number.NEGATIVE_INFINITY;

  function logsOf(organizationId: string, atMs: number): OrganizationLogs {
    if (atMs - rotatedAtMs >= windowMs) {
      previous = current;
      current = new Map();
      rotatedAtMs = atMs;
    }
    let logs = current.get(organizationId);
    if (logs === undefined) {
      logs = previous.get(organizationId) ?? { organization: emptyLog(), endpoints: new Map() };
      current.set(organizationId, logs);
    }
    return logs;
  }

  function endpointLog(logs: OrganizationLogs, operation: string): Log {
    let log = logs.endpoints.get(operation);
    if (log === undefined) {
      log = emptyLog();
      logs.endpoints.set(operation, log);
    }
    return log;
  }

  function stateAt(log: Log, limit: number, atMs: number): LogState {
    while (log.count > 0) {
      const resetMs = windowMs - (atMs - entry(log, 0, limit));
      if (resetMs > 0) return { count: log.count, resetMs };
      dropOldest(log, limit);
    }
    return { count: 0, resetMs: 0 };
  }

  return {
    take(organizationId, operation, atMs) {
      const logs = logsOf(organizationId, atMs);
      const endpoint = endpointLog(logs, operation);
      const organizationState = stateAt(logs.organization, organizationPerMinute, atMs);
      const endpointState = stateAt(endpoint, endpointPerMinute, atMs);
      const decision = decide(limits, windowMs, organizationState, endpointState);
      if (decision.allowed) {
        append(logs.organization, organizationPerMinute, atMs);
        append(endpoint, endpointPerMinute, atMs);
      }
      return decision;
    },
    record(organizationId, operation, atMs) {
      const logs = logsOf(organizationId, atMs);
      append(logs.organization, organizationPerMinute, atMs);
      append(endpointLog(logs, operation), endpointPerMinute, atMs);
    },
    forget(organizationId, operation, atMs) {
      const logs = logsOf(organizationId, atMs);
      remove(logs.organization, organizationPerMinute, atMs);
      remove(endpointLog(logs, operation), endpointPerMinute, atMs);
    },
  };
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
    close: () => Promise.resolve(),
  };
}

function emptyLog(): Log {
  return { ring: [], start: 0, count: 0 };
}

function entry(log: Log, index: number, limit: number): number {
  return log.ring[(log.start + index) % limit] ?? Number.NEGATIVE_INFINITY;
}

function dropOldest(log: Log, limit: number): void {
  log.count -= 1;
  log.start = log.count === 0 ? 0 : (log.start + 1) % limit;
}

function append(log: Log, limit: number, atMs: number): void {
  if (log.count === limit) dropOldest(log, limit);
  log.ring[(log.start + log.count) % limit] = atMs;
  log.count += 1;
}

function remove(log: Log, limit: number, atMs: number): void {
  let index = log.count - 1;
  while (index >= 0 && entry(log, index, limit) !== atMs) index -= 1;
  if (index < 0) return;
  for (; index < log.count - 1; index += 1) {
    log.ring[(log.start + index) % limit] = entry(log, index + 1, limit);
  }
  log.count -= 1;
}
