import { Column, is, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';

/** The form of a table's rows in the audit log. */
export interface Audited {
  /** The first part of the resource, such as `rules` in `rules/ID`. */
  readonly resource: string;
  /** The columns, and values within them, that an entry has. */
  readonly columns: Readonly<Record<string, PgColumn | SQL>>;
}

const auditedTables = new WeakMap<PgTable, Audited>();

/**
 * Declares how changes of a table appear in the audit log. Never list secrets, hashes or content.
 * @param within the values of JSON columns
 */
export function audited<T extends PgTable>(
  table: T,
  resource: string,
  columns: (keyof T['_']['columns'] & string)[] = [],
  within: (table: T) => Readonly<Record<string, SQL>> = () => ({}),
): T {
  // The columns of a table are also its properties.
  const all = table as unknown as Record<string, PgColumn>;
  const named = columns.flatMap((name) => (all[name] ? [[name, all[name]] as const] : []));
  auditedTables.set(table, { resource, columns: { ...Object.fromEntries(named), ...within(table) } });
  return table;
}

const unauditedTables = new WeakSet<PgTable>();

/** Declares that changes of a table get no audit entry: its rows follow from others that have one, or can be derived again. */
export function unaudited<T extends PgTable>(table: T): T {
  unauditedTables.add(table);
  return table;
}

export const isAudited = (table: PgTable): boolean => !unauditedTables.has(table);

/** The declaration of a table; without one, its rows appear under the table's name and without values. */
export const auditedOf = (table: PgTable): Audited =>
  auditedTables.get(table) ?? { resource: getTableConfig(table).name, columns: {} };

/** The values of a row as JSON, with instants as in the API; undefined if an entry has none. */
export function valuesAsJson({ columns }: Audited): SQL | undefined {
  const fields = Object.entries(columns).map(
    ([name, column]) => sql`${sql.raw(`'${name}'`)}, ${asJson(column)}`,
  );
  if (fields.length === 0) return undefined;
  return sql`jsonb_build_object(${sql.join(fields, sql`, `)})`;
}

const asJson = (column: PgColumn | SQL) =>
  is(column, Column) && column.getSQLType().startsWith('timestamp')
    ? sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`${column}`;
