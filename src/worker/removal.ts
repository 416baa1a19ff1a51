import type { Logger } from 'pino';
import type { Db } from '../core/db/database.ts';
import { type Background, startLoop } from '../core/loop.ts';
import type { Retention } from '../core/settings.ts';
import { removeExpired } from '../erasure/retention.ts';

/** The pause between two searches for data past its retention. */
const restMs = 10 * 60_000;

/** Removes data past its retention, until it is stopped. */
export function startRemoval(db: Db, log: Logger, retention: Retention): Background {
  return startLoop({ log, restMs, what: 'removing data past its retention' }, async (signal) => {
    const removed: Record<string, number> = {};
    try {
      for await (const { kind, rows } of removeExpired(db, retention)) {
        if (rows > 0) removed[kind] = (removed[kind] ?? 0) + rows;
        if (signal.aborted) break;
      }
    } finally {
      if (Object.keys(removed).length > 0) log.info(removed, 'removed data past its retention');
    }
    return false;
  });
}
