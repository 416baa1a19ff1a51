import { ApiError } from './errors.ts';

/** How long an answer of the database is waited for. A request waits at most twice: for its token and for its work. */
const patienceMs = 2_400;

/**
 * What `work` gives, or 503 `unavailable` when it takes too long: a database that is frozen neither answers nor fails.
 * The work itself goes on; what it brings late is dropped.
 */
export function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new ApiError('unavailable', { cause: new Error('no answer in time') })),
      patienceMs,
    );
    work.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}
