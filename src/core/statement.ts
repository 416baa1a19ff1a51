import { Column, is, Param, Placeholder, type Query, SQL } from 'drizzle-orm';
import type { Db } from './db.ts';
import { followed } from './steps.ts';

/** A statement that the server prepares once; the columns of its rows are read as Drizzle reads them. */
export interface Statement<R = unknown> {
  execute(values: Record<string, unknown>): Promise<R>;
}

/** Runs a prepared statement and gives the values of its rows, in the order of its columns. */
export type Run = (text: string, parameters: unknown[]) => Promise<unknown[][]>;

const runs = new WeakMap<Db, Run>();

/** Has the statements of a database run by its driver, past Drizzle: that took a tenth of a read and a fifth of a list. */
export const runStatementsBy = (db: Db, run: Run): void => void runs.set(db, run);

/** What Drizzle prepares. The fields of its rows are its own, and not in its types. */
export interface Prepared<R = unknown> extends Statement<R> {
  getQuery?(): Query;
  readonly fields?: readonly {
    readonly path: readonly string[];
    readonly field: Column | SQL | SQL.Aliased;
  }[];
}

/**
 * What was prepared by Drizzle, with each of its runs a step that can be followed. Transactions and the embedded engine leave
 * it to Drizzle.
 */
export function toStatement<R>(db: Db, name: string, prepared: Prepared<R>): Statement<R> {
  const execute = pastDrizzle(runs.get(db), prepared) ?? ((values) => prepared.execute(values));
  return { execute: (values) => followed('postgresql', name, () => execute(values)) };
}

function pastDrizzle<R>(
  run: Run | undefined,
  prepared: Prepared<R>,
): ((values: Record<string, unknown>) => Promise<R>) | undefined {
  const query = prepared.getQuery?.();
  if (run === undefined || query === undefined || prepared.fields === undefined) return undefined;
  const { sql, params } = query;
  const fillers = params.map(fillerOf);
  const readers = prepared.fields.map(({ path: [name = '', ...deeper], field }) => {
    if (deeper.length > 0) throw new Error('A row of a statement has columns, and no rows of its own.');
    return { name, decoder: decoderOf(field) };
  });

  function toRow(values: unknown[]): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    let at = 0;
    for (const { name, decoder } of readers) {
      const value = values[at++];
      row[name] = value === null ? null : decoder.mapFromDriverValue(value);
    }
    return row;
  }

  function toRows(values: unknown[][]): R {
    const rows: Record<string, unknown>[] = [];
    // Not by `map`, which is slow on the driver's own kind of array.
    for (const row of values) rows.push(toRow(row));
    return rows as R; // By the fields that Drizzle's own type is made of.
  }

  return (values) => {
    try {
      const parameters = fillers.map((fill) => fill(values));
      return run(sql, parameters).then(toRows);
    } catch (error) {
      return Promise.reject(error);
    }
  };
}

/** What gives a parameter of the statement its value, encoded as Drizzle does. */
function fillerOf(parameter: unknown): (values: Record<string, unknown>) => unknown {
  if (is(parameter, Placeholder)) return (values) => givenFor(values, parameter.name);
  if (!is(parameter, Param) || !is(parameter.value, Placeholder)) return () => parameter;
  const { name } = parameter.value;
  return (values) => parameter.encoder.mapToDriverValue(givenFor(values, name));
}

function givenFor(values: Record<string, unknown>, name: string): unknown {
  const value = values[name];
  if (value === undefined) throw new Error(`No value was given for the parameter ${name}.`);
  return value;
}

const decoderOf = (field: Column | SQL | SQL.Aliased): { mapFromDriverValue(value: unknown): unknown } => {
  if (is(field, Column)) return field;
  return is(field, SQL) ? decoderIn(field) : decoderIn(field.sql);
};

/** Drizzle leaves it out of the types. */
const decoderIn = (field: SQL) =>
  (field as unknown as { decoder: { mapFromDriverValue(value: unknown): unknown } }).decoder;
