import { expect, test, vi } from 'vitest';
import { inBatches } from '../../src/tokens/batches.ts';

/** Until the next batch has begun. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends when it is told to, and remembers what it was given. */
function heldWork() {
  const batches: number[][] = [];
  const ends: ((fault?: Error) => void)[] = [];
  const work = (batch: readonly number[]) =>
    new Promise<(item: number) => string>((resolve, reject) => {
      batches.push([...batch]);
      ends.push((fault) => (fault ? reject(fault) : resolve((item) => `done ${item}`)));
    });
  return { batches, ends, work };
}

test('the first call runs at once; later ones wait and run in order, in batches of limited size', async () => {
  const { batches, ends, work } = heldWork();
  const run = inBatches(work, { size: 3, waiting: 10 });
  const results = [1, 2, 3, 4, 5].map(run);
  expect(batches).toEqual([[1]]);
  ends[0]?.();
  expect(await results[0]).toBe('done 1');
  await turn();
  expect(batches).toEqual([[1], [2, 3, 4]]);
  ends[1]?.();
  expect(await results[3]).toBe('done 4');
  await turn();
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  ends[2]?.();
  expect(await results[4]).toBe('done 5');
});

test('a failure rejects its own batch only, and the next batch runs', async () => {
  const { ends, work } = heldWork();
  const run = inBatches(work, { size: 3, waiting: 10 });
  const [first, second, third] = [1, 2, 3].map(run);
  ends[0]?.(new Error('no connection'));
  await expect(first).rejects.toThrow('no connection');
  await turn();
  ends[1]?.();
  expect(await Promise.all([second, third])).toEqual(['done 2', 'done 3']);
});

test('calls over the queue limit are refused with 503, and queued ones are not', async () => {
  const { ends, work } = heldWork();
  const run = inBatches(work, { size: 3, waiting: 2 });
  const [first, second, third] = [1, 2, 3].map(run);
  await expect(run(4)).rejects.toMatchObject({ apiCode: 'unavailable' });
  ends[0]?.();
  await first;
  await turn();
  ends[1]?.();
  expect(await Promise.all([second, third])).toEqual(['done 2', 'done 3']);
});

test('a stuck batch delays the next one no longer than its time limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { batches, ends, work } = heldWork();
    const run = inBatches(work, { size: 3, waiting: 10, nextAfterMs: 100 });
    const [stuck, next] = [run(1), run(2)];
    await vi.advanceTimersByTimeAsync(99);
    expect(batches).toEqual([[1]]);
    await vi.advanceTimersByTimeAsync(1);
    expect(batches).toEqual([[1], [2]]);
    ends[1]?.();
    expect(await next).toBe('done 2');
    ends[0]?.();
    expect(await stuck).toBe('done 1');
  } finally {
    vi.useRealTimers();
  }
});
