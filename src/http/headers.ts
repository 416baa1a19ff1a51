import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, invalidArgument } from '../core/errors.ts';
import type { RateLimits } from '../core/rate-limit/rate-limit.ts';
import { setCommonHeaders, setRateLimitHeaders } from './answer.ts';

/** Sets the headers of every response. Refuses requests without a host or with an empty parameter before reading a body. */
export function setHeaders(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply);
    done(faultOf(request));
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    // A token that is revoked while its request is counted gets a 401, which tells nothing of the organization.
    if (request.outcome && reply.statusCode !== 401) setRateLimitHeaders(reply, request.outcome, limits);
    // Node reads no further requests after an Upgrade, so the connection must close. Otherwise it stays open: Fastify would
    // close it after refusing a body, but Node skips the rest of the body, so that the caller gets the response.
    if (request.headers.upgrade !== undefined) reply.header('Connection', 'close');
    else reply.removeHeader('Connection');
    done(null, payload);
  });
}

function faultOf({ headers, raw, params }: FastifyRequest): ApiError | undefined {
  // Refused here and not by Node, so that the response has an error body (RFC 9112, section 3.2).
  if (headers.host === undefined && raw.httpVersion === '1.1') {
    return invalidArgument({ Host: 'Send a Host header.' });
  }
  // The router matches empty parameters, but paths with a trailing slash do not exist.
  return Object.values(params ?? {}).includes('') ? new ApiError('not_found') : undefined;
}
