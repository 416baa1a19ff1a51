import type { Logger } from 'pino';
import type { Db } from '../core/db/database.ts';
import type { Retention } from '../core/settings.ts';
import { type RemovedKind, removeExpired } from '../erasure/retention.ts';

/** The pause between two searches for data past its retention. */
const pauseMs = 10 * 60_000;
/** The time for which data is removed before other work goes on. */
const sliceMs = 250;

export type RemovedRows = Record<RemovedKind, number>;

export const noRows = (): RemovedRows => ({
  audit_entries: 0,
  clients: 0,
  users: 0,
  activities: 0,
  idempotency_keys: 0,
  webhook_deliveries: 0,
});

/**
 * Returns a function that removes data past its retention for a moment, or does nothing if a search ended lately.
 * @param removed counts the rows
 */
export function createRemoval(
  { db, log, retention }: { db: Db; log: Logger; retention: Retention },
  removed: RemovedRows,
): () => Promise<void> {
  let nextMs = 0;
  let search: ReturnType<typeof removeExpired> | undefined;
  let found: Partial<RemovedRows> = {};
  return async () => {
    if (performance.now() < nextMs) return;
    const endMs = performance.now() + sliceMs;
    // Set first, so that an error does not keep the worker from its other work.
    nextMs = performance.now() + pauseMs;
    const current = search ?? removeExpired(db, retention);
    search = undefined;
    do {
      const { value, done } = await current.next();
      if (done) {
        if (Object.keys(found).length > 0) log.info(found, 'removed data past its retention');
        found = {};
        return;
      }
      const { kind, rows } = value;
      if (rows > 0) found = { ...found, [kind]: (found[kind] ?? 0) + rows };
      removed[kind] += rows;
    } while (performance.now() < endMs);
    search = current;
    nextMs = 0;
  };
}
