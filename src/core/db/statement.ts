import { traced } from '../tracing.ts';
import type { Db } from './database.ts';

/** A Drizzle query after `.prepare(name)`. Only queries with a name are prepared on the server. */
export interface Prepared<R> {
  execute(values: Record<string, unknown>): Promise<R>;
}

/** A statement that is prepared once per database or transaction. Its runs appear in traces under its name. */
export interface Statement<R> {
  readonly name: string;
  prepare(db: Db): Prepared<R>;
  /** Runs it with the values of its placeholders. */
  run(db: Db, values: Record<string, unknown>): Promise<R>;
}

/**
 * Declares a statement.
 * @param prepare ends in Drizzle's `.prepare(name)`
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
