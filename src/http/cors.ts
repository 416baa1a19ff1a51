import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { exposedHeaders } from './answer.ts';
import { type MethodsByPath, methodNotAllowed } from './method-not-allowed.ts';

export async function allowOrigins(
  app: FastifyInstance,
  origins: readonly string[],
  methodsByPath: MethodsByPath,
): Promise<void> {
  if (origins.length === 0) return;
  // The plugin would answer every OPTIONS request. Only a preflight to an existing path is one (Fetch standard, 3.3).
  app.addHook('onRequest', ({ method, routeOptions, headers }, _reply, done) => {
    if (method !== 'OPTIONS') return done();
    const allowed = methodsByPath.get(routeOptions.url ?? '');
    if (!allowed) return done(new ApiError('not_found'));
    done(isPreflight(headers) ? undefined : methodNotAllowed(allowed));
  });
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'MCP-Protocol-Version',
    ],
    exposedHeaders,
    maxAge: 600,
  });
}

const isPreflight = (headers: FastifyRequest['headers']) =>
  headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
