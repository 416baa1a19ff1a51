import { ApiError } from '../core/errors.ts';

interface Item<T, R> {
  readonly item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Makes a function that does `work` for an item together with those that came while the batch before was under way; in
 * turn, the first first. There is one batch at a time, so `work` never has more than `size` items at once.
 * @param work gives the result of an item by the item itself; what it throws is thrown to all of the batch
 * @param options `waiting` is how many items may wait at most; one more is 503 `unavailable`. With `nextAfterMs`, the next
 *   batch begins after so long at the latest, so that one that is stuck does not hold up the others
 */
export function inBatches<T, R>(
  work: (batch: readonly T[]) => Promise<(item: T) => R>,
  options: { size: number; waiting: number; nextAfterMs?: number },
): (item: T) => Promise<R> {
  const { size, nextAfterMs } = options;
  const waiting: Item<T, R>[] = [];
  let isWorking = false;

  async function answer(batch: readonly Item<T, R>[]): Promise<void> {
    try {
      const resultOf = await work(batch.map(({ item }) => item));
      for (const { item, resolve } of batch) resolve(resultOf(item));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function workThrough(): Promise<void> {
    isWorking = true;
    while (waiting.length > 0) {
      const answered = answer(waiting.splice(0, size));
      await (nextAfterMs === undefined ? answered : noLongerThan(nextAfterMs, answered));
    }
    isWorking = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= options.waiting) {
        reject(new ApiError('unavailable', { cause: new Error('too many wait to be looked up') }));
        return;
      }
      waiting.push({ item, resolve, reject });
      if (!isWorking) void workThrough();
    });
}

function noLongerThan(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
