import { and, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { batchRows } from './delete-in-batches.ts';
import { compareKey, type Key, keyWithin } from './key-order.ts';
import { readPages } from './pages.ts';
import type { Row, TenantRows, TenantTable } from './tenant-rows.ts';

/** The rows of a page with contents. Few, since imported ones have up to 4 MiB. */
const contentRows = 10;

/**
 * Reads rows of an organization page by page, in the order of the primary key. A page has at most `batchRows`.
 * @throws the reason of the signal, once it has aborted
 */
export const readRows = <C extends Record<string, PgColumn>>(
  db: TenantRows,
  table: TenantTable,
  {
    columns,
    where,
  }: {
    readonly columns: C;
    readonly where?: SQL | undefined;
  },
  signal?: AbortSignal,
): AsyncGenerator<readonly (Row<C> & Key)[]> => {
  const key = keyWithin(table);
  return readPages(async (last) => {
    const rest = and(where, last && compareKey(key, '>', last));
    const rows = await db
      .select<Record<string, PgColumn>>({ ...key, ...columns }, table, rest)
      .orderBy(...Object.values(key))
      .limit('content' in columns ? contentRows : batchRows);
    // Drizzle's builder types do not support a generic table.
    return rows as (Row<C> & Key)[];
  }, signal);
};
