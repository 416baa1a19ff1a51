import type { FastifyInstance } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { withTimeout } from '../core/timeouts.ts';

/** Paths that are requested every few seconds. */
export const probePaths = ['/livez', '/readyz'];

/** Serves `/livez` and `/readyz`. `/readyz` answers 503 once the server begins to stop. */
export function serveProbes(
  app: FastifyInstance,
  isReady: () => Promise<boolean>,
  databaseTimeoutMs?: number,
): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.get('/livez', () => ({ status: 'ok' }));
  let asking: Promise<boolean> | undefined;
  app.get('/readyz', async () => {
    // Concurrent requests share one query, since anybody may call this.
    asking ??= withTimeout(isReady(), databaseTimeoutMs)
      .catch(() => false)
      .finally(() => (asking = undefined));
    if (isStopping || !(await asking)) throw new ApiError('unavailable');
    return { status: 'ok' };
  });
}
