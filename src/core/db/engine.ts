import { PGlite } from '@electric-sql/pglite';
import { reasonOf } from '../reason.ts';

/** Ends the process at once, and tells why. */
export type End = (reason: string) => never;

/** A line of the engine's log, which begins with what it is about: here, and not at what values and statements hold. */
const lineForm = /^(?<severity>ERROR|FATAL|PANIC): +(?<state>[0-9A-Z]{5}): (?<message>.*)$/;

/**
 * What the operating system refused (disk full, input or output, missing files, no permission) and what is corrupt. The
 * engine's user may do everything, so a permission is one of the files.
 */
const brokenStates = /^(42501|53100|58\w{3}|XX00[12])$/;

/** Errors of the operating system that have no state of their own, such as a quota. */
const aboutFiles = /^could not \w+ .*\b(file|directory|block|pipe)\b/;

/** Returns the fatal error in a line of PGlite's log, or undefined if PGlite can go on. */
function failureIn(line: string): string | undefined {
  const { severity, state = '', message = '' } = lineForm.exec(line)?.groups ?? {};
  if (severity === undefined) return undefined;
  const isBroken =
    severity !== 'ERROR' || brokenStates.test(state) || (state === 'XX000' && aboutFiles.test(message));
  return isBroken ? message : undefined;
}

/**
 * Starts the embedded PostgreSQL on a directory, which it makes a database when it is empty.
 *
 * After a failure that ends a PostgreSQL, such as a disk that is full, the engine would be called for ever by its own loop,
 * within the same turn. So `end` is called as soon as its log tells of one, before anything is answered.
 */
export async function startEngine(directory: string, end: End): Promise<PGlite> {
  const engine = await PGlite.create(directory, {
    startParams: [
      ...PGlite.defaultStartParams,
      '-c',
      'log_line_prefix=',
      '-c',
      'log_error_verbosity=verbose',
    ],
    onStderr(line) {
      const failure = failureIn(line);
      if (failure !== undefined) end(failure);
      return true;
    },
  });
  const { Module: module } = engine;
  const runLoopOnce = module._PostgresMainLoopOnce;
  // The log says nothing of a WebAssembly program that has crashed, and PGlite calls it for ever: electric-sql/pglite#1058.
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

/** The status with which the engine leaves its loop for a statement that failed, to begin it again. */
const failedStatementStatus = 100;

const isFailedStatement = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === failedStatementStatus;
