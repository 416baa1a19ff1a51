import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { PgArray, type PgColumn, PgJsonb, PgText } from 'drizzle-orm/pg-core';
import type { Key } from './key-order.ts';
import type { TenantRows, TenantTable } from './tenant-rows.ts';

/** The bound of a page or a batch: at most this many rows, and at most this many bytes or one row. */
export interface Bound {
  readonly rows: number;
  readonly bytes: number;
}

/**
 * The bytes of the values of unbounded length in a row. PostgreSQL knows the length of a stored text without reading it, but
 * of arrays and JSON only the length after compression, to as little as a ninetieth.
 */
export function byteLength(columns: readonly PgColumn[]): SQL<number> {
  const lengths = columns.flatMap((column) => {
    if (column instanceof PgText) return sql`coalesce(octet_length(${column}), 0)::float8`;
    if (column instanceof PgArray || column instanceof PgJsonb)
      return sql`20 * coalesce(pg_column_size(${column}), 0)::float8`;
    return [];
  });
  return sql<number>`(${sql.join([sql`0::float8`, ...lengths], sql` + `)})`;
}

/** The number of leading rows within a bound of bytes, at least one. */
export function countWithin(rows: readonly { readonly bytes: number }[], bytes: number): number {
  let remaining = bytes;
  const firstOver = rows.findIndex((row) => {
    remaining -= row.bytes;
    return remaining < 0;
  });
  return firstOver === -1 ? rows.length : Math.max(firstOver, 1);
}

/** Reads the keys of the first rows of an organization in the order of a key, within a bound. */
export async function keysWithin(
  db: TenantRows,
  table: TenantTable,
  key: Readonly<Record<string, PgColumn>>,
  where: SQL | undefined,
  bound: Bound,
): Promise<readonly Key[]> {
  const rows = await db
    .select({ ...key, bytes: byteLength(Object.values(getTableColumns(table))) }, table, where)
    .orderBy(...Object.values(key))
    .limit(bound.rows);
  return rows.slice(0, countWithin(rows, bound.bytes));
}
