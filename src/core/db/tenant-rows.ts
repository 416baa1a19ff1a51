import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type {
  PgColumn,
  PgDeleteBase,
  PgInsertBase,
  PgInsertValue,
  PgQueryResultHKT,
  PgSelectBase,
  PgTable,
  PgUpdateBase,
  PgUpdateSetSource,
} from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

/** A table whose rows belong to an organization. Tables without an `organizationId` do not compile. */
export type TenantTable = PgTable & { organizationId: PgColumn };

export type Columns = Record<string, PgColumn | SQL | SQL.Aliased>;

export type Row<C extends Columns> = {
  [K in keyof C]: C[K] extends PgColumn<infer Config>
    ? Config['notNull'] extends true
      ? Config['data']
      : Config['data'] | null
    : C[K] extends SQL<infer T> | SQL.Aliased<infer T>
      ? T
      : never;
};

/**
 * The condition that a column has one of these values. One parameter for all: with one for each, every number of them would
 * be another statement.
 */
export const isAnyOf = (column: PgColumn, values: readonly string[]): SQL =>
  sql`${column} = any(${sql.param(values)}::${sql.raw(column.getSQLType())}[])`;

/** The new values of an update. The organization of a row never changes. */
export type NewValues<T extends TenantTable> = Omit<PgUpdateSetSource<T>, 'organizationId'> & {
  readonly organizationId?: never;
};

type Inserted<T extends TenantTable> = T['$inferInsert'];
type NewRow<T extends TenantTable> = Omit<
  { [K in keyof Inserted<T>]: Inserted<T>[K] | SQL },
  'organizationId'
>;

/** Methods of Drizzle that would replace the condition on the organization. */
type Fixed = 'where' | '$dynamic';
type NotNull = Record<string, 'not-null'>;
type Selected<C extends Columns> = Omit<
  PgSelectBase<string, C, 'partial', NotNull, false, Fixed, Row<C>[]>,
  Fixed
>;
type Updated<T extends PgTable> = Omit<
  PgUpdateBase<T, PgQueryResultHKT, undefined, undefined, undefined, NotNull, [], false, Fixed>,
  Fixed
>;
type Deleted<T extends PgTable> = Omit<
  PgDeleteBase<T, PgQueryResultHKT, undefined, undefined, false, Fixed>,
  Fixed
>;

/**
 * Makes statements for the rows of one organization: their condition on the table holds it already. Joined tables and
 * subqueries need `own`. Drizzle's builder types do not support a generic table, so the result types are stated.
 */
export class TenantRows<Id extends string | Placeholder = string | Placeholder> {
  readonly #db: Db;
  readonly organizationId: Id;

  constructor(db: Db, organizationId: Id) {
    this.#db = db;
    this.organizationId = organizationId;
  }

  /** The condition that a row belongs to the organization. */
  own(table: { readonly organizationId: PgColumn }): SQL {
    return eq(table.organizationId, this.organizationId);
  }

  select<C extends Columns>(columns: C, table: TenantTable, where?: SQL): Selected<C> {
    const query = this.#db.select(columns as Record<string, PgColumn>).from(table as PgTable);
    return query.where(and(this.own(table), where)) as unknown as Selected<C>;
  }

  count(table: TenantTable, where?: SQL): Promise<number> {
    return this.#db.$count(table, and(this.own(table), where));
  }

  /** @param rows at least one */
  insert<T extends TenantTable>(table: T, rows: readonly NewRow<T>[]): PgInsertBase<T, PgQueryResultHKT> {
    const { organizationId } = this;
    const values = rows.map((row) => ({ ...row, organizationId }));
    return this.#db.insert(table).values(values as PgInsertValue<T>[]);
  }

  update<T extends TenantTable>(table: T, values: NewValues<T>, where?: SQL): Updated<T> {
    const query = this.#db.update(table).set(values as PgUpdateSetSource<T>);
    return query.where(and(this.own(table), where)) as unknown as Updated<T>;
  }

  delete<T extends TenantTable>(table: T, where?: SQL): Deleted<T> {
    return this.#db.delete(table).where(and(this.own(table), where)) as unknown as Deleted<T>;
  }
}
