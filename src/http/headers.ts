import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, invalidArgument } from '../core/errors.ts';
import type { RateLimits } from '../core/rate-limit/rate-limit.ts';
import { setCommonHeaders, setRateLimitHeaders } from './answer.ts';

/** Sets the headers of every answer, and refuses requests that are wrong whatever their path, before a body is read. */
export function setHeaders(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply);
    done(faultOf(request));
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.outcome) setRateLimitHeaders(reply, request.outcome, limits);
    // Node drops what follows an Upgrade, so the caller must see that no answer comes. Fastify would close after a body
    // that it refuses; Node passes over the rest, so that the caller gets the answer.
    if (request.headers.upgrade !== undefined) reply.header('Connection', 'close');
    else reply.removeHeader('Connection');
    done(null, payload);
  });
}

function faultOf({ headers, raw, params }: FastifyRequest): ApiError | undefined {
  // Refused here and not by Node, so that the answer has the normal body (RFC 9112, section 3.2).
  if (headers.host === undefined && raw.httpVersion === '1.1') {
    return invalidArgument({ Host: 'Send a Host header.' });
  }
  // The router lets a parameter be empty; an address that ends with a slash is none of ours.
  return Object.values(params ?? {}).includes('') ? new ApiError('not_found') : undefined;
}
