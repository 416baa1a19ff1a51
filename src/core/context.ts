import pLimit, { type LimitFunction } from 'p-limit';
import type { Db } from './db/database.ts';
import { TenantDb } from './db/tenant.ts';
import { ApiError } from './errors.ts';
import type { Caller } from './permissions.ts';
import { stricter } from './rate-limit/decision.ts';
import type { RateLimitDecision, RateLimiter, RateLimits } from './rate-limit/rate-limit.ts';
import type { SecretBox } from './secret-key.ts';
import { withTimeout } from './timeouts.ts';

/** The services that operations use; made once per process. */
export interface Services {
  readonly db: Db;
  readonly limiter: RateLimiter;
  readonly limits: RateLimits;
  readonly secrets: SecretBox;
  /** The time that a request waits for the database, each for the token look-up and the operation. */
  readonly databaseTimeoutMs: number;
  /**
   * Looks up the caller of a token; null if it is missing, unknown, revoked or expired. Returns a promise only if it asks the
   * database.
   */
  authenticate(token: string | undefined): Caller | null | Promise<Caller | null>;
  /** Returns the caller of a token from this process's cache, without a database query; undefined if it is not cached. */
  callerOf(token: string | undefined): Caller | undefined;
}

/** Metadata of a call's result. The transport turns it into headers and log fields. */
export interface Outcome {
  caller?: Caller;
  rateLimit?: RateLimitDecision;
  /** The strong entity tag (RFC 9110, 8.8.3) of a result that is a single resource. */
  entityTag?: string;
  /** True if the result repeats that of an earlier request with the same `Idempotency-Key`. */
  isReplay?: boolean;
}

/** The values of the request headers `Idempotency-Key`, `If-Match` and `If-None-Match`. */
export interface Conditions {
  readonly idempotencyKey?: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** The context that a transport passes to the base procedure: the request, which the calls of a batch share. */
export interface Context {
  readonly request: ApiRequest;
}

/** The most calls of a batch that run at once, so that it leaves connections to others. */
const concurrentCalls = 4;

/**
 * One request, from its admission to its calls of operations. It knows nothing of HTTP, so tests can make one too. Operations
 * do not see it, since `tenantDb` opens any organization.
 */
export class ApiRequest {
  readonly requestId: string;
  readonly conditions: Conditions;
  readonly outcome: Outcome = {};
  readonly limits: RateLimits;
  readonly #services: Services;
  readonly #token: string | undefined;
  /** The decisions of the rate limiter on calls that have not begun. */
  readonly #decisions: { readonly operation: string; readonly decision: RateLimitDecision }[] = [];
  #inTurn: LimitFunction | undefined;

  constructor(
    services: Services,
    {
      token,
      requestId,
      conditions = {},
    }: { token: string | undefined; requestId: string; conditions?: Conditions },
  ) {
    this.#services = services;
    this.#token = token;
    this.requestId = requestId;
    this.conditions = conditions;
    this.limits = services.limits;
  }

  /**
   * Checks the token, and counts the calls against the rate limits of its organization, before their input is read.
   * @throws ApiError `unauthorized` unless the token is valid; `rate_limited` if every call is refused
   */
  async admit(operations: readonly string[]): Promise<void> {
    const found = this.#authenticate();
    const caller = found instanceof Promise ? await found : found;
    this.outcome.caller = caller;
    if (operations.length > 1) this.#inTurn = pLimit(concurrentCalls);
    const { limiter } = this.#services;
    const taken = operations.map((operation) => ({
      operation,
      decided: limiter.take(caller.organizationId, operation),
    }));
    for (const { operation, decided } of taken) {
      const decision = await decided;
      this.#decisions.push({ operation, decision });
      const { rateLimit: known } = this.outcome;
      this.outcome.rateLimit = known ? stricter(known, decision) : decision;
    }
    const [first] = this.#decisions;
    if (first && this.#decisions.every(({ decision }) => decision.refusedBy))
      requireWithinLimits(first.decision);
  }

  /**
   * Begins a call that was admitted. For a mutation, the token is checked again, since it may have been revoked while the
   * input was arriving.
   * @returns its caller, or a promise of it if the token must be looked up
   * @throws ApiError `unauthorized`, `rate_limited`
   */
  begin(operation: string, isMutation: boolean): Caller | Promise<Caller> {
    const at = this.#decisions.findIndex((call) => call.operation === operation);
    const [call] = at < 0 ? [] : this.#decisions.splice(at, 1);
    if (!call) throw new Error(`The call of ${operation} was not admitted.`);
    const found = isMutation ? this.#authenticate() : validCaller(this.outcome.caller ?? null);
    const begun = (caller: Caller) => {
      requireWithinLimits(call.decision);
      return caller;
    };
    return found instanceof Promise ? found.then(begun) : begun(found);
  }

  /** @throws ApiError `unauthorized` unless the token is valid */
  #authenticate(): Caller | Promise<Caller> {
    const found = this.#services.authenticate(this.#token);
    if (!(found instanceof Promise)) return validCaller(found);
    return withTimeout(found, this.#services.databaseTimeoutMs).then(validCaller);
  }

  get secrets(): SecretBox {
    return this.#services.secrets;
  }

  tenantDb(organizationId: string): TenantDb {
    return new TenantDb(this.#services.db, organizationId);
  }

  /**
   * Runs a call within a time, of a batch four calls at once.
   * @param timeoutMs by default the time that a request waits for the database
   */
  run<T>(call: () => Promise<T>, timeoutMs = this.#services.databaseTimeoutMs): Promise<T> {
    const begin = () => withTimeout(call(), timeoutMs);
    return this.#inTurn ? this.#inTurn(begin) : begin();
  }
}

function validCaller(caller: Caller | null): Caller {
  if (!caller) throw new ApiError('unauthorized');
  return caller;
}

/** @throws ApiError `rate_limited` if a limit is reached */
function requireWithinLimits({ refusedBy: policy, retryAfterMs }: RateLimitDecision): void {
  if (!policy) return;
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  throw new ApiError('rate_limited', {
    message: `Rate limit per ${policy} exceeded. Try again in ${seconds} s.`,
    details: { retry_after_seconds: seconds, policy },
    headers: { 'Retry-After': String(seconds) },
  });
}
