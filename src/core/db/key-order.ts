import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core';
import type { TenantTable } from './tenant-rows.ts';

/** The columns of the primary key that identify a row within its organization, by their names in TypeScript. */
export function keyWithin(table: TenantTable): Record<string, PgColumn> {
  const names = getTableConfig(table).primaryKeys[0]?.columns.map(({ name }) => name) ?? [];
  const columns: [string, PgColumn][] = Object.entries(getTableColumns(table));
  // In the order of the key; by name, since Drizzle gives a table's constraints columns of their own.
  const key = names
    .filter((name) => name !== table.organizationId.name)
    .flatMap((name) => columns.filter(([, column]) => column.name === name));
  if (key.length === 0) throw new Error(`${getTableName(table)} has no key of several columns.`);
  return Object.fromEntries(key);
}

/** The values of the columns of a `keyWithin`. */
export type Key = Readonly<Record<string, unknown>>;

/** The condition that a row comes after the one with this key, or is at most that one. */
export function compareKey(
  keyColumns: Readonly<Record<string, PgColumn>>,
  comparison: '>' | '<=',
  key: Key,
): SQL {
  const columns = Object.entries(keyColumns);
  const values = columns.map(
    ([name, column]) => sql`${sql.param(key[name], column)}::${sql.raw(column.getSQLType())}`,
  );
  const row = sql.join(
    columns.map(([, column]) => sql`${column}`),
    sql`, `,
  );
  return sql`(${row}) ${sql.raw(comparison)} (${sql.join(values, sql`, `)})`;
}
