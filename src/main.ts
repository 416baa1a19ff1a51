import type { Logger } from 'pino';
import { OperatorError } from './config.ts';
import { reasonOf } from './core/reason.ts';

/**
 * Runs a long-lived program. What keeps it from starting is told in one line, and the exit code is 1.
 * @param name what could not start, for that line
 */
export function runMain(name: string, main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    const message =
      error instanceof OperatorError ? error.message : `${name} could not start: ${reasonOf(error)}`;
    process.stderr.write(`${message}\n`);
    process.exit(1);
  });
}

/** Stops once on SIGINT or SIGTERM, however often they come, and ends the process: with 0 when it stopped cleanly. */
export function stopOnSignal(log: Logger, stop: () => Promise<void>): void {
  let stopping: Promise<void> | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping === undefined) log.info(`stopping: ${signal}`);
      stopping ??= stop();
      stopping.then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
    });
  }
}
