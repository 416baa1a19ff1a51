import type { Logger } from 'pino';
import { ConfigError } from './config.ts';
import { reasonOf } from './core/reason.ts';

/**
 * Runs a long-lived program. If it cannot start, prints the reason in one line and exits with 1.
 * @param name the program's name in that line
 */
export function runMain(name: string, main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    // A start that is interrupted by a signal may fail. The signal's handler ends the process.
    if (isStopping) return;
    const message =
      error instanceof ConfigError ? error.message : `${name} could not start: ${reasonOf(error)}`;
    process.stderr.write(`${message}\n`);
    process.exit(1);
  });
}

/** Switches between the configured log level and `debug` on each SIGUSR2. */
export function switchLogLevelOnSignal(log: Logger, announce: (text: string) => void): void {
  const configured = log.level;
  const other = configured === 'debug' ? 'info' : 'debug';
  process.on('SIGUSR2', () => {
    log.level = log.level === configured ? other : configured;
    announce(`The log level is now ${log.level}`);
  });
}

let isStopping = false;

/** The time limit of a stop after its delay. Nothing that is unfinished by then has been acknowledged. */
const stopMs = 4_500;

/**
 * Stops on the first SIGINT or SIGTERM and ends the process, with exit code 0 unless the stop failed.
 * @param stop ends everything started so far
 * @param delayMs the time for which `stop` still serves requests
 */
export function stopOnSignal(log: Logger, stop: () => Promise<void>, delayMs = 0): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      log.info(`stopping: ${signal}`);
      setTimeout(() => {
        log.warn(`stopped after ${delayMs + stopMs} ms with work still pending`);
        process.exit(0);
      }, delayMs + stopMs);
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
