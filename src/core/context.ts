import type { Db } from './db/database.ts';
import { TenantDb } from './db/tenant.ts';
import type { Caller } from './permissions.ts';
import type { RateLimitDecision, RateLimiter, RateLimits } from './rate-limit/rate-limit.ts';

/** What the operations stand on; made once per process. */
export interface Services {
  readonly db: Db;
  readonly limiter: RateLimiter;
  readonly limits: RateLimits;
  /** Who a token belongs to, or null when it is unknown, revoked, expired, or no token at all. */
  authenticate(token: string | undefined): Promise<Caller | null>;
  /** The same of a token that this process has looked up before, without asking the database; undefined for any other. */
  callerOf(token: string | undefined): Caller | undefined;
}

/** Metadata of a call's result. The transport turns it into headers and log fields. */
export interface Outcome {
  caller?: Caller;
  rateLimit?: RateLimitDecision;
  /** Which version of a single resource the result is: a strong entity tag (RFC 9110, 8.8.3). */
  entityTag?: string;
  /** The result is what was answered to the first request with the same `Idempotency-Key`. */
  isReplay?: boolean;
}

/** What a caller demands beside the input, as the headers of these names have it. */
export interface Conditions {
  readonly idempotencyKey?: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** A call that the limits have decided on. */
export interface CountedCall {
  readonly operation: string;
  readonly decision: RateLimitDecision;
}

/** What the base procedure starts from. It holds no HTTP, so tests and TypeScript callers make it as well. */
export interface Context {
  readonly requestId: string;
  readonly conditions: Conditions;
  readonly outcome: Outcome;
  readonly limits: RateLimits;
  /** Judges the token anew each time, so that what has changed since then counts. */
  authenticate(): Promise<Caller | null>;
  readonly limiter: Pick<RateLimiter, 'take'>;
  /** Calls that were counted before their input was read. */
  readonly counted: CountedCall[];
  tenantDb(organizationId: string): TenantDb;
}

/** Makes the context of one request. A batch of calls shares it. */
export function createContext(
  services: Services,
  request: { token: string | undefined; requestId: string; conditions?: Conditions },
): Context {
  return {
    requestId: request.requestId,
    conditions: request.conditions ?? {},
    outcome: {},
    limits: services.limits,
    authenticate: () => services.authenticate(request.token),
    limiter: services.limiter,
    counted: [],
    tenantDb: (organizationId) => new TenantDb(services.db, organizationId),
  };
}
