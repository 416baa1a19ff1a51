import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { plainPath } from './answer.ts';
import { type Meter, measure } from './meter.ts';

/** Logs and meters every request when it has ended. */
export function recordRequests(app: FastifyInstance, meter: Meter | undefined): void {
  app.addHook('onResponse', (request, reply, done) => {
    recordRequest(request, reply, meter);
    done();
  });
}

/** Logs how a request ended in one line, without its query, which may hold anything. */
export function recordRequest(request: FastifyRequest, reply: FastifyReply, meter: Meter | undefined): void {
  const { method, operationName, outcome } = request;
  // Undefined fields are left out of the line.
  request.log.info(
    {
      method,
      path: plainPath(request),
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      operation: operationName ?? undefined,
      organizationId: outcome?.caller?.organizationId,
      tokenId: outcome?.caller?.tokenId,
    },
    'request',
  );
  if (meter) measure(meter, request, reply);
}
