import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, errorBody, malformedJson, toApiError } from '../core/errors.ts';
import { guardingHeaders, sendError } from './answer.ts';
import { methodNotAllowed } from './method-not-allowed.ts';

/** Answers whatever is thrown, and unknown paths, with the one error body. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((thrown, request, reply) => sendError(request, reply, thrownError(thrown, request)));
  app.setNotFoundHandler((request, reply) => sendError(request, reply, new ApiError('not_found')));
  // Node takes CONNECT for the start of a tunnel, and what follows for its content.
  app.server.on('connect', (_request, socket) =>
    answerRaw(socket, methodNotAllowed(['GET', 'HEAD', 'POST', 'PUT'])),
  );
}

/** Answers unknown paths before a body is read, which Fastify's own handler does not. */
export function refuseUnknownPaths(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? new ApiError('not_found') : undefined);
  });
}

/** Turns what was thrown into what the caller sees. A body that breaks off is not a fault of ours, whatever Node calls it. */
export const thrownError = (thrown: unknown, { raw }: FastifyRequest): ApiError =>
  thrown !== null && thrown === raw.errored ? malformedJson(thrown) : toApiError(thrown);

/** Answers what never became a request: broken HTTP, headers too large or too slow. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET') socket.destroy();
  else if (error.code === 'HPE_HEADER_OVERFLOW') answerRaw(socket, new ApiError('headers_too_large'));
  else {
    const fault = new ApiError('invalid_argument', {
      message: 'Send well-formed HTTP/1.1, without long pauses.',
    });
    answerRaw(socket, fault, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : fault.status);
  }
}

/** Writes an error to a socket that has no reply of Fastify's, and closes it. */
function answerRaw(socket: Duplex, error: ApiError, status = error.status): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(error, requestId));
  const headers = {
    ...error.headers,
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    ...guardingHeaders,
    'X-Request-Id': requestId,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}
