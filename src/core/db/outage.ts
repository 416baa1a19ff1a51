import type { Logger } from 'pino';
import { reasonOf } from '../reason.ts';

const reportEveryMs = 60_000;

/** Logs why PostgreSQL cannot be reached, each reason at most once a minute, and logs when it can be reached again. */
export class Outage {
  readonly #log: Pick<Logger, 'info' | 'warn'>;
  readonly #reportedAtMs = new Map<string, number>();
  #isOver = true;

  constructor(log: Pick<Logger, 'info' | 'warn'>) {
    this.#log = log;
  }

  report(error: unknown): void {
    const reason = reasonOf(error);
    const now = performance.now();
    if (now - (this.#reportedAtMs.get(reason) ?? Number.NEGATIVE_INFINITY) < reportEveryMs) return;
    this.#reportedAtMs.set(reason, now);
    this.#isOver = false;
    this.#log.warn(`DATABASE_URL: cannot connect, retrying: ${reason}`);
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#log.info('DATABASE_URL: connected again');
  }
}
