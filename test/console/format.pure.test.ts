import { expect, test } from 'vitest';
import { formatAgo } from '../../console/src/format.ts';

const day = 86_400_000;

test.each([
  [0, 'today'],
  [1, 'yesterday'],
  [59, '59 days ago'],
  [60, '2 months ago'],
  [550, '18 months ago'],
  [800, '2 years ago'],
  [1_915, '5 years ago'],
])('%i days are told as %j', (days, text) => {
  expect(formatAgo(new Date(Date.now() - days * day).toISOString())).toBe(text);
});
