import { expect, test } from 'vitest';
import { takeTurns } from '../../src/core/turns.ts';

/** Starts work that goes on until it is told to end, and notes what is running. */
function workers(limits: Parameters<typeof takeTurns>[0]) {
  const inTurn = takeTurns(limits);
  const running = new Map<string, (value: string) => void>();
  return {
    running,
    start: (key: string, name: string) =>
      inTurn(key, () => new Promise<string>((end) => running.set(name, end))).finally(() =>
        running.delete(name),
      ),
  };
}

test('a key waits only behind its own work while there are places', async () => {
  const { running, start } = workers({ each: 1 });
  const first = start('acme', 'a1');
  const second = start('acme', 'a2');
  void start('globex', 'g1');
  await expect.poll(() => [...running.keys()]).toEqual(['a1', 'g1']);
  running.get('a1')?.('done');
  expect(await first).toBe('done');
  await expect.poll(() => [...running.keys()]).toEqual(['g1', 'a2']);
  running.get('a2')?.('done');
  expect(await second).toBe('done');
});

test('keys get a place in turn, however much work one of them has', async () => {
  const { running, start } = workers({ each: 1, places: 1 });
  const waiting = ['a1', 'a2', 'a3'].map((name) => start('acme', name));
  const other = start('globex', 'g1');
  await expect.poll(() => [...running.keys()]).toEqual(['a1']);
  running.get('a1')?.('done');
  await expect.poll(() => [...running.keys()]).toEqual(['g1']);
  running.get('g1')?.('done');
  expect(await other).toBe('done');
  for (const name of ['a2', 'a3']) {
    await expect.poll(() => running.has(name)).toBe(true);
    running.get(name)?.('done');
  }
  expect(await Promise.all(waiting)).toEqual(['done', 'done', 'done']);
});

test('work that fails gives up its place', async () => {
  const inTurn = takeTurns({ each: 1, places: 1 });
  await expect(inTurn('acme', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await inTurn('acme', () => Promise.resolve('done'))).toBe('done');
});
