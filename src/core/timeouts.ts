import { ApiError } from './errors.ts';
import { type DatabaseSettings, defaultDatabase } from './settings.ts';

/** Time for the round trips of a statement, besides its timeout and its wait for a connection. */
const roundTripMs = 100;

/**
 * The time that a request waits for the database, each for the token look-up and the operation: longer than a statement and
 * its wait for a connection, so that the caller learns which of the two has ended.
 */
export const databaseTimeoutOf = ({ poolWaitMs, statementTimeoutMs }: DatabaseSettings) =>
  poolWaitMs + statementTimeoutMs + roundTripMs;

export const defaultDatabaseTimeoutMs = databaseTimeoutOf(defaultDatabase);

/**
 * Resolves with the result of `work`, or rejects with 503 `unavailable` after a timeout: a frozen database neither answers
 * nor fails. The work is not cancelled; a late result is dropped.
 */
export function withTimeout<T>(work: Promise<T>, timeoutMs = defaultDatabaseTimeoutMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () =>
      reject(new ApiError('unavailable', { cause: new Error('the database did not answer in time') }));
    const timer = setTimeout(giveUp, timeoutMs).unref();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** For work that nothing ends early. */
export const neverAborted = new AbortController().signal;

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
