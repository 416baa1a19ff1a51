import { ApiError } from '../core/errors.ts';

interface Item<T, R> {
  readonly item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Returns a function that queues an item and runs `work` for up to `size` queued items at a time, in order. The next batch
 * starts when the previous one ends.
 * @param work returns a function from item to result; its errors reject all items of the batch
 * @param options `waiting` is the maximum length of the queue; further items fail with 503 `unavailable`. With
 *   `nextAfterMs`, the next batch starts after this time at the latest, so that a stuck one does not block the queue
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
        reject(new ApiError('unavailable', { cause: new Error('the queue of token look-ups is full') }));
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
