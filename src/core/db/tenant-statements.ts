import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { auditedOf, valuesAsJson } from './audit/audited.ts';
import type { Db } from './database.ts';
import { idAfterAll } from './id-order.ts';
import { type Extended, type SideRecord, withSideRecords } from './side-records.ts';
import { type Prepared, type Statement, statement } from './statement.ts';
import { type Columns, type Row, TenantRows, type TenantTable } from './tenant-rows.ts';

/** A parameter that is not compared with a column, such as a limit or a list of ids. */
interface Parameter<T> {
  readonly kind: 'parameter';
  readonly type?: T;
}
export const parameter = <T>(): Parameter<T> => ({ kind: 'parameter' });

/** The parameters of a statement by name. Each gets its type from the column it is compared with, or from `parameter`. */
export type Parameters = Record<string, PgColumn | Parameter<unknown>>;

export type Values<P extends Parameters> = {
  [K in keyof P]: P[K] extends PgColumn<infer Config>
    ? Config['data']
    : P[K] extends Parameter<infer T>
      ? T
      : never;
};

type Placeholders<P> = Record<keyof P, Placeholder>;

/** The columns that an update may set. */
export type Patch<T extends TenantTable> = {
  [K in Exclude<keyof T['$inferInsert'], 'organizationId' | 'id'>]?: T['$inferInsert'][K] | undefined;
};

/** The columns of a new row, without the organization and id that the insert adds. */
export type NewRow<T extends TenantTable> = Omit<T['$inferInsert'], 'organizationId' | 'id'>;

/** A query made by `named` and run by a `TenantDb`. */
export interface Named<P extends Parameters, R> extends Statement<R[]> {
  readonly parameters: P;
}

/** A write to one table. Each set of columns and side records has its own statement. */
export interface Write<R> {
  readonly table: TenantTable;
  statement(columns: readonly string[], records: readonly SideRecord[]): Statement<R[]>;
}

/** An insert made by `insert` and run by a `TenantDb`. It computes the columns `S` itself. */
export interface Insert<T extends TenantTable, R, S extends string = never> extends Write<R> {
  readonly table: T;
  readonly set: Readonly<Record<S, SQL>>;
  readonly returned: Readonly<Record<string, PgColumn>>;
}

/** An update made by `update`, or a deletion made by `remove`, and run by a `TenantDb`. */
export interface Change<T extends TenantTable, P extends Parameters, R> extends Write<R> {
  readonly table: T;
  readonly parameters: P;
}

const organization = sql.placeholder('organizationId');

const inOrganization = (table: TenantTable) => eq(table.organizationId, organization);

const placeholders = <P extends Parameters>(parameters: P) =>
  // `fromEntries` loses the names of P.
  Object.fromEntries(Object.keys(parameters).map((name) => [name, sql.placeholder(name)])) as Placeholders<P>;

/**
 * Declares a query that is prepared once.
 * @param name unique; also names the statement in traces
 * @param build makes the query of `db`
 */
export function named<P extends Parameters, R>(
  name: string,
  parameters: P,
  build: (
    db: TenantRows,
    placeholders: Placeholders<P>,
  ) => { prepare(name: string): Pick<Prepared<R[]>, 'execute'> },
): Named<P, R> {
  const prepare = (db: Db) => build(new TenantRows(db, organization), placeholders(parameters)).prepare(name);
  return { ...statement(name, prepare), parameters };
}

