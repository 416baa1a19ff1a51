import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '../core/db/database.ts';
import { compareKey, type Key, keyWithin } from '../core/db/key-order.ts';
import { pageSize } from '../core/db/page-size.ts';
import { readPages } from '../core/db/pages.ts';
import { readVersion } from '../core/paths.ts';
import { organizations } from '../organization/table.ts';
import { exportFormat, exportVersion, toLine } from './file.ts';
import { type DataTable, dataTables, isExported } from './tables.ts';

const page = { rows: 200, bytes: 4_000_000 };

/** The snapshot keeps PostgreSQL from removing dead rows, and the embedded database from other work. */
const maxUnreadMs = 30_000;

/** Lines of an export. Forgets them once they were sent: tRPC's local link keeps every part until the last one. */
export class ExportPart {
  #lines: string;

  constructor(lines: string) {
    this.#lines = lines;
  }

  toJSON(): string {
    const lines = this.#lines;
    this.#lines = '';
    return lines;
  }
}

/**
 * Exports an organization from one snapshot of the database, as lines of JSON.
 * @returns parts of the file, each of one or more lines; what is not read soon keeps the database waiting
 */
export async function* exportOrganization(
  db: Db,
  organizationId: string,
  at: Date,
): AsyncGenerator<ExportPart> {
  const parts = new PassThrough({ objectMode: true, highWaterMark: 2 });
  const stop = () => parts.destroy(new Error('the export ended, because nobody read it for too long'));
  const unread = setTimeout(stop, maxUnreadMs).unref();
  const snapshot = db
    .transaction(
      async (transaction) => {
        await transaction.execute(
          sql`select set_config('idle_in_transaction_session_timeout', ${`${2 * maxUnreadMs}`}, true)`,
        );
        await pipeline(readParts(transaction, organizationId, at), parts);
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    .catch((error: unknown) => parts.destroy(error instanceof Error ? error : new Error(String(error))));
  try {
    for await (const part of parts) {
      yield new ExportPart(part);
      unread.refresh();
    }
  } finally {
    clearTimeout(unread);
    // Ends the transaction, too, if the reader leaves before the end.
    parts.destroy();
    await snapshot;
  }
}

async function* readParts(db: Db, organizationId: string, at: Date): AsyncGenerator<string> {
  const {
    organizationId: id,
    state: _state,
    importId: _importId,
    ...columns
  } = getTableColumns(organizations);
  const [organization] = await db
    .select({ id, ...columns })
    .from(organizations)
    .where(eq(organizations.organizationId, organizationId));
  if (!organization) throw new Error('the organization was deleted');
  yield toLine({
    format: exportFormat,
    version: exportVersion,
    program: readVersion(),
    at: at.toISOString(),
    organization,
  });
  const rows: Record<string, number> = {};
  for (const each of dataTables.filter(isExported)) {
    rows[each.name] = 0;
    for await (const page of readRows(db, organizationId, each)) {
      rows[each.name] = (rows[each.name] ?? 0) + page.length;
      yield page.map((row) => toLine({ table: each.name, row })).join('');
    }
  }
  yield toLine({ end: true, rows });
}

/** Reads the rows of a table in the order of the primary key. */
const readRows = (db: Db, organizationId: string, { table, exported }: DataTable) =>
  readPages(async (last: Key | undefined) => {
    const key = keyWithin(table);
    const remaining = and(eq(table.organizationId, organizationId), last && compareKey(table, '>', last));
    const columns = Object.values(exported);
    const size = await pageSize(db, table, {
      ...page,
      columns,
      where: remaining,
      orderBy: Object.values(key),
    });
    return (await db
      .select(exported)
      .from(table)
      .where(remaining)
      .orderBy(...Object.values(key))
      .limit(size)) as Key[];
  });
