import { and, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type Key, keyWithin } from '../core/db/key-order.ts';
import { readRows } from '../core/db/read-rows.ts';
import type { TenantDb } from '../core/db/tenant.ts';
import type { TenantRows, TenantTable } from '../core/db/tenant-rows.ts';
import { type DataTable, dataTables } from '../organization-data/tables.ts';

type MentioningTable = DataTable & Required<Pick<DataTable, 'mentions'>>;

/** Counts the rows that were changed or removed in each table, by its name in TypeScript. */
export type ErasedRows = Record<string, number>;

/** True if the texts or the ids of a row have what is to be erased. */
type Find = (texts: readonly string[], ids: readonly string[]) => boolean;

/** Replaces what is erased in rows. Runs in a transaction for each page. */
export type Replace = (transaction: TenantDb, each: MentioningTable, rows: SQL) => Promise<void>;

/**
 * Erases what is found in all tables, page by page. Yields the number of rows read in each step.
 * @param erased counts the rows
 * @param replace if absent, tables whose texts are to be replaced are left out
 */
export async function* eraseMentions(
  db: TenantDb,
  erased: ErasedRows,
  finds: Find,
  signal: AbortSignal,
  replace?: Replace,
): AsyncGenerator<number, void> {
  // Backwards, so that a calendar does not cancel meetings whose ids it no longer knows.
  for (const each of dataTables.toReversed())
    if (isMentioning(each) && (replace || each.mentions.erasure !== 'replace')) {
      const field = each.name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
      erased[field] = (erased[field] ?? 0) + (yield* eraseFrom(db, each, finds, signal, replace));
    }
}

const isMentioning = (each: DataTable): each is MentioningTable => each.mentions !== undefined;

/** Returns the number of rows in which something was found. */
async function* eraseFrom(
  db: TenantDb,
  each: MentioningTable,
  finds: Find,
  signal: AbortSignal,
  replace?: Replace,
): AsyncGenerator<number, number> {
  const { texts, ids } = each.mentions;
  let erased = 0;
  for await (const page of readRows(db, each.table, { columns: { ...texts, ...ids } }, signal)) {
    const found = page.filter((row) => finds(textsOf(row, texts), textsOf(row, ids)));
    const rows = areOneOf(db, each.table, found);
    if (found.length > 0)
      await db.transaction(async (transaction) =>
        replace && each.mentions.erasure === 'replace'
          ? replace(transaction, each, rows)
          : removeFrom(transaction, each, rows),
      );
    erased += found.length;
    yield page.length;
  }
  return erased;
}

/** Clears values of rows, or removes the rows. */
async function removeFrom(
  transaction: TenantDb,
  { table, mentions }: MentioningTable,
  rows: SQL,
): Promise<void> {
  const nulls = Object.fromEntries(Object.keys(mentions.texts).map((name) => [name, null]));
  await (mentions.erasure === 'clear'
    ? transaction.update<TenantTable>(table, nulls, rows)
    : transaction.delete(table, rows));
}

const textsOf = (row: Key, columns: object) =>
  Object.keys(columns).flatMap((name) =>
    textsIn(name === 'answer' ? JSON.parse(String(row.answer)) : row[name]),
  );

export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function areOneOf(db: TenantRows, table: TenantTable, rows: readonly Key[]): SQL {
  const key = keyWithin(table);
  const columns = Object.values(key);
  const keys = sql`select ${listOf(columns.map(nameOf))} from ${recordsOf(table, key, rows)}`;
  return sql`${db.own(table)} and (${listOf(columns)}) in (${keys})`;
}

/**
 * Replaces the texts and ids of rows.
 * @param rows the condition that a row is one of them
 * @param change returns the new values of a row, and its key as it is
 */
export async function replaceIn(
  transaction: TenantDb,
  { table, mentions }: MentioningTable,
  rows: SQL,
  change: (row: Key) => Key,
): Promise<void> {
  const key = keyWithin(table);
  const columns = { ...mentions.texts, ...mentions.ids };
  const query = transaction.select({ ...key, ...columns }, table, rows);
  const held: Key[] = await query.orderBy(...Object.values(key)).for('update');
  const erased = recordsOf(table, { ...key, ...columns }, held.map(change));
  const values = Object.entries(columns).map(([name, column]) => [name, sql`erased.${nameOf(column)}`]);
  if ('updatedAt' in getTableColumns(table)) values.push(['updatedAt', sql`now()`]);
  const isSame = and(rows, ...Object.values(key).map((column) => sql`${column} = erased.${nameOf(column)}`));
  await transaction
    .update<TenantTable>(table, Object.fromEntries(values), isSame)
    .from(sql`${erased} as erased`);
}

const nameOf = (column: PgColumn) => sql.identifier(column.name);
const listOf = (parts: readonly (SQL | PgColumn | ReturnType<typeof nameOf>)[]) =>
  sql.join([...parts], sql`, `);

/** A source of rows that have these columns of a table. */
function recordsOf(
  table: TenantTable,
  columns: Readonly<Record<string, PgColumn>>,
  rows: readonly Key[],
): SQL {
  const fields = Object.entries(columns);
  const records = rows.map((row) =>
    Object.fromEntries(fields.map(([field, { name }]) => [name, row[field]])),
  );
  return sql`jsonb_populate_recordset(null::${table}, ${JSON.stringify(records)}::text::jsonb)`;
}
