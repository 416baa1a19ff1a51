import type { FastifyInstance } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { shared } from '../core/timeouts.ts';

/** Paths that are requested every few seconds. */
export const probePaths = ['/livez', '/readyz'];

/** Serves `/livez` and `/readyz`. `/readyz` answers 503 once the server begins to stop. */
export function serveProbes(
  app: FastifyInstance,
  isReady: () => Promise<boolean>,
  databaseTimeoutMs: number,
): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.get('/livez', () => ({ status: 'ok' }));
  // Anybody may call this.
  const askReady = shared(isReady, databaseTimeoutMs);
  app.get('/readyz', async () => {
    if (isStopping || !(await askReady())) throw new ApiError('unavailable');
    return { status: 'ok' };
  });
}
