import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ApiError } from '../core/errors.ts';
import { exposedHeaders } from './answer.ts';
import { type MethodsByPath, methodNotAllowed } from './method-not-allowed.ts';

/** Lets pages of these origins call. Without any, the log says once how to let them. */
export async function allowOrigins(
  app: FastifyInstance,
  origins: readonly string[],
  methodsByPath: MethodsByPath,
  log: Logger,
): Promise<void> {
  if (origins.length === 0) return warnOfPreflight(app, log);
  // The plugin answers every OPTIONS; only a preflight to a path of ours is one for it (Fetch standard, 3.3).
  app.addHook('onRequest', async ({ method, routeOptions, headers }) => {
    if (method !== 'OPTIONS') return;
    const allowed = methodsByPath.get(routeOptions.url ?? '');
    if (!allowed) throw new ApiError('not_found');
    if (!isPreflight(headers)) throw methodNotAllowed(allowed);
  });
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match'],
    exposedHeaders,
    maxAge: 600,
  });
}

const isPreflight = (headers: FastifyRequest['headers']) =>
  headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

/** Once, since anybody can send preflights. */
function warnOfPreflight(app: FastifyInstance, log: Logger): void {
  let hasWarned = false;
  app.addHook('onRequest', async ({ method, headers }) => {
    if (hasWarned || method !== 'OPTIONS' || !isPreflight(headers)) return;
    hasWarned = true;
    log.warn(
      { origin: headers.origin?.slice(0, 200) },
      'a browser page asked to call the API and was refused: list its origin in CORS_ORIGINS',
    );
  });
}
