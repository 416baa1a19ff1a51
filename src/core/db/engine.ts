import { PGlite } from '@electric-sql/pglite';
import { reasonOf } from '../reason.ts';

/** Ends the process at once and reports the reason. */
export type End = (reason: string) => never;

/** The first line of a log message, with its severity. Later lines can hold values and statements. */
const linePattern = /^(?<severity>ERROR|FATAL|PANIC): +(?<state>[0-9A-Z]{5}): (?<message>.*)$/;

/**
 * SQLSTATEs of failed file operations (disk full, I/O error, missing file, no permission) and of corruption. The database
 * user has every privilege, so `insufficient_privilege` is about files.
 */
const brokenStates = /^(42501|53100|58\w{3}|XX00[12])$/;

/** Messages of file errors without a SQLSTATE of their own, such as an exceeded quota. */
const aboutFiles = /^could not \w+ .*\b(file|directory|block|pipe)\b/;

/** Returns the fatal error in a line of PGlite's log; undefined if PGlite can continue. */
function failureIn(line: string): string | undefined {
  const { severity, state = '', message = '' } = linePattern.exec(line)?.groups ?? {};
  if (severity === undefined) return undefined;
  const isBroken =
    severity !== 'ERROR' || brokenStates.test(state) || (state === 'XX000' && aboutFiles.test(message));
  return isBroken ? message : undefined;
}

/**
 * Starts PGlite on a directory. An empty directory becomes a new database.
 *
 * After a failure that would end a PostgreSQL server, such as a full disk, PGlite loops forever without yielding. So `end`
 * is called as soon as the failure appears in its log, before any answer.
 */
export async function startEngine(directory: string, end: End): Promise<PGlite> {
  const engine = await PGlite.create(directory, {
    startParams: [
      ...PGlite.defaultStartParams,
      '-c',
      'log_line_prefix=',
      '-c',
      'log_error_verbosity=verbose',
      // A recycled segment of the write-ahead log would keep what was deleted.
      '-c',
      'wal_recycle=off',
    ],
    onStderr(line) {
      const failure = failureIn(line);
      if (failure !== undefined) end(failure);
      return true;
    },
  });
  const { Module: module } = engine;
  const runLoopOnce = module._PostgresMainLoopOnce;
  // A crash of the WebAssembly program is not logged, and PGlite keeps calling it: electric-sql/pglite#1058.
  module._PostgresMainLoopOnce = () => {
    try {
      runLoopOnce();
    } catch (error) {
      if (!isFailedStatement(error)) end(reasonOf(error));
      throw error;
    }
  };
  return engine;
}

/** The status with which PostgreSQL's main loop exits after a failed statement, to be started again. */
const failedStatementStatus = 100;

const isFailedStatement = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === failedStatementStatus;
