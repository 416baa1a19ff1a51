import type { ConnectionServices } from '../connections/services.ts';
import { startConnections } from '../connections/work.ts';
import { type Background, startLoop } from '../core/loop.ts';
import type { RateLimits } from '../core/rate-limit/rate-limit.ts';
import type { Retention } from '../core/settings.ts';
import { type WorkCounts, type WorkServices, workOnce } from '../insights/work.ts';
import { startWebhooks } from '../webhooks/work.ts';
import { startRemoval } from './removal.ts';

/** The pause when nothing is due. */
const restMs = 1_000;

/** A running worker. Its heartbeat is that of its slowest loop, which beats at least once a minute, also during an outage. */
export interface Worker extends Background {
  /** The work done since the start. */
  readonly counts: Readonly<Pick<WorkCounts, 'computed' | 'failed'>>;
}

/**
 * Starts a worker, which runs until it is stopped.
 * @param kept the services for connections, which it keeps in sync, and the limits that webhooks show; neither if undefined
 */
export function startWorker(
  services: WorkServices,
  retention: Retention,
  kept: { readonly connections: ConnectionServices; readonly limits: RateLimits } | undefined,
): Worker {
  const { db, log } = services;
  const counts = { computed: 0, failed: 0 };
  const insights = startLoop({ log, restMs, what: 'background work' }, async (signal) => {
    const done = await workOnce(services, {}, () => new Date(), signal);
    if (!done) return false;
    counts.computed += done.computed;
    counts.failed += done.failed;
    if (done.computed > 0) log.info({ clients: done.computed }, 'computed the cards of clients');
    return true;
  });
  const loops = kept
    ? [
        insights,
        startConnections(kept.connections),
        startWebhooks({ ...kept.connections, limits: kept.limits }),
      ]
    : [insights];
  // Rests for minutes, so it has no part in the heartbeat.
  const removal = startRemoval(db, log, retention);
  return {
    counts,
    heartbeatAgeMs: () => Math.max(...loops.map((loop) => loop.heartbeatAgeMs())),
    async stop() {
      await Promise.all([...loops, removal].map((loop) => loop.stop()));
    },
  };
}
