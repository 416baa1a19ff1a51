import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Conditions, Outcome } from '../core/context.ts';
import { type ApiError, errorBody } from '../core/errors.ts';
import type { RateLimits } from '../core/rate-limit/rate-limit.ts';
import { reasonOf } from '../core/reason.ts';
import { probePaths } from './probes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Metadata of the result; null if no operation was reached. */
    outcome: Outcome | null;
    operationName: string | null;
    /** The reason of a failure that is not the caller's fault. */
    failure: string | null;
    /** The status of each call of a tRPC batch; null for other requests. */
    batch: readonly { readonly name: string; readonly status: number }[] | null;
  }
}

/** Reads the token from `Authorization: Bearer …` (RFC 6750; the scheme in any case, RFC 9110); undefined if there is none. */
export function bearerToken({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  return /^Bearer +([^\s]+) *$/i.exec(headers.authorization ?? '')?.[1];
}

export const conditionsOf = ({ headers }: FastifyRequest): Conditions => ({
  idempotencyKey: headers['idempotency-key']?.toString(),
  ifMatch: headers['if-match'],
  ifNoneMatch: headers['if-none-match'],
});

export function setResultHeaders(reply: FastifyReply, outcome: Outcome): void {
  const { entityTag, isReplay } = outcome;
  if (entityTag !== undefined) reply.header('ETag', entityTag);
  if (isReplay) reply.header('Idempotent-Replayed', 'true');
}

/**
 * Returns the path for the log, without its query. Decodes ASCII, so that tokens in it can be redacted. Long paths, which the
 * API does not have, are replaced by their length.
 */
export function loggablePath({ url }: FastifyRequest): string {
  const path = url.replace(/\?.*/s, '');
  if (path.length > 1_000) return `(${path.length} characters)`;
  return path.replaceAll(/%[2-7][0-9a-f]/gi, decodeURIComponent);
}

/** Security headers of every response: no MIME sniffing, scripts, frames or shared caching. */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'private, no-cache',
};

/** Response headers that pages of other origins may read. */
export const exposedHeaders = [
  'ETag',
  'Idempotent-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
];

export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('X-Request-Id', request.id);
  reply.headers(securityHeaders);
}

/** Sets the rate limit headers of the IETF draft "RateLimit header fields for HTTP" (httpapi-ratelimit-headers). */
export function setRateLimitHeaders(reply: FastifyReply, outcome: Outcome, limits: RateLimits): void {
  const state = outcome.rateLimit;
  if (!state) return;
  reply.header(
    'RateLimit-Policy',
    `"organization";q=${limits.organizationPerMinute};w=60, "endpoint";q=${limits.endpointPerMinute};w=60`,
  );
  const { organization, endpoint } = state;
  reply.header(
    'RateLimit',
    `"organization";r=${organization.remaining};t=${organization.resetSeconds}, "endpoint";r=${endpoint.remaining};t=${endpoint.resetSeconds}`,
  );
}

/** Returns the headers of an error for which Fastify has no reply. */
export const rawErrorHeaders = (error: ApiError, body: string, requestId: string) => ({
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': Buffer.byteLength(body),
  ...securityHeaders,
  ...error.headers,
  'X-Request-Id': requestId,
});

/** Sets the headers of an error, such as `Retry-After`. */
export function setErrorHeaders(reply: FastifyReply, error: ApiError): void {
  for (const [name, value] of Object.entries(error.headers)) reply.header(name, value);
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: ApiError): FastifyReply {
  recordFailure(request, error);
  setErrorHeaders(reply, error);
  return reply.status(error.status).send(errorBody(error, request.id));
}

/** Records the reason of a 5xx for the log line of its request; for an internal error, also logs the stack. */
export function recordFailure(request: FastifyRequest, error: ApiError): void {
  if (error.status < 500) return;
  request.failure = reasonOf(error);
  if (error.apiCode === 'internal') request.log.error({ err: error }, 'request failed');
}

export const isProbe = ({ routeOptions: { url = '' } }: FastifyRequest) => probePaths.includes(url);
