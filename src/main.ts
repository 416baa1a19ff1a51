import type { Logger } from 'pino';
import { OperatorError } from './config.ts';
import { reasonOf } from './core/reason.ts';

/**
 * Runs a long-lived program. What keeps it from starting is told in one line, and the exit code is 1.
 * @param name what could not start, for that line
 */
export function runMain(name: string, main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    // A start that is stopped half-way may fail; the stop ends the process.
    if (isStopping) return;
    const message =
      error instanceof OperatorError ? error.message : `${name} could not start: ${reasonOf(error)}`;
    process.stderr.write(`${message}\n`);
    process.exit(1);
  });
}

let isStopping = false;

/** How long a stop may take. What has not ended by then was acknowledged to nobody. */
const stopMs = 4_500;

/**
 * Stops once on SIGINT or SIGTERM, however often they come, and ends the process: with 0, unless stopping failed.
 * @param stop ends what has been started so far
 */
export function stopOnSignal(log: Logger, stop: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      log.info(`stopping: ${signal}`);
      setTimeout(() => {
        log.warn('stopped before everything had ended');
        process.exit(0);
      }, stopMs);
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
    });
  }
}
