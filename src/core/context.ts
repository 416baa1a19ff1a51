import type { Db } from './db.ts';
import type { Caller } from './permissions.ts';
import type { RateLimitDecision, RateLimiter, RateLimits } from './rate-limit/rate-limit.ts';
import { TenantDb } from './tenant.ts';

/** What the operations stand on; made once per process. */
export interface Services {
  readonly db: Db;
  readonly limiter: RateLimiter;
  readonly limits: RateLimits;
  /** Who a token belongs to, or null when it is unknown, revoked, expired, or no token at all. */
  authenticate(token: string | undefined): Promise<Caller | null>;
}

/** What a call has to say beside its result. The edge turns it into headers and log fields. */
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

/** What the base procedure starts from. It holds no HTTP, so tests and TypeScript callers make it as well. */
export interface Context {
  readonly requestId: string;
  readonly conditions: Conditions;
  readonly outcome: Outcome;
  readonly limits: RateLimits;
  /** Asks only once, however often it is called. */
  authenticate(): Promise<Caller | null>;
  readonly limiter: Pick<RateLimiter, 'take'>;
  tenantDb(organizationId: string): TenantDb;
}

/** Makes the context of one request. A batch of calls shares it. */
export function createContext(
  services: Services,
  request: { token: string | undefined; requestId: string; conditions?: Conditions },
): Context {
  let caller: Promise<Caller | null> | undefined;
  return {
    requestId: request.requestId,
    conditions: request.conditions ?? {},
    outcome: {},
    limits: services.limits,
    authenticate() {
      caller ??= services.authenticate(request.token);
      return caller;
    },
    limiter: services.limiter,
    tenantDb: (organizationId) => new TenantDb(services.db, organizationId),
  };
}
