import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, errorBody, invalidArgument, malformedJson, toApiError } from '../core/errors.ts';
import { rawErrorHeaders, sendError } from './answer.ts';
import { methodNotAllowed } from './method-not-allowed.ts';

/** Answers thrown errors and unknown paths with an error body. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((thrown, request, reply) => sendError(request, reply, thrownError(thrown, request)));
  app.setNotFoundHandler((request, reply) => sendError(request, reply, new ApiError('not_found')));
  // Node emits CONNECT requests as a separate event.
  app.server.on('connect', (_request, socket) =>
    answerRaw(socket, methodNotAllowed(['GET', 'HEAD', 'POST', 'PUT'])),
  );
}

/** Answers unknown paths before their body is read, unlike Fastify's own handler. */
export function refuseUnknownPaths(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? new ApiError('not_found') : undefined);
  });
}

/** Converts a thrown error for the caller. A body that ends early is the caller's fault, not an internal error. */
export const thrownError = (thrown: unknown, { raw }: FastifyRequest): ApiError =>
  thrown !== null && thrown === raw.errored ? malformedJson(thrown) : toApiError(thrown);

/** Answers malformed HTTP, and headers or bodies that are too large or too slow. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET') socket.destroy();
  else if (error.code === 'HPE_HEADER_OVERFLOW') answerRaw(socket, new ApiError('headers_too_large'));
  else {
    const fault = invalidArgument({ request: 'Send well-formed HTTP/1.1 without long pauses.' });
    answerRaw(socket, fault, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : fault.status);
  }
}

/** Writes an error to a socket for which Fastify has no reply, and closes it. */
function answerRaw(socket: Duplex, error: ApiError, status = error.status): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(error, requestId));
  const headers = { Connection: 'close', ...rawErrorHeaders(error, body, requestId) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}
