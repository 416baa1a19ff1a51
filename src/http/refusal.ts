import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, errorBody } from '../core/errors.ts';
import { toErrorShape } from '../core/trpc.ts';
import { exposedHeaders, guardingHeaders } from './answer.ts';

const tooMany = new ApiError('unavailable');
const idHere = '\0';
const [restStart = '', restEnd = ''] = JSON.stringify(errorBody(tooMany, idHere)).split(
  JSON.stringify(idHere),
);
const [trpcStart = '', trpcEnd = ''] = JSON.stringify({
  error: toErrorShape(tooMany, undefined, idHere),
}).split(JSON.stringify(idHere));

const headers = Object.entries({
  'Content-Type': 'application/json; charset=utf-8',
  ...guardingHeaders,
  ...tooMany.headers,
}).flat();

/** Answers 503 without Fastify. All but the request's id is made beforehand. */
export function refuse({ url }: IncomingMessage, response: ServerResponse, extra: readonly string[]): void {
  const requestId = randomUUID();
  const isTrpc = url?.startsWith('/trpc/');
  const body = isTrpc ? `${trpcStart}"${requestId}"${trpcEnd}` : `${restStart}"${requestId}"${restEnd}`;
  const own = ['X-Request-Id', requestId, 'Content-Length', String(body.length)];
  response.writeHead(tooMany.status, [...headers, ...own, ...extra]).end(body);
}

/** The headers that the CORS plugin, which does not see such a request, would have set. */
export function crossOriginHeaders(origin: string | undefined, corsOrigins: readonly string[]): string[] {
  if (corsOrigins.length === 0) return [];
  if (origin === undefined || !corsOrigins.includes(origin)) return ['Vary', 'Origin'];
  const exposed = exposedHeaders.join(', ');
  return ['Vary', 'Origin', 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', exposed];
}
