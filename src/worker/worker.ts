import { setTimeout } from 'node:timers/promises';
import type { ConnectionServices } from '../connections/services.ts';
import { startConnections } from '../connections/work.ts';
import { clearIdempotencyKeys } from '../core/rest/idempotency/clear.ts';
import { type WorkCounts, type WorkServices, workOnce } from '../insights/work.ts';

/** The pause when nothing is due, and the maximum backoff after errors. */
const restMs = 1_000;
const maxRestMs = 10_000;

const clearEveryMs = 10 * 60_000;

/** A running worker. */
export interface Worker {
  /** Stops as soon as possible without losing work; unfinished work stays due. */
  stop(): Promise<void>;
  /** The work done since the start. */
  readonly counts: Readonly<WorkCounts>;
  /** The time since its slower loop last began a turn. A turn takes a minute at most, also during an outage. */
  sinceTurnMs(): number;
}

/** The dependencies of a worker. Without `connections` it keeps none in step. */
export interface WorkerServices extends WorkServices {
  readonly connections?: ConnectionServices | undefined;
}

/**
 * Starts a worker, which runs until it is stopped.
 * @param now returns the as-of date of the cards
 */
export function startWorker(services: WorkerServices, now: () => Date): Worker {
  const stopping = new AbortController();
  const counts = { assigned: 0, computed: 0, failed: 0 };
  let turnedAtMs = performance.now();
  const turn = () => (turnedAtMs = performance.now());
  const ended = work(services, counts, now, turn, stopping.signal);
  const connections = services.connections && startConnections(services.connections);
  return {
    counts,
    sinceTurnMs: () => Math.max(performance.now() - turnedAtMs, connections?.sinceTurnMs() ?? 0),
    async stop() {
      stopping.abort();
      await Promise.all([ended, connections?.stop()]);
    },
  };
}

async function work(
  services: WorkServices,
  counts: WorkCounts,
  now: () => Date,
  turn: () => void,
  signal: AbortSignal,
): Promise<void> {
  const { log } = services;
  let faults = 0;
  let clearFromMs = 0;
  while (!signal.aborted) {
    turn();
    let rest = restMs;
    try {
      if (performance.now() >= clearFromMs) {
        // Set first, so that an error while clearing does not keep the worker from its other work.
        clearFromMs = performance.now() + clearEveryMs;
        if (await clearIdempotencyKeys(services.db)) clearFromMs = 0;
      }
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
