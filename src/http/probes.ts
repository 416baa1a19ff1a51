import type { FastifyInstance } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { withTimeout } from '../core/timeouts.ts';

/** Serves `/livez`, and `/readyz`, which is 503 as soon as the server begins to stop. */
export function serveProbes(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.get('/livez', () => ({ status: 'ok' }));
  let asking: Promise<boolean> | undefined;
  app.get('/readyz', async () => {
    // Anybody may ask; the database is asked once for all who ask at the same time.
    asking ??= withTimeout(isReady())
      .catch(() => false)
      .finally(() => (asking = undefined));
    if (isStopping || !(await asking)) throw new ApiError('unavailable');
    return { status: 'ok' };
  });
}
