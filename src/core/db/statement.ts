import { traced } from '../tracing.ts';
import type { Db } from './database.ts';

/** A Drizzle query after `.prepare(name)`. */
export interface Prepared<R> {
  execute(values: Record<string, unknown>): Promise<R>;
}

/** A statement that is prepared once per database or transaction. Traces show its runs under its name. */
export interface Statement<R> {
  readonly name: string;
  prepare(db: Db): Prepared<R>;
  /** Runs the statement with values for its placeholders. */
  run(db: Db, values: Record<string, unknown>): Promise<R>;
}

/**
 * Declares a statement.
 * @param prepare builds the query and calls Drizzle's `.prepare(name)`
 */
export function statement<R>(name: string, prepare: (db: Db, name: string) => Prepared<R>): Statement<R> {
  const preparedByDb = new WeakMap<Db, Prepared<R>>();
  return {
    name,
    prepare: (db) => prepare(db, name),
    run(db, values) {
      const prepared = preparedByDb.get(db) ?? prepare(db, name);
      preparedByDb.set(db, prepared);
      return traced('postgresql', name, () => prepared.execute(values));
    },
  };
}
