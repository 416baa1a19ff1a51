import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/**
 * The id of an insertion's parameters `organizationId` and `id`; or, where the organization has rows that sort after it, since
 * another clock made their ids, one that sorts after them: theirs, a millisecond later. So a page's cursor never skips a
 * row that is inserted later.
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
