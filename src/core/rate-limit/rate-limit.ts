/** The most requests in any 60 seconds, per organization and per operation of an organization; both >= 1. */
export interface RateLimits {
  readonly organizationPerMinute: number;
  readonly endpointPerMinute: number;
}

export type RateLimitPolicy = 'organization' | 'endpoint';

/**
 * The state of one policy after a request. `resetSeconds` (rounded up) is the time until `remaining` grows or, for a
 * policy that refused, until it admits the next request; 0 if nothing is logged.
 */
export interface PolicyState {
  remaining: number;
  resetSeconds: number;
}

export interface RateLimitDecision {
  allowed: boolean;
  /** The policy that refused; if both did, the one with the longer wait. */
  refusedBy: RateLimitPolicy | null;
  /** The exact time until the next request is admitted; 0 if this one is. */
  retryAfterMs: number;
  organization: PolicyState;
  endpoint: PolicyState;
}

export interface RateLimiter {
  /** Counts one request if both policies admit it, and nothing otherwise. Never throws or rejects. */
  take(organizationId: string, operation: string): Promise<RateLimitDecision> | RateLimitDecision;
  /** True while the processes share limits over Redis; false while this process decides alone. */
  isShared(): boolean;
  /** The number of keys that Redis has evicted since this process connected; absent without Redis. */
  evictedKeys?(): number;
  close(): Promise<void>;
}
