import { resolveResponse } from '@trpc/server/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appRouter } from '../api.ts';
import { createContext, type Services } from '../core/context.ts';
import { ApiError, toApiError } from '../core/errors.ts';
import { bearerToken, logFailure, setErrorHeaders } from './answer.ts';
import { readBody } from './body.ts';
import { operations } from './operations.ts';

const methods = new Map(operations.map(({ name, type }) => [name, type === 'query' ? 'GET' : 'POST']));

/** More calls than the limits let through in a minute are no use in one batch. */
const maxBatchSize = 100;

/** Serves the same operations as tRPC procedures: queries by GET, mutations by POST, batches included. */
export function mountTrpc(app: FastifyInstance, services: Services): void {
  app.route<{ Params: { path: string } }>({
    method: ['GET', 'POST'],
    url: '/trpc/:path',
    exposeHeadRoute: false,
    async handler(request, reply) {
      const { path } = request.params;
      const context = createContext(services, { token: bearerToken(request), requestId: request.id });
      request.outcome = context.outcome;
      request.operationName = path;
      // tRPC judges a batch as a whole before its procedures ask for the token.
      const req = toFetchRequest(request);
      const names = new URL(req.url).searchParams.get('batch') === '1' ? path.split(',') : [path];
      const isRefused = names.some((name) => isTaken(name, request)) && !(await context.authenticate());
      const judged = isRefused ? names.filter((name) => !methods.has(name) || isTaken(name, request)) : names;
      const response = await resolveResponse({
        router: appRouter,
        req,
        path: judged.join(),
        error: isRefused ? new ApiError('unauthorized') : null,
        ...(isRefused ? {} : { maxBatchSize }),
        createContext: async () => context,
        onError: ({ error }) => logFailure(request, toApiError(error)),
        responseMeta({ errors }) {
          const failures = errors.map(toApiError);
          for (const failure of failures) setErrorHeaders(reply, failure);
          return {};
        },
      });
      return send(reply, response);
    },
  });
}

const isTaken = (name: string, { method }: FastifyRequest) => methods.get(name) === method;

/**
 * The request as tRPC takes it. Its body is read only when a procedure asks for it, and judged there, in the same way
 * and order as on REST; so it passes for JSON here whatever it is.
 */
function toFetchRequest({ raw, method }: FastifyRequest): Request {
  const url = new URL('http://localhost');
  url.search = raw.url?.replace(/^[^?]*/, '') ?? '';
  // Made for WebSockets, and judged before the token where it is present.
  url.searchParams.delete('connectionParams');
  const headers = { 'content-type': 'application/json' };
  if (method !== 'POST') return new Request(url, { headers });
  const body = new ReadableStream(
    {
      async pull(controller) {
        const text = await readBody(raw);
        if (text !== '') controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Request(url, { method, headers, body, duplex: 'half' });
}

async function send(reply: FastifyReply, response: Response) {
  for (const name of ['content-type', 'allow']) {
    const value = response.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  return reply.status(response.status).send(await response.text());
}
