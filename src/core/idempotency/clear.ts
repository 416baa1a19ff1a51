import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../db.ts';
import { idempotencyKeys } from './table.ts';

const atOnce = 10_000;

/**
 * Deletes keys of more than 24 hours, in all organizations, as many as one statement can in time.
 * @returns true when there may be more
 */
export async function clearIdempotencyKeys(db: Db): Promise<boolean> {
  const old = db
    .select({ place: sql`ctid` })
    .from(idempotencyKeys)
    .where(sql`${idempotencyKeys.createdAt} <= now() - interval '24 hours'`)
    .limit(atOnce);
  const cleared = await db
    .delete(idempotencyKeys)
    .where(inArray(sql`ctid`, old))
    .returning({ createdAt: idempotencyKeys.createdAt });
  return cleared.length === atOnce;
}
