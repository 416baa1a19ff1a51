import type { Context, CountedCall, Outcome } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { Caller } from '../permissions.ts';
import type { RateLimitDecision, RateLimitPolicy } from './rate-limit.ts';

type Limited = Pick<Context, 'limiter' | 'counted' | 'outcome'>;

/**
 * Counts one call against the rate limits of the caller's organization, unless `takeAhead` has already done so. Records
 * the state of the limits in the outcome.
 * @throws ApiError `rate_limited` if a limit is reached; the call then does not count
 */
export async function takeFromLimits(context: Limited, caller: Caller, operation: string): Promise<void> {
  const { counted } = context;
  const at = counted.findIndex((call) => call.operation === operation);
  const [call = await take(context, caller, operation)] = at < 0 ? [] : counted.splice(at, 1);
  throwIfRefused(call);
}

/**
 * Counts the calls of a request before their input is read.
 * @throws ApiError `rate_limited` if every call is refused
 */
export async function takeAhead(
  context: Limited,
  caller: Caller,
  operations: readonly string[],
): Promise<void> {
  const calls = await Promise.all(operations.map((operation) => take(context, caller, operation)));
  if (calls.every(({ decision }) => decision.refusedBy)) calls.forEach(throwIfRefused);
  context.counted.push(...calls);
}

async function take({ limiter, outcome }: Limited, caller: Caller, operation: string): Promise<CountedCall> {
  outcome.caller = caller;
  const decision = await limiter.take(caller.organizationId, operation);
  recordRateLimit(outcome, decision);
  return { operation, decision };
}

function throwIfRefused({ decision: { refusedBy, retryAfterMs } }: CountedCall): void {
  if (refusedBy) throw rateLimited(refusedBy, retryAfterMs);
}

function rateLimited(policy: RateLimitPolicy, retryAfterMs: number): ApiError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new ApiError('rate_limited', {
    message: `Rate limit per ${policy} exceeded. Try again in ${seconds} s.`,
    details: { retry_after_seconds: seconds, policy },
    headers: { 'Retry-After': String(seconds) },
  });
}

/** Records the lowest remaining state of all calls in a batch. */
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
