/** The state of one rate limit. */
export type QuotaState = {
  /** Calls allowed in any 60 seconds. */
  limit: number;
  /** Calls left now. */
  remaining: number;
  /** Seconds until more calls are available. */
  resetSeconds: number;
};

/** The state of the rate limits after a call. After a batch, the state of the call with the fewest left. */
export type RateLimitState = {
  /** All calls of the organization. */
  organization: QuotaState;
  /** Calls of the same operation. */
  endpoint: QuotaState;
};

/** Reads `RateLimit-Policy` and `RateLimit`; undefined without them, as in answers to an unknown token. */
export function readRateLimits(headers: Headers): RateLimitState | undefined {
  const organization = quotaOf('organization', headers);
  const endpoint = quotaOf('endpoint', headers);
  return organization && endpoint && { organization, endpoint };
}

function quotaOf(policy: string, headers: Headers): QuotaState | undefined {
  const limit = new RegExp(`"${policy}";q=(\\d+)`).exec(headers.get('RateLimit-Policy') ?? '');
  const state = new RegExp(`"${policy}";r=(\\d+);t=(\\d+)`).exec(headers.get('RateLimit') ?? '');
  if (!limit || !state) return undefined;
  return { limit: Number(limit[1]), remaining: Number(state[1]), resetSeconds: Number(state[2]) };
}
