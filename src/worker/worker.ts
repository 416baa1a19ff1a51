import type { Config } from '../config.ts';
import { type ConnectionServices, createConnectionServices } from '../connections/services.ts';
import { startConnections } from '../connections/work.ts';
import { type Background, startLoop } from '../core/loop.ts';
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

export function startWorker(
  services: WorkServices & Pick<ConnectionServices, 'secrets'>,
  {
    retention,
    limits,
    workerConnections: maxKept,
  }: Pick<Config, 'retention' | 'limits' | 'workerConnections'>,
): Worker {
  const { db, log, secrets } = services;
  const connections = createConnectionServices({ db, log, secrets, maxKept });
  const counts = { computed: 0, failed: 0 };
  const insights = startLoop({ log, restMs, what: 'background work' }, async (signal) => {
    const done = await workOnce(services, {}, () => new Date(), signal);
    if (!done) return false;
    counts.computed += done.computed;
    counts.failed += done.failed;
    if (done.computed > 0) log.info({ clients: done.computed }, 'computed the cards of clients');
    return true;
  });
  const loops = [insights, startConnections(connections), startWebhooks({ ...connections, limits })];
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
