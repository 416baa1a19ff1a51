import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { TypedQueryBuilder } from 'drizzle-orm/query-builders/query-builder';
import { auditEntries } from './audit/table.ts';
import type { Outcome } from './context.ts';
import type { Db } from './db.ts';
import { conflict, invalidArgument, sqlStateOf } from './errors.ts';
import { newId } from './id.ts';
import { fingerprintOf } from './idempotency/key.ts';
import { idempotencyKeys } from './idempotency/table.ts';
import { type Prepared, type Statement, toStatement } from './statement.ts';

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

/** A read of one table, prepared once per database. Made by `select`; run by a `TenantDb`. */
export interface Select<P extends string, R> {
  readonly name: string;
  readonly row?: R;
  readonly parameters?: P;
  prepare(db: Db): Prepared;
}

/** A write to one table, prepared once per database and set of columns. Made by `insert` or `update`; run by a `TenantDb`. */
interface Write<T extends TenantTable, P extends string, R> {
  readonly kind: 'insert' | 'update';
  readonly name: string;
  readonly table: T;
  readonly row?: R;
  readonly parameters?: P;
  prepare(db: Db, columns: readonly string[], beside: Beside): Prepared;
}

/** What is written beside a change, in the same statement. */
type Beside = 'nothing' | 'audit entry' | 'audit entry and key';

export interface Insert<T extends TenantTable, R> extends Write<T, never, R> {
  readonly kind: 'insert';
  readonly returned: Readonly<Record<string, PgColumn>>;
}
export interface Update<T extends TenantTable, P extends string, R> extends Write<T, P, R> {
  readonly kind: 'update';
}

/** Who makes a change, through which operation: what its audit entry says. */
export interface Author {
  readonly tokenId: string;
  readonly operation: string;
  readonly requestId: string;
  /** Present when what is inserted is to be inserted once for all requests with this key. */
  readonly once?: { readonly key: string; readonly outcome: Outcome } | undefined;
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

const toSet = (columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, sql.placeholder(`set.${column}`)]));

/** Declares an update of a tenant's table that returns the rows it changed. Parameters as in `select`. */
export function update<T extends TenantTable, const P extends string, C extends Columns>(
  name: string,
  table: T,
  names: readonly P[],
  shape: (parameters: Parameters<P>) => { columns: C; where: SQL | undefined; set?: PgUpdateSetSource<T> },
): Update<T, P, Row<C>> {
  return {
    kind: 'update',
    name,
    table,
    prepare(db, columns, beside) {
      const { columns: returned, where, set } = shape(toParameters(names));
      const changed = db
        .update(table)
        .set({ ...toSet(columns), ...set } as PgUpdateSetSource<T>)
        .where(and(ofOrganization(table), where))
        .returning(returned as Record<string, PgColumn>);
      const statement = beside === 'nothing' ? changed : recorded(db, changed, beside);
      return statement.prepare(`${name}:${columns.join()}`);
    },
  };
}

/** Declares the insertion of one row into a tenant's table, which gets a new id; returns the given columns. */
export function insert<T extends TenantTable & { id: PgColumn }, C extends Record<string, PgColumn>>(
  name: string,
  table: T,
  returned: C,
): Insert<T, Row<C>> {
  return {
    kind: 'insert',
    name,
    table,
    returned,
    prepare(db, columns, beside) {
      const keys = { organizationId: sql.placeholder('organizationId'), id: sql.placeholder('id') };
      const changed = db
        .insert(table)
        .values({ ...toSet(columns), ...keys } as PgInsertValue<T>)
        .returning(returned as Record<string, PgColumn>);
      const statement = beside === 'nothing' ? changed : recorded(db, changed, beside);
      return statement.prepare(`${name}:${columns.join()}`);
    },
  };
}

