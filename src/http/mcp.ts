import type { FastifyInstance } from 'fastify';
import type { Services } from '../core/context.ts';
import { admit, contextOf } from './authentication.ts';
import { objectBody } from './json-body.ts';

/**
 * Serves operations as tools over MCP's streamable HTTP transport (revision 2025-06-18), without sessions: one message a
 * request, answered as JSON. Calls count against the limits of their operations, other messages against one of their own.
 */
export function mountMcp(app: FastifyInstance, services: Services): void {
  app.route({
    method: 'POST',
    url: '/mcp',
    onRequest: (request) => admit(request, services, []),
    async handler(request, reply) {
      const message = objectBody(request);
      // Loaded here, since it is large, and needed only where agents call.
      const { answer, operationOf } = await import('./mcp-server.ts');
      const operation = operationOf(message);
      request.operationName = operation?.name ?? null;
      if (!operation) await contextOf(request).request.admit(['mcp']);
      const { status, headers, body } = await answer(request, message);
      headers.forEach((value, name) => void reply.header(name, value));
      return reply.status(status).send(body);
    },
  });
}
