import type { Logger } from 'pino';
import { reasonOf } from '../reason.ts';

const toldEveryMs = 60_000;

/** Tells the log why no connection to PostgreSQL can be opened, each reason once a minute, and when they can again. */
export class Outage {
  readonly #log: Pick<Logger, 'info' | 'warn'>;
  readonly #toldAtMs = new Map<string, number>();
  #isOver = true;

  constructor(log: Pick<Logger, 'info' | 'warn'>) {
    this.#log = log;
  }

  tell(error: unknown): void {
    const reason = reasonOf(error);
    const now = performance.now();
    if (now - (this.#toldAtMs.get(reason) ?? Number.NEGATIVE_INFINITY) < toldEveryMs) return;
    this.#toldAtMs.set(reason, now);
    this.#isOver = false;
    this.#log.warn(`DATABASE_URL: cannot connect, retrying: ${reason}`);
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#log.info('DATABASE_URL: connected again');
  }
}
