import type { Context, Outcome } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { Caller } from '../permissions.ts';
import type { RateLimitDecision, RateLimitPolicy } from './rate-limit.ts';

/**
 * Counts one call of an operation against the limits of the caller's organization, and notes their state in the outcome.
 * @throws ApiError `rate_limited` when a limit is reached; the call then does not count
 */
export async function takeFromLimits(
  { limiter, outcome }: Pick<Context, 'limiter' | 'outcome'>,
  caller: Caller,
  operation: string,
): Promise<void> {
  outcome.caller = caller;
  const decision = await limiter.take(caller.organizationId, operation);
  recordRateLimit(outcome, decision);
  if (decision.refusedBy) throw rateLimited(decision.refusedBy, decision.retryAfterMs);
}

function rateLimited(policy: RateLimitPolicy, retryAfterMs: number): ApiError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new ApiError('rate_limited', {
    message: `The limit per ${policy} is reached. Try again in ${seconds} s.`,
    details: { retry_after_seconds: seconds, policy },
    headers: { 'Retry-After': String(seconds) },
  });
}

/** Of several calls in a batch, the tightest state is the one to tell. */
function recordRateLimit(outcome: Outcome, decision: RateLimitDecision): void {
  const known = outcome.rateLimit;
  if (known === undefined) {
    outcome.rateLimit = decision;
    return;
  }
  const tightest = (policy: RateLimitPolicy) =>
    known[policy].remaining < decision[policy].remaining ? known[policy] : decision[policy];
  outcome.rateLimit = {
    ...decision,
    organization: tightest('organization'),
    endpoint: tightest('endpoint'),
  };
}
