import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/**
 * Makes the SQL of a new row's id from the parameters `organizationId` and `id`. If another process, whose clock is ahead,
 * has inserted a row with a later id, the new id is a millisecond after that one. So a cursor never skips a row whose
 * statement begins after the page was read. Of two rows whose statements overlap, the one that sorts first may be committed
 * last, and be skipped: a sequence, for which all processes would wait, would not prevent that either.
 */
export function idAfterAll(table: PgTable & { organizationId: PgColumn; id: PgColumn }): SQL {
  const id = sql`${sql.placeholder('id')}::uuid`;
  const hex = (uuid: SQL | PgColumn) => sql`replace(${uuid}::text, '-', '')`;
  const nextMs = sql`lpad(to_hex(('x' || left(${hex(table.id)}, 12))::bit(48)::bigint + 1), 12, '0')`;
  return sql`coalesce((
    select (${nextMs} || right(${hex(id)}, 20))::uuid from ${table}
    where ${table.organizationId} = ${sql.placeholder('organizationId')} and ${table.id} >= ${id}
    order by ${table.id} desc limit 1), ${id})`;
}
