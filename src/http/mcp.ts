import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../core/context.ts';
import { ApiError } from '../core/errors.ts';
import { sendError } from './answer.ts';
import { admit } from './authentication.ts';
import { thrownError } from './errors.ts';

/**
 * Serves operations as tools over MCP's streamable HTTP transport (revision 2025-06-18), without sessions: one message a
 * request, answered as JSON. A call of a tool counts against the limits as a request to its operation, and any other message
 * as one to `mcp`.
 * @param corsOrigins the pages that may send messages; others are refused, as the transport's security section asks
 */
export function mountMcp(app: FastifyInstance, services: Services, corsOrigins: readonly string[]): void {
  app.route({
    method: 'POST',
    url: '/mcp',
    async onRequest(request) {
      request.operationName = 'mcp';
      await admit(request, services, []);
      const { origin } = request.headers;
      if (origin !== undefined && !corsOrigins.includes(origin))
        throw new ApiError('forbidden', { message: 'This origin is not in CORS_ORIGINS.' });
    },
    async handler(request, reply) {
      // Loaded here, since it is large, and needed only where agents call.
      const { answer } = await import('./mcp-server.ts');
      const { status, headers, body } = await answer(request);
      headers.forEach((value, name) => void reply.header(name, value));
      return reply.status(status).send(body);
    },
    async errorHandler(thrown, request, reply) {
      const error = await countOnce(request).then(
        () => thrown,
        (refusal: unknown) => refusal,
      );
      return sendError(request, reply, thrownError(error, request));
    },
  });
}

/** Counts a request that failed before its message was read. @throws ApiError `rate_limited` */
async function countOnce({ context, outcome }: FastifyRequest): Promise<void> {
  if (outcome?.caller && !outcome.rateLimit) await context?.request.admit(['mcp']);
}
