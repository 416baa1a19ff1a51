import { and, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { idempotencyKeys } from './table.ts';

const batchSize = 10_000;

/**
 * Deletes one batch of keys older than a number of hours, in all organizations. Skips keys that another process is
 * deleting.
 * @returns the number of keys deleted
 */
export async function clearIdempotencyKeys(db: Db, hours: number): Promise<number> {
  const isOld = sql`${idempotencyKeys.createdAt} <= now() - ${`${hours} hours`}::interval`;
  const { organizationId, key, createdAt } = idempotencyKeys;
  // Not by ctid: other partitions use the same values, and an update moves the row.
  const old = db
    .$with('old')
    .as(
      db
        .select({ organizationId, key })
        .from(idempotencyKeys)
        .where(isOld)
        .limit(batchSize)
        .for('update', { skipLocked: true }),
    );
  const cleared = await db
    .with(old)
    .delete(idempotencyKeys)
    .where(
      and(isOld, sql`(${organizationId}, ${key}) in (select ${old.organizationId}, ${old.key} from ${old})`),
    )
    .returning({ createdAt });
  return cleared.length;
}
