import { setTimeout } from 'node:timers/promises';
import type { ConnectionServices } from '../connections/services.ts';
import { startConnections } from '../connections/work.ts';
import type { Retention } from '../core/settings.ts';
import { type WorkCounts, type WorkServices, workOnce } from '../insights/work.ts';
import { createRemoval, noRows, type RemovedRows } from './removal.ts';

/** The pause when nothing is due, and the maximum backoff after errors. */
const restMs = 1_000;
const maxRestMs = 10_000;

/** A running worker. */
export interface Worker {
  /** Stops as soon as possible without losing work; unfinished work stays due. */
  stop(): Promise<void>;
  /** The work done since the start. */
  readonly counts: Readonly<WorkCounts>;
  /** The rows removed after their retention since the start. */
  readonly removed: Readonly<RemovedRows>;
  /** The age of the last heartbeat of its slower loop. A loop beats at least once a minute, also during an outage. */
  heartbeatAgeMs(): number;
}

/** The dependencies of a worker. Without `connections` it keeps none in sync. */
export interface WorkerServices extends WorkServices {
  readonly connections?: ConnectionServices | undefined;
  readonly retention: Retention;
}

/**
 * Starts a worker, which runs until it is stopped.
 * @param now returns the as-of date of the cards
 */
export function startWorker(services: WorkerServices, now: () => Date): Worker {
  const stopping = new AbortController();
  const counts = { assigned: 0, computed: 0, failed: 0 };
  const removed = noRows();
  let beatAtMs = performance.now();
  const beat = () => (beatAtMs = performance.now());
  const ended = work(services, { counts, removed }, now, beat, stopping.signal);
  const connections = services.connections && startConnections(services.connections);
  return {
    counts,
    removed,
    heartbeatAgeMs: () => Math.max(performance.now() - beatAtMs, connections?.heartbeatAgeMs() ?? 0),
    async stop() {
      stopping.abort();
      await Promise.all([ended, connections?.stop()]);
    },
  };
}

async function work(
  services: WorkerServices,
  { counts, removed }: { counts: WorkCounts; removed: RemovedRows },
  now: () => Date,
  beat: () => void,
  signal: AbortSignal,
): Promise<void> {
  const { log } = services;
  let faults = 0;
  const removeForAMoment = createRemoval(services, removed);
  while (!signal.aborted) {
    beat();
    let rest = restMs;
    try {
      await removeForAMoment();
      const done = await workOnce(services, {}, now, signal);
      faults = 0;
      if (done) {
        rest = 0;
        counts.assigned += done.assigned;
        counts.computed += done.computed;
        counts.failed += done.failed;
      }
      if (done && done.computed > 0) log.info({ clients: done.computed }, 'computed the cards of clients');
    } catch (error) {
      if (signal.aborted) break;
      rest = Math.min(restMs * 2 ** faults++, maxRestMs);
      log.error({ err: error }, 'background work failed; retrying');
    }
    // Rejects when the worker is stopped; the loop then ends.
    if (rest > 0) await setTimeout(rest, undefined, { signal }).catch(() => {});
  }
}
