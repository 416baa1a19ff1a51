import { and, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { idempotencyKeys } from './table.ts';

const atOnce = 10_000;

const isOld = sql`${idempotencyKeys.createdAt} <= now() - interval '24 hours'`;

/**
 * Deletes keys of more than 24 hours, in all organizations, as many as one statement can in time.
 * @returns true when there may be more
 */
export async function clearIdempotencyKeys(db: Db): Promise<boolean> {
  const { organizationId, key, createdAt } = idempotencyKeys;
  // By their primary key: the place of a row (ctid) is another row's in another partition, or after an update.
  const old = db
    .$with('old')
    .as(db.select({ organizationId, key }).from(idempotencyKeys).where(isOld).limit(atOnce));
  const cleared = await db
    .with(old)
    .delete(idempotencyKeys)
    .where(
      and(isOld, sql`(${organizationId}, ${key}) in (select ${old.organizationId}, ${old.key} from ${old})`),
    )
    .returning({ createdAt });
  return cleared.length === atOnce;
}
