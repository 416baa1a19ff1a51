import { ApiError } from './errors.ts';

/** How long an answer of the database is waited for. A request waits for its token, and then for its work. */
const databaseTimeoutMs = 2_400;

/**
 * Resolves with the result of `work`, or rejects with 503 `unavailable` after a timeout: a frozen database neither answers
 * nor fails. The work is not cancelled; a late result is dropped.
 */
export function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new ApiError('unavailable', { cause: new Error('no answer in time') }));
    const timer = setTimeout(giveUp, databaseTimeoutMs).unref();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Runs `work` with a signal that is aborted when the outer one is, and with `timeout` once it has taken `timeoutMs`. By
 * hand: `AbortSignal.any` with a timeout can be collected before it fires on some releases of Node.
 * @throws whatever `work` throws
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
