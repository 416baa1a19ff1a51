import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ApiError } from '../core/errors.ts';
import { exposedHeaders } from './answer.ts';
import { type MethodsByPath, methodNotAllowed } from './method-not-allowed.ts';

/** Allows pages of these origins to call the API. Without origins, logs once how to allow them. */
export async function allowOrigins(
  app: FastifyInstance,
  origins: readonly string[],
  methodsByPath: MethodsByPath,
  log: Logger,
): Promise<void> {
  if (origins.length === 0) return warnOfPreflight(app, log);
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

/** Warns once only, since anybody can send preflights. */
function warnOfPreflight(app: FastifyInstance, log: Logger): void {
  let hasWarned = false;
  app.addHook('onRequest', ({ method, headers }, _reply, done) => {
    done();
    if (hasWarned || method !== 'OPTIONS' || !isPreflight(headers)) return;
    hasWarned = true;
    log.warn(
      { origin: headers.origin?.slice(0, 200) },
      'a browser page was refused by CORS: to allow it, add its origin to CORS_ORIGINS',
    );
  });
}
