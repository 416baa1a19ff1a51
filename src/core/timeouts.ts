import { setMaxListeners } from 'node:events';
import { ApiError } from './errors.ts';
import type { DatabaseSettings } from './settings.ts';

/** Time for the round trips of a statement, besides its timeout and its wait for a connection. */
const roundTripMs = 100;

/**
 * The time that a request waits for the database, each for the token look-up and the operation: longer than a statement and
 * its wait for a connection, so that the caller learns which of the two has ended.
 */
export const databaseTimeoutOf = ({ poolWaitMs, statementTimeoutMs }: DatabaseSettings) =>
  poolWaitMs + statementTimeoutMs + roundTripMs;

interface Wait {
  readonly untilTick: number;
  /** Undefined once the wait has ended. */
  giveUp: (() => void) | undefined;
}

/**
 * Ends waits that take too long. All of them share one timer, which stops after a tick in which none was pending: a timer for
 * each would cost more. Time is counted in ticks, which slow down with the process, so that a busy machine or a stalled event
 * loop is not mistaken for a peer that does not answer.
 */
export class Waits {
  readonly #tickMs: number;
  /** An array, not a set: V8 may keep what was deleted from a set until the next full garbage collection. */
  #waits: Wait[] = [];
  #now = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(tickMs: number) {
    this.#tickMs = tickMs;
  }

  /**
   * Begins a wait.
   * @param giveUp called up to a tick before `timeoutMs`, or later if the process is busy; not once the wait has ended
   * @returns a function that ends it
   */
  begin(timeoutMs: number, giveUp: () => void): () => void {
    const wait: Wait = { untilTick: this.#now + Math.ceil(timeoutMs / this.#tickMs), giveUp };
    this.#waits.push(wait);
    // The event loop runs timers before it reads sockets, so answers that arrived during a stall are read first.
    this.#timer ??= setInterval(() => setImmediate(() => this.#tick()), this.#tickMs).unref();
    return () => {
      wait.giveUp = undefined;
    };
  }

  #tick(): void {
    this.#now += 1;
    const isNeeded = this.#waits.length > 0;
    for (const { untilTick, giveUp } of this.#waits) if (untilTick <= this.#now) giveUp?.();
    this.#waits = this.#waits.filter(({ untilTick, giveUp }) => giveUp && untilTick > this.#now);
    if (isNeeded) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

const databaseWaits = new Waits(50);

/**
 * Resolves with the result of `work`, or rejects with 503 `unavailable` after a timeout: a frozen database neither answers
 * nor fails. The work is not cancelled; a late result is dropped.
 */
export function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = databaseWaits.begin(timeoutMs, () =>
      reject(new ApiError('unavailable', { cause: new Error('the database did not answer in time') })),
    );
    work.then(
      (result) => {
        end();
        resolve(result);
      },
      (error: unknown) => {
        end();
        reject(error);
      },
    );
  });
}

/**
 * Returns a function that queries the database; concurrent callers share one query. Its result is undefined when the query
 * fails, or when the database does not answer in time.
 */
export function shared<T>(query: () => Promise<T>, timeoutMs: number): () => Promise<T | undefined> {
  let asking: Promise<T | undefined> | undefined;
  return () =>
    (asking ??= withTimeout(query(), timeoutMs)
      .catch(() => undefined)
      .finally(() => (asking = undefined)));
}

/** For work that nothing ends early. */
export const neverAborted = new AbortController().signal;
setMaxListeners(0, neverAborted);

/** Settles like `work`, or rejects as soon as the signal aborts; the work goes on. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Runs `work` with a signal that aborts when `outer` does, or with `timeout` as its reason after `timeoutMs`.
 * `AbortSignal.any` is not used: on some releases of Node, a timeout in it can be garbage-collected before it fires.
 * @throws any error of `work`
 */
export async function withDeadline<T>(
  timeoutMs: number,
  timeout: Error,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort(outer.reason);
  const timer = setTimeout(() => controller.abort(timeout), timeoutMs);
  outer.addEventListener('abort', abort);
  if (outer.aborted) abort();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', abort);
  }
}
