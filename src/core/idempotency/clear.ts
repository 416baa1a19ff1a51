import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../db.ts';
import { idempotencyKeys } from './table.ts';

const atOnce = 10_000;

/** Deletes the keys of more than 24 hours, in all organizations; told to stop, it leaves the rest. */
export async function clearIdempotencyKeys(db: Db, signal?: AbortSignal): Promise<void> {
  const old = db
    .select({ place: sql`ctid` })
    .from(idempotencyKeys)
    .where(sql`${idempotencyKeys.createdAt} <= now() - interval '24 hours'`)
    .limit(atOnce);
  for (let cleared = atOnce; cleared === atOnce && !signal?.aborted; ) {
    const rows = await db
      .delete(idempotencyKeys)
      .where(inArray(sql`ctid`, old))
      .returning({ createdAt: idempotencyKeys.createdAt });
    cleared = rows.length;
  }
}
