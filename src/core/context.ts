import pLimit, { type LimitFunction } from 'p-limit';
import type { Db } from './db/database.ts';
import { TenantDb } from './db/tenant.ts';
import type { Caller } from './permissions.ts';
import type { RateLimitDecision, RateLimiter, RateLimits } from './rate-limit/rate-limit.ts';

/** The services that operations use; made once per process. */
export interface Services {
  readonly db: Db;
  readonly limiter: RateLimiter;
  readonly limits: RateLimits;
  /** The time that a request waits for the database, each for the token look-up and the operation. */
  readonly databaseTimeoutMs?: number | undefined;
  /** Looks up the caller of a token; null if it is missing, unknown, revoked or expired. */
  authenticate(token: string | undefined): Promise<Caller | null>;
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
  /** The id of the oldest other client with the domain of a client that was created. */
  sharesDomainWith?: string;
}

/** The values of the request headers `Idempotency-Key`, `If-Match` and `If-None-Match`. */
export interface Conditions {
  readonly idempotencyKey?: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** A call with the decision of the rate limiter. */
export interface CountedCall {
  readonly operation: string;
  readonly decision: RateLimitDecision;
}

/** The context that a transport passes to the base procedure. It knows nothing of HTTP, so tests can make one too. */
export interface Context {
  readonly requestId: string;
  readonly conditions: Conditions;
  readonly outcome: Outcome;
  readonly limits: RateLimits;
  readonly databaseTimeoutMs: number | undefined;
  /** Checks the token again on each call, since it may have been revoked meanwhile. */
  authenticate(): Promise<Caller | null>;
  readonly limiter: Pick<RateLimiter, 'take'>;
  /** Calls counted against the rate limits before their input was read. */
  readonly counted: CountedCall[];
  tenantDb(organizationId: string): TenantDb;
  /** Bounds the calls of the request that run at once: a batch must not take the connections that other callers need. */
  readonly limitConcurrency: LimitFunction;
}

/** The most calls of a batch that run at once: less than half of the connections to the database. */
const concurrentCalls = 4;

/** Makes the context of one request. The calls of a batch share it. */
export function createContext(
  services: Services,
  request: { token: string | undefined; requestId: string; conditions?: Conditions },
): Context {
  return {
    requestId: request.requestId,
    conditions: request.conditions ?? {},
    outcome: {},
    limits: services.limits,
    databaseTimeoutMs: services.databaseTimeoutMs,
    authenticate: () => services.authenticate(request.token),
    limiter: services.limiter,
    counted: [],
    tenantDb: (organizationId) => new TenantDb(services.db, organizationId),
    limitConcurrency: pLimit(concurrentCalls),
  };
}
