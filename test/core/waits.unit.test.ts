import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Line, type Waiting, Waits } from '../../src/core/waits.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

test('a line is served in the order of coming, whoever leaves it meanwhile', () => {
  const line = new Line<Waiting>();
  const [a, b, c, d]: [Waiting, Waiting, Waiting, Waiting] = [{}, {}, {}, {}];
  for (const member of [a, b, c, d]) line.add(member);
  line.delete(b);
  line.delete(b);
  expect(line.size).toBe(3);
  expect(line.first).toBe(a);
  line.delete(a);
  line.delete(d);
  expect(line.size).toBe(1);
  expect(line.first).toBe(c);
  line.delete(c);
  expect([line.size, line.first]).toEqual([0, undefined]);
  line.add(b);
  expect(line.size).toBe(1);
  expect(line.first).toBe(b);
});

test('who leaves a line holds on to nobody in it', () => {
  const line = new Line<Waiting>();
  const [first, second]: [Waiting, Waiting] = [{}, {}];
  line.add(first);
  line.add(second);
  line.delete(first);
  expect(first).toEqual({ before: undefined, after: undefined });
});

test('each who waits is told to give up after the same time, and who has left is not', () => {
  const waits = new Waits(100);
  const givenUp: string[] = [];
  const wait = (name: string) => {
    const made = { sinceMs: performance.now(), giveUp: () => void givenUp.push(name) };
    waits.add(made);
    return made;
  };
  wait('first');
  vi.advanceTimersByTime(60);
  const second = wait('second');
  wait('third');
  waits.delete(second);
  vi.advanceTimersByTime(39);
  expect(givenUp).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(givenUp).toEqual(['first']);
  vi.advanceTimersByTime(59);
  expect(givenUp).toEqual(['first']);
  vi.advanceTimersByTime(1);
  expect(givenUp).toEqual(['first', 'third']);
  expect(waits.size).toBe(0);
  wait('fourth');
  vi.advanceTimersByTime(100);
  expect(givenUp).toEqual(['first', 'third', 'fourth']);
});
