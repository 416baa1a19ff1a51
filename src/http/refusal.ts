import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, errorBody } from '../core/errors.ts';
import { toErrorShape } from '../core/trpc.ts';
import { exposedHeaders, securityHeaders } from './answer.ts';

const overloaded = new ApiError('unavailable');
const idPlaceholder = '\0';
const [restStart = '', restEnd = ''] = JSON.stringify(errorBody(overloaded, idPlaceholder)).split(
  JSON.stringify(idPlaceholder),
);
const [trpcStart = '', trpcEnd = ''] = JSON.stringify({
  error: toErrorShape(overloaded, undefined, idPlaceholder),
}).split(JSON.stringify(idPlaceholder));

const headers = Object.entries({
  'Content-Type': 'application/json; charset=utf-8',
  ...securityHeaders,
  ...overloaded.headers,
}).flat();

/** Answers 503 without Fastify. Everything but the request id is prepared in advance. */
export function refuse({ url }: IncomingMessage, response: ServerResponse, extra: readonly string[]): void {
  const requestId = randomUUID();
  const isTrpc = url?.startsWith('/trpc/');
  const body = isTrpc ? `${trpcStart}"${requestId}"${trpcEnd}` : `${restStart}"${requestId}"${restEnd}`;
  const own = ['X-Request-Id', requestId, 'Content-Length', String(body.length)];
  response.writeHead(overloaded.status, [...headers, ...own, ...extra]).end(body);
}

/** Makes the CORS headers of a refused request, which the CORS plugin does not see. */
export function crossOriginHeaders(origin: string | undefined, corsOrigins: readonly string[]): string[] {
  if (corsOrigins.length === 0) return [];
  if (origin === undefined || !corsOrigins.includes(origin)) return ['Vary', 'Origin'];
  const exposed = exposedHeaders.join(', ');
  return ['Vary', 'Origin', 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', exposed];
}
