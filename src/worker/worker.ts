import { setTimeout } from 'node:timers/promises';
import type { ConnectionServices } from '../connections/services.ts';
import { startConnections } from '../connections/work.ts';
import type { RateLimits } from '../core/rate-limit/rate-limit.ts';
import type { Retention } from '../core/settings.ts';
import { type WorkCounts, type WorkServices, workOnce } from '../insights/work.ts';
import { startWebhooks } from '../webhooks/work.ts';
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
  /** The age of the last heartbeat of its slowest loop. A loop beats at least once a minute, also during an outage. */
  heartbeatAgeMs(): number;
}

/**
 * Starts a worker, which runs until it is stopped.
 * @param kept the services for connections, which it keeps in sync, and the limits that webhooks show; neither if undefined
 * @param now returns the as-of date of the cards
 */
export function startWorker(
  services: WorkServices,
  retention: Retention,
  kept: { readonly connections: ConnectionServices; readonly limits: RateLimits } | undefined,
  now: () => Date,
): Worker {
  const stopping = new AbortController();
  const counts = { assigned: 0, computed: 0, failed: 0 };
  const removed = noRows();
  let beatAtMs = performance.now();
  const beat = () => (beatAtMs = performance.now());
  const removeForAMoment = createRemoval({ ...services, retention }, removed);
  const ended = work(services, removeForAMoment, counts, now, beat, stopping.signal);
  const others = kept
    ? [startConnections(kept.connections), startWebhooks({ ...kept.connections, limits: kept.limits })]
    : [];
  return {
    counts,
    removed,
    heartbeatAgeMs: () =>
      Math.max(performance.now() - beatAtMs, ...others.map((other) => other.heartbeatAgeMs())),
    async stop() {
      stopping.abort();
      await Promise.all([ended, ...others.map((other) => other.stop())]);
    },
  };
}

async function work(
  services: WorkServices,
  removeForAMoment: () => Promise<void>,
  counts: WorkCounts,
  now: () => Date,
  beat: () => void,
  signal: AbortSignal,
): Promise<void> {
  const { log } = services;
  let faults = 0;
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
