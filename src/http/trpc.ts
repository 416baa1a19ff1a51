import { resolveResponse } from '@trpc/server/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appRouter } from '../api.ts';
import { createContext, type Services } from '../core/context.ts';
import { ApiError, toApiError } from '../core/errors.ts';
import { bearerToken, logFailure, setErrorHeaders } from './answer.ts';
import { readBody } from './body.ts';
import { operations } from './operations.ts';

const known = new Set(operations.map(({ name }) => name));

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
      // tRPC judges some faults of a batch before its procedures ask for the token.
      const isEndpoint = path.split(',').some((name) => known.has(name));
      const refusal = isEndpoint && !(await context.authenticate()) ? new ApiError('unauthorized') : null;
      const response = await resolveResponse({
        router: appRouter,
        req: toFetchRequest(request),
        path,
        error: refusal,
        maxBatchSize,
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

/**
 * The request as tRPC takes it. Its body is read only when a procedure asks for it, and judged there, in the same way
 * and order as on REST; so it passes for JSON here whatever it is.
 */
function toFetchRequest({ raw, method }: FastifyRequest): Request {
  const url = new URL(raw.url ?? '/', 'http://localhost');
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
