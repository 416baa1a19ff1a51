import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../../src/core/db/database.ts';

/** Makes writes to the rows that meet a condition fail, until the returned function is called. */
export async function refuseWrites(
  { db }: Pick<Database, 'db'>,
  write: { on: string; before: 'insert' | 'update' | 'delete'; when: string },
): Promise<() => Promise<void>> {
  const name = sql.identifier(`refuse_${randomUUID()}`);
  const table = sql.identifier(write.on);
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`lock table ${table} in share row exclusive mode`);
    await transaction.execute(sql`create function ${name}() returns trigger language plpgsql
      as $$ begin raise exception 'refused by the test'; end $$`);
    await transaction.execute(sql`create trigger ${name} before ${sql.raw(write.before)} on ${table}
      for each row when (${sql.raw(write.when)}) execute function ${name}()`);
  });
  return () =>
    db.transaction(async (transaction) => {
      // Dropping locks the partitions before their table, unlike the writes of other tests: a deadlock now and then.
      await transaction.execute(sql`lock table ${table} in access exclusive mode`);
      await transaction.execute(sql`drop trigger ${name} on ${table}`);
      await transaction.execute(sql`drop function ${name}()`);
    });
}
