import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BoundReached, runInThreads } from '../../src/core/threads.ts';
import { temporaryFolder } from '../support/folder.ts';

const folder = temporaryFolder();

/** Writes the program of a thread, which does what it is told. */
function program(): string {
  const path = join(folder, 'program.mjs');
  writeFileSync(
    path,
    `export default (input) => {
      if (input === 'hang') for (;;);
      if (input === 'fill') for (const all = [];;) all.push(new Array(1000).fill(Math.random()));
      if (input === 'throw') throw new Error('no such luck');
      if (input === 'require') return String(process.features.require_module);
      return 'done with ' + input;
    };`,
  );
  return path;
}

const never = new AbortController().signal;
const deadlineMs = 60_000;
const bounds = { threads: 1, deadlineMs, memoryMb: 64 };

/** Makes the deadlines of a test hold on a clock that only the test moves. */
function stopClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('a call returns the result of its thread, and rethrows its error', async () => {
  const run = runInThreads<string, string>(program(), bounds);
  expect(await run('this', never)).toBe('done with this');
  await expect(run('throw', never)).rejects.toThrow('no such luck');
  expect(await run('that', never)).toBe('done with that');
});

test('threads load no module by require, since Node.js may abort the process when a thread ends within it', async () => {
  const run = runInThreads<string, string>(program(), bounds);
  expect(await run('require', never)).toBe('false');
});

test('a call that never ends is terminated at its deadline; the process stays responsive, and the next call succeeds', async () => {
  stopClock();
  const run = runInThreads<string, string>(program(), bounds);
  await run('this', never);
  const isEnded = vi.fn();
  const hanging = run('hang', never).finally(isEnded);
  const ended = expect(hanging).rejects.toThrow(new BoundReached('took longer than 60 s'));
  await vi.advanceTimersByTimeAsync(deadlineMs - 1);
  expect(isEnded).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await ended;
  expect(await run('this', never)).toBe('done with this');
});

test('a call that exhausts its memory is terminated, and the next one succeeds', async () => {
  const run = runInThreads<string, string>(program(), bounds);
  await expect(run('fill', never)).rejects.toThrow(new BoundReached('used more than 64 MB of memory'));
  expect(await run('this', never)).toBe('done with this');
});

test('a call that hangs is terminated by its signal, and rejects with its reason', async () => {
  const run = runInThreads<string, string>(program(), bounds);
  await run('this', never);
  const stopping = new AbortController();
  const hanging = run('hang', stopping.signal);
  setImmediate(() => stopping.abort(new Error('told to stop')));
  await expect(hanging).rejects.toThrow('told to stop');
  await expect(run('this', stopping.signal)).rejects.toThrow('told to stop');
  expect(await run('this', never)).toBe('done with this');
});

test.each([
  ['is not there', 'missing.mjs', undefined],
  ['throws when it is loaded', 'broken.mjs', "throw new Error('no such luck');"],
])('a program that %s fails its calls but not the process', async (_what, name, text) => {
  const path = join(folder, name);
  if (text !== undefined) writeFileSync(path, text);
  const run = runInThreads<string, string>(path, bounds);
  for (let time = 1; time <= 2; time++)
    await expect(run('this', never)).rejects.toThrow(text === undefined ? 'missing.mjs' : 'no such luck');
});

test('a thread cannot read the environment', async () => {
  const path = join(folder, 'environment.mjs');
  writeFileSync(path, 'export default () => Object.keys(process.env).length;');
  expect(await runInThreads<string, number>(path, bounds)('this', never)).toBe(0);
});

test('the wait for a thread does not count towards the deadline', async () => {
  stopClock();
  const run = runInThreads<string, string>(program(), bounds);
  await run('this', never);
  const hanging = expect(run('hang', never)).rejects.toThrow(BoundReached);
  const waiting = run('that', never);
  await vi.advanceTimersByTimeAsync(deadlineMs);
  await hanging;
  expect(await waiting).toBe('done with that');
});
