import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { type Audited, auditedOf, hasValues, valuesAsJson } from './audit/audited.ts';
import type { Db } from './database.ts';
import { idAfterAll } from './id-order.ts';
import { returnedWith, type SideRecord, withSideRecords } from './side-records.ts';
import { type Prepared, type Statement, statement } from './statement.ts';

/** A table whose rows belong to an organization. Tables without an `organizationId` do not compile. */
export type TenantTable = PgTable & { organizationId: PgColumn };

type Columns = Record<string, PgColumn | SQL | SQL.Aliased>;

/** The row type of a selection of columns. */
export type Row<C extends Columns> = {
  [K in keyof C]: C[K] extends PgColumn<infer Config>
    ? Config['notNull'] extends true
      ? Config['data']
      : Config['data'] | null
    : C[K] extends SQL<infer T> | SQL.Aliased<infer T>
      ? T
      : never;
};

/** A parameter that is not compared with a column, such as a limit or a list of ids. */
interface Parameter<T> {
  readonly kind: 'parameter';
  readonly type?: T;
}
export const parameter = <T>(): Parameter<T> => ({ kind: 'parameter' });

/** The parameters of a statement by name. Each gets its type from the column it is compared with, or from `parameter`. */
export type Parameters = Record<string, PgColumn | Parameter<unknown>>;

/** The values of the parameters. */
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

/** A query on one table, made by `select` and run by a `TenantDb`. */
export interface Select<P extends Parameters, R> extends Statement<R[]> {
  readonly parameters: P;
}

/** A write to one table. Each set of columns and side records has its own statement. */
export interface Write<R> {
  statement(columns: readonly string[], records: readonly SideRecord[]): Statement<R[]>;
}

/** An insert made by `insert` and run by a `TenantDb`. */
export interface Insert<T extends TenantTable, R> extends Write<R> {
  readonly table: T;
  readonly returned: Readonly<Record<string, PgColumn>>;
}

/** An update made by `update` and run by a `TenantDb`. */
export interface Update<T extends TenantTable, P extends Parameters, R> extends Write<R> {
  readonly table: T;
  readonly parameters: P;
}

/** A deletion made by `remove` and run by a `TenantDb`. */
export interface Remove<P extends Parameters, R> extends Write<R> {
  readonly parameters: P;
}

const inOrganization = (table: TenantTable) => eq(table.organizationId, sql.placeholder('organizationId'));

const placeholders = <P extends Parameters>(parameters: P) =>
  // `fromEntries` loses the names of P.
  Object.fromEntries(Object.keys(parameters).map((name) => [name, sql.placeholder(name)])) as Placeholders<P>;

/**
 * Declares a query on a tenant's table, and adds the organization to its condition.
 * @param name unique; also names the statement in traces
 */
export function select<T extends TenantTable, P extends Parameters, C extends Columns>(
  name: string,
  table: T,
  parameters: P,
  shape: (placeholders: Placeholders<P>) => {
    columns: C;
    crossJoin?: SQL;
    where?: SQL | undefined;
    groupBy?: (PgColumn | SQL)[];
    orderBy?: SQL[];
    limit?: Placeholder | number;
    lock?: 'update' | 'share' | 'key share';
  },
): Select<P, Row<C>> {
  const prepare = (db: Db) => {
    const {
      columns,
      crossJoin,
      where,
      groupBy = [],
      orderBy = [],
      limit,
      lock,
    } = shape(placeholders(parameters));
    const query = db
      .select(columns as Record<string, PgColumn>)
      .from(table as PgTable)
      .where(and(inOrganization(table), where))
      .groupBy(...groupBy)
      .orderBy(...orderBy)
      .$dynamic();
    if (crossJoin !== undefined) query.crossJoin(crossJoin);
    if (limit !== undefined) query.limit(limit);
    if (lock !== undefined) query.for(lock);
    // Drizzle's builder types do not support a generic table, so `Row` states the result. The same applies below.
    return query.prepare(name) as Prepared<Row<C>[]>;
  };
  return { ...statement(name, prepare), parameters };
}