/** The write of one row, and in the same statement what is kept beside it. */
function recorded(db: Db, write: TypedQueryBuilder<Record<string, PgColumn>>, beside: Beside) {
  const changed = db.$with('changed').as(write);
  const entry = db
    .select({
      organizationId: sql`${sql.placeholder('organizationId')}::uuid`.as('organization_id'),
      id: sql`${sql.placeholder('entry.id')}::uuid`.as('id'),
      at: sql`now()`.as('at'),
      tokenId: sql`${sql.placeholder('entry.tokenId')}::uuid`.as('token_id'),
      operation: sql`${sql.placeholder('entry.operation')}::text`.as('operation'),
      resource:
        sql`split_part(${sql.placeholder('entry.operation')}::text, '.', 1) || '/' || ${changed.id}`.as(
          'resource',
        ),
      requestId: sql`${sql.placeholder('entry.requestId')}::uuid`.as('request_id'),
    })
    .from(changed);
  const entries = db
    .$with('entries')
    .as(db.insert(auditEntries).select(entry).returning({ id: auditEntries.id }));
  if (beside === 'audit entry') return db.with(changed, entries).select().from(changed);

  const fields = Object.entries(changed._.selectedFields).map(
    ([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`,
  );
  const answered = db
    .select({
      organizationId: sql`${sql.placeholder('organizationId')}::uuid`.as('organization_id'),
      key: sql`${sql.placeholder('once.key')}::text`.as('key'),
      fingerprint: sql`${sql.placeholder('once.fingerprint')}::text`.as('fingerprint'),
      answer: sql`json_build_object(${sql.join(fields, sql`, `)})::text`.as('answer'),
      createdAt: sql`now()`.as('created_at'),
    })
    .from(changed);
  const keys = db
    .$with('keys')
    .as(db.insert(idempotencyKeys).select(answered).returning({ key: idempotencyKeys.key }));
  return db.with(changed, entries, keys).select().from(changed);
}

const answerToKey = select('idempotency.get', idempotencyKeys, ['key'], ({ key }) => ({
  columns: { fingerprint: idempotencyKeys.fingerprint, answer: idempotencyKeys.answer },
  where: eq(idempotencyKeys.key, key),
}));

/** The row that was kept as JSON, as the driver would give it. */
function rowOf<T extends TenantTable, R>({ returned }: Insert<T, R>, answer: string): R {
  const values = JSON.parse(answer) as Record<string, unknown>;
  const entries = Object.entries(returned).map(([name, column]) => {
    const value = values[name];
    return [name, value === null ? null : column.mapFromDriverValue(value)];
  });
  return Object.fromEntries(entries) as R; // Written from the same columns, by `recorded`.
}

const statementsByDb = new WeakMap<Db, Map<string, Statement>>();

/** The statement with this key, prepared when it is first asked for. */
export function preparedOnce(db: Db, key: string, prepare: () => Prepared): Statement {
  const statements = statementsByDb.get(db);
  const known = statements?.get(key);
  if (known !== undefined) return known;
  const made = toStatement(db, key.replace(/:.*/, ''), prepare());
  if (statements === undefined) statementsByDb.set(db, new Map([[key, made]]));
  else statements.set(key, made);
  return made;
}

/** What may only be read: the part of a `TenantDb` that changes nothing. */
export type TenantReader = Pick<TenantDb, 'organizationId' | 'all' | 'first'>;

/** What a change is made through when it is one statement. */
export type TenantWriter = TenantReader & Pick<TenantDb, 'insertOne' | 'update'>;

function besideOf(kind: 'insert' | 'update', author: Author | undefined): Beside {
  if (author === undefined) return 'nothing';
  return author.once !== undefined && kind === 'insert' ? 'audit entry and key' : 'audit entry';
}

const stillRunning = 'A request with this Idempotency-Key is still running. Send it again in a moment.';
const usedOtherwise = 'Send a new key: this one was used for another request within the last 24 hours.';

type ColumnOf<T extends TenantTable> = keyof T['_']['columns'] & string;

/** The database as one organization sees it: every statement carries the organization. */
export class TenantDb {
  readonly #db: Db;
  readonly #isTransaction: boolean;
  readonly #author: Author | undefined;
  #hasInserted = false;
  readonly organizationId: string;

  constructor(db: Db, organizationId: string, isTransaction = false, author?: Author) {
    this.#db = db;
    this.organizationId = organizationId;
    this.#isTransaction = isTransaction;
    this.#author = author;
  }

  /** The same for an author: each row that is written leaves an audit entry, in the same statement. */
  writtenBy(author: Author): TenantWriter {
    return new TenantDb(this.#db, this.organizationId, this.#isTransaction, author);
  }

  /** All rows of a read. */
  all<P extends string, R>(query: Select<P, R>, values: Values<P>): Promise<R[]> {
    const prepared = preparedOnce(this.#db, query.name, () => query.prepare(this.#db));
    return prepared.execute(this.#parameters(values)) as Promise<R[]>;
  }

  /** What a statement gets: organization and author are these, whatever the values say. */
  #parameters(values: Record<string, unknown>, author?: Author): Record<string, unknown> {
    // What is known comes first: to add that many properties to a copy of the values takes 4 µs.
    const parameters: Record<string, unknown> =
      author === undefined
        ? {}
        : { 'entry.id': '', 'entry.tokenId': '', 'entry.operation': '', 'entry.requestId': '' };
    Object.assign(parameters, values);
    parameters.organizationId = this.organizationId;
    if (author !== undefined) {
      parameters['entry.id'] = newId();
      parameters['entry.tokenId'] = author.tokenId;
      parameters['entry.operation'] = author.operation;
      parameters['entry.requestId'] = author.requestId;
    }
    return parameters;
  }

  /** The first row of a read, or undefined. */
  first<P extends string, R>(query: Select<P, R>, values: Values<P>): Promise<R | undefined> {
    return this.all(query, values).then(([row]) => row);
  }

  /**
   * Writes the columns of `patch` that are not undefined and returns the changed rows. There must be at least one,
   * unless the update sets columns of its own.
   */
  update<T extends TenantTable, P extends string, R>(
    query: Update<T, P, R>,
    patch: Partial<Record<ColumnOf<T>, unknown>>,
    values: Values<P>,
  ): Promise<R[]> {
    return this.#write(query, patch, values);
  }

  /**
   * Inserts one row with a new id. Columns that are undefined get their default. For an author with a key, the row that was
   * inserted for the first request with it, as it was then.
   * @throws ApiError `conflict` while another request with the key is running, `invalid_argument` when it had other input
   */
  async insertOne<T extends TenantTable, R>(
    query: Insert<T, R>,
    row: Partial<Record<ColumnOf<T>, unknown>>,
  ): Promise<R> {
    const author = this.#author;
    if (author?.once === undefined) return this.#insertNew(query, row);
    if (this.#hasInserted) throw new Error('One key stands for one new row.');
    this.#hasInserted = true;
    const { key, outcome } = author.once;
    const fingerprint = fingerprintOf(author.operation, row);
    try {
      return await this.#insertNew(query, row, { 'once.key': key, 'once.fingerprint': fingerprint });
    } catch (error) {
      const state = sqlStateOf(error);
      if (state === '55P03') throw conflict('idempotency_in_progress', stillRunning);
      const kept = state === '23505' ? await this.first(answerToKey, { key }) : undefined;
      if (kept === undefined) throw error;
      if (kept.fingerprint !== fingerprint) throw invalidArgument({ 'Idempotency-Key': usedOtherwise });
      outcome.isReplay = true;
      return rowOf(query, kept.answer);
    }
  }

  async #insertNew<T extends TenantTable, R>(
    query: Insert<T, R>,
    row: Partial<Record<ColumnOf<T>, unknown>>,
    values: Record<string, unknown> = {},
  ): Promise<R> {
    const [inserted] = await this.#write(query, row, { id: newId(), ...values });
    if (!inserted) throw new Error('The new row was not returned.');
    return inserted;
  }

  #write<T extends TenantTable, P extends string, R>(
    query: Write<T, P, R>,
    columnValues: Partial<Record<string, unknown>>,
    values: Record<string, unknown>,
  ): Promise<R[]> {
    const author = this.#author;
    const columns = Object.keys(columnValues).filter((column) => columnValues[column] !== undefined);
    const beside = besideOf(query.kind, author);
    const key = `${query.name}:${columns.join()}:${beside}`;
    const prepared = preparedOnce(this.#db, key, () => query.prepare(this.#db, columns, beside));
    const parameters = this.#parameters(values, author);
    for (const column of columns) parameters[`set.${column}`] = columnValues[column];
    return prepared.execute(parameters) as Promise<R[]>;
  }

  /** Inserts rows of this organization; returns the given columns of those that were inserted. */
  async insert<T extends TenantTable, C extends Record<string, PgColumn>>(
    table: T,
    rows: Omit<T['$inferInsert'], 'organizationId'>[],
    columns: C,
    onConflict: 'fail' | 'skip' = 'fail',
  ): Promise<Row<C>[]> {
    if (rows.length === 0) return [];
    if (this.#author) throw new Error('Only single rows are recorded; use insertOne.');
    // The organization overrides whatever a row might carry; the generic table keeps Drizzle from seeing the type.
    const values = rows.map((row) => ({ ...row, organizationId: this.organizationId })) as PgInsertValue<T>[];
    const query = this.#db.insert(table).values(values);
    const inserted = await (onConflict === 'skip' ? query.onConflictDoNothing() : query).returning(
      columns as Record<string, PgColumn>,
    );
    return inserted as Row<C>[];
  }

  /** Runs `work` in one transaction: in this one, when it is one already. */
  transaction<R>(work: (transaction: TenantDb) => Promise<R>): Promise<R> {
    if (this.#isTransaction) return work(this);
    return this.#db.transaction((transaction) =>
      work(new TenantDb(transaction, this.organizationId, true, this.#author)),
    );
  }
}
