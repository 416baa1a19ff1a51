import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isProbe, loggablePath } from './answer.ts';
import { type Meter, measure } from './meter.ts';

/** Logs and measures every request when it ends. */
export function recordRequests(app: FastifyInstance, meter: Meter | undefined): void {
  app.addHook('onResponse', (request, reply, done) => {
    recordRequest(request, reply, meter);
    done();
  });
}

/** Logs a request in one line, without its query, which may contain secrets. Probes are logged at `debug`, failures at `error`. */
export function recordRequest(request: FastifyRequest, reply: FastifyReply, meter: Meter | undefined): void {
  const { method, operationName, outcome, failure } = request;
  // Pino omits undefined fields.
  // Undefined for a path that cannot be decoded.
  const level = failure ? 'error' : 'info';
  request.log[isProbe(request) ? 'debug' : level](
    {
      method,
      path: loggablePath(request),
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      operation: operationName ?? undefined,
      organizationId: outcome?.caller?.organizationId,
      tokenId: outcome?.caller?.tokenId,
      reason: failure ?? undefined,
    },
    'request',
  );
  if (meter) measure(meter, request, reply);
}
