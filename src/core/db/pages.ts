import { and, asc, gt, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { IdPage } from '../rest/cursor.ts';
import { nilUuid } from '../rest/fields.ts';
import { neverAborted } from '../timeouts.ts';
import type { TenantReader } from './tenant.ts';
import type { Columns, TenantTable } from './tenant-rows.ts';
import { named, parameter } from './tenant-statements.ts';

/** Declares a list of an organization's rows in order of creation, and returns the function that reads a page of it. */
export function pageById<C extends Columns>(
  name: string,
  table: TenantTable & { id: PgColumn },
  columns: C,
  where?: SQL,
) {
  const query = named(
    name,
    { after: parameter<string>(), limit: parameter<number>() },
    (db, { after, limit }) =>
      db
        .select(columns, table, and(gt(table.id, after), where))
        .orderBy(asc(table.id))
        .limit(limit),
  );
  return (db: TenantReader, { after = nilUuid, limit }: IdPage) => db.all(query, { after, limit });
}

/**
 * Reads rows page by page until a page is empty. A page is read when the one before it has been consumed.
 * @param read returns the rows after the last one of the previous page, or the first rows
 * @throws the reason of the signal, once it has aborted
 */
export async function* readPages<Row>(
  read: (last: Row | undefined) => Promise<readonly Row[]>,
  signal: AbortSignal = neverAborted,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  do {
    signal.throwIfAborted();
    const page = await read(last);
    if (page.length > 0) yield page;
    last = page.at(-1);
  } while (last !== undefined);
}
