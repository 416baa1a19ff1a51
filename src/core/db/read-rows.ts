import { and, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { compareKey, type Key, keyWithin } from './key-order.ts';
import { type Bound, keysWithin } from './page-size.ts';
import { readPages } from './pages.ts';
import type { Row, TenantRows, TenantTable } from './tenant-rows.ts';

/** The bound of pages whose texts are read: done long before the timeout of a statement. */
const readBound: Bound = { rows: 1_000, bytes: 2_000_000 };

/**
 * Reads rows of an organization page by page, in the order of a unique key, and within a bound of rows and bytes.
 * @param key columns of an index; by default the primary key
 * @throws the reason of the signal, once it has aborted
 */
export const readRows = <C extends Record<string, PgColumn>>(
  db: TenantRows,
  table: TenantTable,
  {
    columns,
    where,
    key = keyWithin(table),
  }: {
    readonly columns: C;
    readonly where?: SQL | undefined;
    readonly key?: Readonly<Record<string, PgColumn>>;
  },
  signal?: AbortSignal,
): AsyncGenerator<readonly (Row<C> & Key)[]> =>
  readPages(async (last) => {
    const rest = and(where, last && compareKey(key, '>', last));
    const keys = await keysWithin(db, table, key, rest, readBound);
    const rows = await db
      .select<Record<string, PgColumn>>({ ...key, ...columns }, table, rest)
      .orderBy(...Object.values(key))
      .limit(keys.length);
    // Drizzle's builder types do not support a generic table.
    return rows as (Row<C> & Key)[];
  }, signal);
