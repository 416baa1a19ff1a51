import { and, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { idempotencyKeys } from './table.ts';

const batchSize = 10_000;

const isOld = sql`${idempotencyKeys.createdAt} <= now() - interval '24 hours'`;

/**
 * Deletes one batch of keys older than 24 hours, in all organizations.
 * @returns true if there may be more
 */
export async function clearIdempotencyKeys(db: Db): Promise<boolean> {
  const { organizationId, key, createdAt } = idempotencyKeys;
  // Not by ctid: other partitions use the same values, and an update moves the row.
  const old = db
    .$with('old')
    .as(db.select({ organizationId, key }).from(idempotencyKeys).where(isOld).limit(batchSize));
  const cleared = await db
    .with(old)
    .delete(idempotencyKeys)
    .where(
      and(isOld, sql`(${organizationId}, ${key}) in (select ${old.organizationId}, ${old.key} from ${old})`),
    )
    .returning({ createdAt });
  return cleared.length === batchSize;
}
