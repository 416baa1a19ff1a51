import { type SQL, sql } from 'drizzle-orm';
import { PgArray, type PgColumn, PgJsonb, PgText } from 'drizzle-orm/pg-core';

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
