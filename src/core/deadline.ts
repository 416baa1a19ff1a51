import { ApiError } from './errors.ts';
import { Waits } from './waits.ts';

/** How long an answer of the database is waited for. A request waits at most twice: for its token and for its work. */
const patienceMs = 2_400;

const waits = new Waits(patienceMs);

/**
 * What `work` gives, or 503 `unavailable` when it takes too long: a database that is frozen neither answers nor fails.
 * The work itself goes on; what it brings late is dropped.
 */
export function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const wait = {
      sinceMs: performance.now(),
      giveUp: () => reject(new ApiError('unavailable', { cause: new Error('no answer in time') })),
    };
    waits.add(wait);
    work.then(
      (result) => {
        waits.delete(wait);
        resolve(result);
      },
      (error: unknown) => {
        waits.delete(wait);
        reject(error);
      },
    );
  });
}