/** Declares an update of a tenant's table that returns the changed rows. Parameters as in `named`. */
export function update<T extends TenantTable, P extends Parameters, C extends Columns>(
  name: string,
  table: T,
  parameters: P,
  shape: (placeholders: Placeholders<P>) => {
    columns: C;
    where: SQL | undefined;
    set?: PgUpdateSetSource<T>;
    /** Further rows, for the condition and the new values. */
    from?: SQL;
  },
): Change<T, P, Row<C>> {
  const extend = (db: Db, columns: readonly string[], records: readonly SideRecord[]): Extended => {
    const { columns: returned, where, set, from } = shape(placeholders(parameters));
    const chosen = and(inOrganization(table), where);
    const after = valuesAsJson(auditedOf(table));
    const isAudited = records.includes('audit entry');
    const rowsBefore = isAudited && after ? valuesBefore(db, table, after, chosen) : undefined;
    const patched = db.update(table).set({ ...toSet(columns), ...set } as PgUpdateSetSource<T>);
    // Changes the builder itself; the type of its result does not support a generic table.
    if (from !== undefined) patched.from(from);
    if (rowsBefore !== undefined) patched.from(rowsBefore);
    const write = patched.where(and(chosen, rowsBefore && sql`${idOf(table)} = ${rowsBefore.id}`));
    return { write, columns: returned, before: rowsBefore && sql`${rowsBefore.values}`, after, rowsBefore };
  };
  return { table, parameters, statement: perColumns(name, table, extend) };
}

/** The id of a row; the one of an organization is its `organizationId`. */
const idOf = (table: TenantTable & { id?: PgColumn }) => table.id ?? table.organizationId;

/**
 * Reads and locks the audited values of the rows that an update is about to change. Waits for concurrent changes of them.
 */
const valuesBefore = (db: Db, table: TenantTable, values: SQL, chosen: SQL | undefined) =>
  db.$with('before').as(
    db
      .select({
        id: sql<string>`${idOf(table)}`.as('before_id'),
        values: values.as('before_values'),
      })
      .from(table as PgTable)
      .where(chosen)
      .for('update'),
  );

/** Declares the deletion of rows from a tenant's table; it returns the deleted rows. Parameters as in `named`. */
export function remove<T extends TenantTable, P extends Parameters, C extends Columns>(
  name: string,
  table: T,
  parameters: P,
  shape: (placeholders: Placeholders<P>) => { columns: C; where: SQL | undefined },
): Change<T, P, Row<C>> {
  const extend = (db: Db): Extended => {
    const { columns, where } = shape(placeholders(parameters));
    const write = db.delete(table).where(and(inOrganization(table), where));
    return { write, columns, before: valuesAsJson(auditedOf(table)) };
  };
  return { table, parameters, statement: perColumns(name, table, extend) };
}

/**
 * Declares an insert of one row, with a new id, into a tenant's table. It returns the given columns. The row sorts after
 * all rows of the organization that were committed before.
 * @param set columns that the database computes; a request repeated with its idempotency key may find other values
 */
export function insert<
  T extends TenantTable & { id: PgColumn },
  C extends Record<string, PgColumn>,
  S extends string = never,
>(name: string, table: T, returned: C, set = {} as Record<S, SQL>): Insert<T, Row<C>, S> {
  const extend = (db: Db, columns: readonly string[]): Extended => {
    const keys = { organizationId: organization, id: idAfterAll(table) };
    const write = db.insert(table).values({ ...toSet(columns), ...set, ...keys } as PgInsertValue<T>);
    return { write, columns: returned, after: valuesAsJson(auditedOf(table)) };
  };
  return { table, returned, set, statement: perColumns(name, table, extend) };
}

export const setParameter = (column: string) => `set.${column}`;

const toSet = (columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, sql.placeholder(setParameter(column))]));

/** Caches one statement for each set of columns and side records. */
function perColumns<R>(
  name: string,
  table: TenantTable,
  extend: (db: Db, columns: readonly string[], records: readonly SideRecord[]) => Extended,
): Write<R>['statement'] {
  const { resource } = auditedOf(table);
  const statements = new Map<string, Statement<R[]>>();
  return (columns, records) => {
    const key = [...columns, ...records].join();
    const prepare = (db: Db) =>
      withSideRecords(db, extend(db, columns, records), records, resource).prepare(name) as Prepared<R[]>;
    const kept = statements.get(key) ?? statement(name, prepare);
    statements.set(key, kept);
    return kept;
  };
}
