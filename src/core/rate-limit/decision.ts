import type { PolicyState, RateLimitDecision, RateLimits } from './rate-limit.ts';

/** The window of both limits. It slides: fixed windows and token buckets admit up to twice the limit within some 60 seconds. */
export const windowMs = 60_000;

/** A log before the request. `resetMs` is the wait until it has fewer entries than now and than its limit; 0 if empty. */
export interface LogState {
  count: number;
  resetMs: number;
}

/** Decides on a request by both logs as they were before it. Used for logs in memory and in Redis. */
export function decide(limits: RateLimits, organization: LogState, endpoint: LogState): RateLimitDecision {
  const organizationWaitMs = organization.count < limits.organizationPerMinute ? 0 : organization.resetMs;
  const endpointWaitMs = endpoint.count < limits.endpointPerMinute ? 0 : endpoint.resetMs;
  const retryAfterMs = Math.max(organizationWaitMs, endpointWaitMs);
  const allowed = retryAfterMs === 0;

  const stateAfter = (log: LogState, limit: number): PolicyState => {
    const count = allowed ? log.count + 1 : log.count;
    const resetMs = allowed && log.count === 0 ? windowMs : log.resetMs;
    return { remaining: Math.max(0, limit - count), resetSeconds: Math.ceil(resetMs / 1000) };
  };
  return {
    allowed,
    refusedBy: allowed ? null : organizationWaitMs >= endpointWaitMs ? 'organization' : 'endpoint',
    retryAfterMs,
    organization: stateAfter(organization, limits.organizationPerMinute),
    endpoint: stateAfter(endpoint, limits.endpointPerMinute),
  };
}

/** Combines two decisions: takes the longer wait, and for each policy the fewer remaining. */
export function stricter(first: RateLimitDecision, second: RateLimitDecision): RateLimitDecision {
  const fewer = (a: PolicyState, b: PolicyState): PolicyState => {
    if (a.remaining === b.remaining) return a.resetSeconds >= b.resetSeconds ? a : b;
    return a.remaining < b.remaining ? a : b;
  };
  return {
    ...(first.retryAfterMs >= second.retryAfterMs ? first : second),
    organization: fewer(first.organization, second.organization),
    endpoint: fewer(first.endpoint, second.endpoint),
  };
}
