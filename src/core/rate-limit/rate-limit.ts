/** How many requests any 60 seconds may hold, per organization and per organization and operation; both >= 1. */
export interface RateLimits {
  organizationPerMinute: number;
  endpointPerMinute: number;
}

export type RateLimitPolicy = 'organization' | 'endpoint';

/**
 * One policy after a request. `resetSeconds` (whole, rounded up) is the time until `remaining` grows; for a policy
 * that refused, until the next request passes; 0 when nothing is logged.
 */
export interface PolicyState {
  remaining: number;
  resetSeconds: number;
}

export interface RateLimitDecision {
  allowed: boolean;
  /** The policy with the longer wait, when both refuse. */
  refusedBy: RateLimitPolicy | null;
  /** The exact wait after which the next request passes; 0 when allowed. */
  retryAfterMs: number;
  organization: PolicyState;
  endpoint: PolicyState;
}

export interface RateLimiter {
  /** Counts one request if both policies admit it, and else counts nothing. Never throws, never rejects. */
  take(organizationId: string, operation: string): Promise<RateLimitDecision> | RateLimitDecision;
  /** True while the processes decide together, over Redis; false while this one decides by its memory. */
  isShared(): boolean;
  close(): Promise<void>;
}
