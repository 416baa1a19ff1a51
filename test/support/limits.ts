import type { Answer } from './api.ts';

/** Parses the `RateLimit` header: per policy, the requests that remain (`r`) and the seconds until reset (`t`). */
export function readLimits(headers: Answer['headers']) {
  const parts = /^"organization";r=(\d+);t=(\d+), "endpoint";r=(\d+);t=(\d+)$/.exec(
    String(headers.ratelimit),
  );
  if (!parts) throw new Error(`No RateLimit header: ${headers.ratelimit}`);
  const [organizationR, organizationT, r, t] = parts.slice(1).map(Number);
  return { organization: { r: organizationR, t: organizationT }, endpoint: { r, t } };
}