/** Declares an update of a tenant's table that returns the changed rows. Parameters as in `select`. */
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
): Update<T, P, Row<C>> {
  const prepare = (db: Db, columns: readonly string[], records: readonly SideRecord[]) => {
    const { columns: returned, where, set, from } = shape(placeholders(parameters));
    const audited = auditedOf(table);
    const chosen = and(inOrganization(table), where);
    const before =
      records.includes('audit entry') && hasValues(audited)
        ? valuesBefore(db, table, audited, chosen)
        : undefined;
    const patched = db.update(table).set({ ...toSet(columns), ...set } as PgUpdateSetSource<T>);
    // Changes the builder itself; the type of its result does not support a generic table.
    if (from !== undefined) patched.from(from);
    if (before !== undefined) patched.from(before);
    const changed = patched
      .where(and(chosen, before && sql`${idOf(table)} = ${before.id}`))
      .returning(
        returnedWith(
          returned,
          records,
          before ? { before: sql`${before.values}`, after: valuesAsJson(audited) } : {},
        ),
      );
    const extended = { write: changed, columns: returned, audited, before };
    return withSideRecords(db, extended, records).prepare(name) as Prepared<Row<C>[]>;
  };
  return { table, parameters, statement: perColumns(name, prepare) };
}

/** The id of a row; the one of an organization is its `organizationId`. */
const idOf = (table: TenantTable & { id?: PgColumn }) => table.id ?? table.organizationId;

/**
 * Reads and locks the audited values of the rows that an update is about to change. Waits for concurrent changes of them.
 */
const valuesBefore = (db: Db, table: TenantTable, audited: Audited, chosen: SQL | undefined) =>
  db.$with('before').as(
    db
      .select({
        id: sql<string>`${idOf(table)}`.as('before_id'),
        values: valuesAsJson(audited).as('before_values'),
      })
      .from(table as PgTable)
      .where(chosen)
      .for('update'),
  );

/** Declares the deletion of rows from a tenant's table; it returns the deleted rows. Parameters as in `select`. */
export function remove<T extends TenantTable, P extends Parameters, C extends Columns>(
  name: string,
  table: T,
  parameters: P,
  shape: (placeholders: Placeholders<P>) => { columns: C; where: SQL | undefined },
): Remove<P, Row<C>> {
  const prepare = (db: Db, _columns: readonly string[], records: readonly SideRecord[]) => {
    const { columns, where } = shape(placeholders(parameters));
    const audited = auditedOf(table);
    const deleted = db
      .delete(table)
      .where(and(inOrganization(table), where))
      .returning(returnedWith(columns, records, hasValues(audited) ? { before: valuesAsJson(audited) } : {}));
    return withSideRecords(db, { write: deleted, columns, audited }, records).prepare(name) as Prepared<
      Row<C>[]
    >;
  };
  return { parameters, statement: perColumns(name, prepare) };
}

/**
 * Declares an insert of one row, with a new id, into a tenant's table. It returns the given columns. The row sorts after
 * all rows of the organization that were committed before.
 */
export function insert<T extends TenantTable & { id: PgColumn }, C extends Record<string, PgColumn>>(
  name: string,
  table: T,
  returned: C,
): Insert<T, Row<C>> {
  const prepare = (db: Db, columns: readonly string[], records: readonly SideRecord[]) => {
    const audited = auditedOf(table);
    const keys = { organizationId: sql.placeholder('organizationId'), id: idAfterAll(table) };
    const inserted = db
      .insert(table)
      .values({ ...toSet(columns), ...keys } as PgInsertValue<T>)
      .returning(returnedWith(returned, records, hasValues(audited) ? { after: valuesAsJson(audited) } : {}));
    const extended = { write: inserted, columns: returned, audited };
    return withSideRecords(db, extended, records).prepare(name) as Prepared<Row<C>[]>;
  };
  return { table, returned, statement: perColumns(name, prepare) };
}

/** Returns the name of the parameter for the new value of a column. */
export const setParameter = (column: string) => `set.${column}`;

const toSet = (columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, sql.placeholder(setParameter(column))]));

/** Caches one statement for each set of columns and side records. */
function perColumns<R>(
  name: string,
  prepare: (db: Db, columns: readonly string[], records: readonly SideRecord[]) => Prepared<R>,
) {
  const statements = new Map<string, Statement<R>>();
  return (columns: readonly string[], records: readonly SideRecord[]): Statement<R> => {
    const key = [...columns, ...records].join();
    const kept = statements.get(key) ?? statement(name, (db) => prepare(db, columns, records));
    statements.set(key, kept);
    return kept;
  };
}
