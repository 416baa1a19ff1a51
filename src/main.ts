import type { Logger } from 'pino';
import { type Config, ConfigError, processEnvironment, readConfig } from './config.ts';
import { reasonOf } from './core/reason.ts';
import { createAnnouncer, createLog } from './log.ts';
import type { Metrics } from './telemetry/metrics.ts';

/** The parts that every long-lived program has. */
export interface ProgramParts {
  readonly config: Config;
  readonly log: Logger;
  readonly announce: (text: string) => void;
  readonly metrics: Metrics | undefined;
}

/**
 * Runs a long-lived program until a signal stops it. If it cannot start, prints the reason in one line and exits with 1.
 * @param name the program's name in that line
 * @param start returns a function that ends everything it has started
 */
export function runMain(name: string, start: (parts: ProgramParts) => Promise<() => Promise<void>>): void {
  run(start).catch((error: unknown) => {
    // A start that is interrupted by a signal may fail. The signal's handler ends the process.
    if (isStopping) return;
    const message =
      error instanceof ConfigError ? error.message : `${name} could not start: ${reasonOf(error)}`;
    process.stderr.write(`${message}\n`);
    process.exit(1);
  });
}

async function run(start: Parameters<typeof runMain>[1]): Promise<void> {
  const config = readConfig(processEnvironment);
  const log = createLog(config);
  const announce = createAnnouncer(config);
  switchLogLevelOnSignal(log, announce);
  // During the start, a stop just ends the process.
  let stop = async () => {};
  stopOnSignal(log, () => stop(), config.shutdownDelayMs);
  const { host, metricsPort: port } = config;
  // Imported lazily: its package takes time and memory.
  const metrics =
    port === undefined ? undefined : (await import('./telemetry/metrics.ts')).createMetrics(host, port);
  stop = await start({ config, log, announce, metrics });
}

/** Switches between the configured log level and `debug` on each SIGUSR2. */
function switchLogLevelOnSignal(log: Logger, announce: (text: string) => void): void {
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
 * @param delayMs added to the time limit, since a server serves requests for that long
 */
function stopOnSignal(log: Logger, stop: () => Promise<void>, delayMs: number): void {
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
