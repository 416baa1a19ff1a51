import { and, type SQL, sql } from 'drizzle-orm';
import type { Db } from './database.ts';
import { compareKey, type Key, keyWithin } from './key-order.ts';
import type { TenantRows, TenantTable } from './tenant-rows.ts';

/** Few enough that a batch is done before the timeout of a statement, even one of contents of 4 MiB. */
export const batchRows = 50;
/** The rows of a batch without contents. Few enough that nobody waits long for its locks. */
const smallRows = 100;

/**
 * Deletes rows of an organization in batches, in the order of the primary key, each batch in a statement of its own. A caller
 * may stop at any time and begin again later.
 * @param where only these rows; by default all
 * @returns the number of rows of each batch
 */
export async function* deleteInBatches(
  db: TenantRows,
  table: TenantTable,
  where?: SQL,
): AsyncGenerator<number> {
  const key = keyWithin(table);
  let last: Key | undefined;
  for (;;) {
    // Begins where the last batch ended: deleted rows stay in the index until vacuumed, and would be read again each time.
    const remaining = and(where, last && compareKey(key, '>', last));
    const keys = await db
      .select(key, table, remaining)
      .orderBy(...Object.values(key))
      .limit(batchRows);
    last = keys.at(-1);
    if (!last) return;
    const batch = and(remaining, compareKey(key, '<=', last));
    yield (await db.delete(table, batch).returning({ one: sql`1` })).length;
  }
}

/** Deletes one batch of small rows of all organizations. Skips rows that another process has locked. @returns their number */
export async function deleteBatch(db: Db, table: TenantTable, where: SQL | undefined): Promise<number> {
  const key = sql.join([table.organizationId, ...Object.values(keyWithin(table))], sql`, `);
  // Not by ctid: other partitions use the same values. A query that locks rows is run once, whatever the plan.
  const deleted = await db
    .delete(table)
    .where(
      sql`(${key}) in (with old as materialized (select ${key} from ${table} where ${where}
        limit ${smallRows} for update skip locked) select * from old)`,
    )
    .returning({ one: sql`1` });
  return deleted.length;
}
