import { and, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { compareKey, type Key, keyWithin } from './key-order.ts';
import { readPages } from './pages.ts';
import type { Row, TenantRows, TenantTable } from './tenant-rows.ts';

/** The rows of a page. Few, since imported contents have up to 4 MiB. */
const pageRows = 10;

/**
 * Reads rows of an organization page by page, in the order of a unique key.
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
    limit = pageRows,
  }: {
    readonly columns: C;
    readonly where?: SQL | undefined;
    readonly key?: Readonly<Record<string, PgColumn>>;
    readonly limit?: number;
  },
  signal?: AbortSignal,
): AsyncGenerator<readonly (Row<C> & Key)[]> =>
  readPages(async (last) => {
    const rest = and(where, last && compareKey(key, '>', last));
    const rows = await db
      .select<Record<string, PgColumn>>({ ...key, ...columns }, table, rest)
      .orderBy(...Object.values(key))
      .limit(limit);
    // Drizzle's builder types do not support a generic table.
    return rows as (Row<C> & Key)[];
  }, signal);
