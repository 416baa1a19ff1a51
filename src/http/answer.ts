import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Conditions, Outcome } from '../core/context.ts';
import { type ApiError, errorBody } from '../core/errors.ts';
import type { RateLimits } from '../core/rate-limit/rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the operation had to say beside its result; null where no operation was reached. */
    outcome: Outcome | null;
    operationName: string | null;
    /** How each call of a tRPC batch ended; null where there is no batch. */
    batch: readonly { readonly name: string; readonly status: number }[] | null;
  }
}

/** The token of the `Authorization: Bearer …` header (RFC 6750; the scheme in any case, RFC 9110), or undefined. */
export function bearerToken({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  return /^Bearer +([^\s]+) *$/i.exec(headers.authorization ?? '')?.[1];
}

/** What the caller demands beside the input. */
export const conditionsOf = ({ headers }: FastifyRequest): Conditions => ({
  idempotencyKey: headers['idempotency-key']?.toString(),
  ifMatch: headers['if-match'],
  ifNoneMatch: headers['if-none-match'],
});

/** Tells what an operation had to say of its result. */
export function setResultHeaders(reply: FastifyReply, { entityTag, isReplay }: Outcome): void {
  if (entityTag !== undefined) reply.header('ETag', entityTag);
  if (isReplay) reply.header('Idempotent-Replayed', 'true');
}

/**
 * The path without its query, in plain characters, so that a token in it is known; what cannot be decoded stays as it is.
 * No path of ours is long, and what strangers write does not fill the log.
 */
export function plainPath({ url }: FastifyRequest): string {
  const path = url.replace(/\?.*/s, '');
  if (path.length > 1_000) return `(${path.length} characters)`;
  try {
    return decodeURIComponent(path);
  } catch {
    return path.replaceAll(/%[2-7][0-9a-f]/gi, decodeURIComponent);
  }
}

/** Security headers of every answer: no MIME sniffing, scripts, frames or shared caching. */
export const guardingHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'private, no-cache',
};

/** What a page of another origin may read of an answer, beside its body. */
export const exposedHeaders = [
  'ETag',
  'Idempotent-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
];

/** Sets the headers that every answer carries. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('X-Request-Id', request.id);
  reply.headers(guardingHeaders);
}

/** Tells the state of the limits, after the IETF draft "RateLimit header fields for HTTP" (httpapi-ratelimit-headers). */
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

/** Headers that belong to an error, such as `Retry-After`. */
export function setErrorHeaders(reply: FastifyReply, error: ApiError): void {
  for (const [name, value] of Object.entries(error.headers)) reply.header(name, value);
}

/** Answers with an error: its status, its headers, and the one error body. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: ApiError): FastifyReply {
  logFailure(request, error);
  setErrorHeaders(reply, error);
  return reply.status(error.status).send(errorBody(error, request.id));
}

/** Logs what is not the caller's fault. */
export function logFailure(request: FastifyRequest, error: ApiError): void {
  if (error.status >= 500) request.log.error({ err: error }, 'request failed');
}
