import { ApiError } from '../core/errors.ts';

interface Waiting<T, R> {
  readonly item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Makes a function that does `work` for an item together with those that came while the batch before was under way. There
 * is one batch at a time, so `work` never has more than `size` items at once; in turn, the first first.
 * @param work gives the result of an item by the item itself; what it throws is thrown to all of the batch
 * @param options `waiting` is how many items may wait at most; one more is 503 `unavailable`
 */
export function inBatches<T, R>(
  work: (batch: readonly T[]) => Promise<(item: T) => R>,
  options: { size: number; waiting: number },
): (item: T) => Promise<R> {
  const waiting: Waiting<T, R>[] = [];
  let isWorking = false;

  async function workThrough(): Promise<void> {
    isWorking = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, options.size);
      try {
        const resultOf = await work(batch.map(({ item }) => item));
        for (const { item, resolve } of batch) resolve(resultOf(item));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
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
      if (!isWorking) workThrough();
    });
}
