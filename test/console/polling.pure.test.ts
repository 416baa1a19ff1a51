import { expect, test } from 'vitest';
import { nextReadMs, staleTime } from '../../console/src/calls/polling.ts';

const read = (dataUpdateCount: number, status = 'success') => ({ data: 'card', dataUpdateCount, status });

test('what is being computed is looked at five times more after the page was opened', () => {
  const waits = [3, 4, 5, 6, 7, 8, 9].map((count) => nextReadMs(read(count), 2, () => true));
  expect(waits).toEqual([4_000, 4_000, 4_000, 4_000, 4_000, staleTime, staleTime]);
});

test('there is no second look soon where nothing is computed, and none after an error', () => {
  expect(nextReadMs(read(1), 0, () => false)).toBe(staleTime);
  expect(nextReadMs(read(1, 'error'), 0, () => true)).toBe(false);
});
