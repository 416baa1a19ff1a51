import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db } from './db.ts';

/** A table whose rows belong to an organization. Tables without the column do not compile here. */
export type TenantTable = PgTable & { organizationId: PgColumn };

type Columns = Record<string, PgColumn | SQL | SQL.Aliased>;

/** The row that a selection of columns gives. */
export type Row<C extends Columns> = {
  [K in keyof C]: C[K] extends PgColumn<infer Config>
    ? Config['notNull'] extends true
      ? Config['data']
      : Config['data'] | null
    : C[K] extends SQL<infer T> | SQL.Aliased<infer T>
      ? T
      : never;
};

type Parameters<P extends string> = Record<P, Placeholder>;
type Values<P extends string> = Record<P, unknown>;
interface Prepared {
  execute(values: Record<string, unknown>): Promise<unknown>;
}

/** A read of one table, prepared once per database. Made by `select`; run by a `TenantDb`. */
export interface Select<P extends string, R> {
  readonly name: string;
  readonly row?: R;
  readonly parameters?: P;
  prepare(db: Db): Prepared;
}

/** An update of one table, prepared once per database and set of columns. Made by `update`; run by a `TenantDb`. */
export interface Update<T extends TenantTable, P extends string, R> {
  readonly name: string;
  readonly row?: R;
  readonly parameters?: P;
  prepare(db: Db, columns: readonly string[]): Prepared;
  readonly table: T;
}

const ofOrganization = (table: TenantTable) => eq(table.organizationId, sql.placeholder('organizationId'));

function toParameters<P extends string>(names: readonly P[]): Parameters<P> {
  const parameters: Partial<Parameters<P>> = {};
  for (const name of names) parameters[name] = sql.placeholder(name);
  return parameters as Parameters<P>; // Complete: `names` are all of P.
}

/**
 * Declares a read of a tenant's table. The organization is added to its condition here, and nowhere else.
 * @param name unique; also names the statement that the server prepares
 * @param names the parameters that `shape` may use and that the run must give
 */
export function select<T extends TenantTable, const P extends string, C extends Columns>(
  name: string,
  table: T,
  names: readonly P[],
  shape: (parameters: Parameters<P>) => {
    columns: C;
    where?: SQL | undefined;
    orderBy?: SQL[];
    limit?: Placeholder | number;
    lock?: 'update' | 'share' | 'key share';
  },
): Select<P, Row<C>> {
  return {
    name,
    prepare(db) {
      const { columns, where, orderBy = [], limit, lock } = shape(toParameters(names));
      // Drizzle's builder types do not follow a generic table; `Row` states what it returns.
      const query = db
        .select(columns as Record<string, PgColumn>)
        .from(table as PgTable)
        .where(and(ofOrganization(table), where))
        .orderBy(...orderBy)
        .$dynamic();
      if (limit !== undefined) query.limit(limit);
      if (lock !== undefined) query.for(lock);
      return query.prepare(name);
    },
  };
}

/** Declares an update of a tenant's table that returns the rows it changed. Parameters as in `select`. */
export function update<T extends TenantTable, const P extends string, C extends Columns>(
  name: string,
  table: T,
  names: readonly P[],
  shape: (parameters: Parameters<P>) => { columns: C; where: SQL | undefined; set?: PgUpdateSetSource<T> },
): Update<T, P, Row<C>> {
  return {
    name,
    table,
    prepare(db, columns) {
      const { columns: returned, where, set } = shape(toParameters(names));
      const values = Object.fromEntries(columns.map((column) => [column, sql.placeholder(`set.${column}`)]));
      return db
        .update(table)
        .set({ ...values, ...set } as PgUpdateSetSource<T>)
        .where(and(ofOrganization(table), where))
        .returning(returned as Record<string, PgColumn>)
        .prepare(`${name}:${columns.join()}`);
    },
  };
}

const preparedByDb = new WeakMap<Db, Map<string, Prepared>>();

/** The statement with this key, prepared when it is first asked for. */
export function preparedOnce(db: Db, key: string, prepare: () => Prepared): Prepared {
  const statements = preparedByDb.get(db) ?? new Map<string, Prepared>();
  const statement = statements.get(key) ?? prepare();
  statements.set(key, statement);
  preparedByDb.set(db, statements);
  return statement;
}

/** What may only be read: the part of a `TenantDb` that changes nothing. */
export type TenantReader = Pick<TenantDb, 'organizationId' | 'all' | 'first'>;

/** The database as one organization sees it: every statement carries the organization. */
export class TenantDb {
  readonly #db: Db;
  readonly #isTransaction: boolean;
  readonly organizationId: string;
  /** True when a statement through this very object has written a row. */
  hasWritten = false;

  constructor(db: Db, organizationId: string, isTransaction = false) {
    this.#db = db;
    this.organizationId = organizationId;
    this.#isTransaction = isTransaction;
  }

  /** All rows of a read. */
  async all<P extends string, R>(query: Select<P, R>, values: Values<P>): Promise<R[]> {
    const prepared = preparedOnce(this.#db, query.name, () => query.prepare(this.#db));
    return (await prepared.execute({ ...values, organizationId: this.organizationId })) as R[];
  }

  /** The first row of a read, or undefined. */
  async first<P extends string, R>(query: Select<P, R>, values: Values<P>): Promise<R | undefined> {
    return (await this.all(query, values))[0];
  }

  /**
   * Writes the columns of `patch` that are not undefined and returns the changed rows. There must be at least one,
   * unless the update sets columns of its own.
   */
  async update<T extends TenantTable, P extends string, R>(
    query: Update<T, P, R>,
    patch: Partial<Record<keyof T['_']['columns'] & string, unknown>>,
    values: Values<P>,
  ): Promise<R[]> {
    const entries = Object.entries(patch).filter(([, value]) => value !== undefined);
    const columns = entries.map(([column]) => column).sort();
    const prepared = preparedOnce(this.#db, `${query.name}:${columns.join()}`, () =>
      query.prepare(this.#db, columns),
    );
    const set = Object.fromEntries(entries.map(([column, value]) => [`set.${column}`, value]));
    const updated = (await prepared.execute({
      ...values,
      ...set,
      organizationId: this.organizationId,
    })) as R[];
    this.hasWritten ||= updated.length > 0;
    return updated;
  }

  /** Inserts rows of this organization; returns the given columns of those that were inserted. */
  async insert<T extends TenantTable, C extends Record<string, PgColumn>>(
    table: T,
    rows: Omit<T['$inferInsert'], 'organizationId'>[],
    columns: C,
    onConflict: 'fail' | 'skip' = 'fail',
  ): Promise<Row<C>[]> {
    if (rows.length === 0) return [];
    // The organization overrides whatever a row might carry; the generic table keeps Drizzle from seeing the type.
    const values = rows.map((row) => ({ ...row, organizationId: this.organizationId })) as PgInsertValue<T>[];
    const query = this.#db.insert(table).values(values);
    const inserted = await (onConflict === 'skip' ? query.onConflictDoNothing() : query).returning(
      columns as Record<string, PgColumn>,
    );
    this.hasWritten ||= inserted.length > 0;
    return inserted as Row<C>[];
  }

  /** Runs `work` in one transaction: in this one, when it is one already. */
  transaction<R>(work: (transaction: TenantDb) => Promise<R>): Promise<R> {
    if (this.#isTransaction) return work(this);
    return this.#db.transaction((transaction) => work(new TenantDb(transaction, this.organizationId, true)));
  }
}
