import { expect, test } from 'vitest';
import { webUrlField } from '../../src/core/fields.ts';

test('a URL that was taken once is taken however often it is sent', () => {
  const field = webUrlField();
  const refused = Array.from({ length: 20_000 }, () => field.safeParse('https://é.com/').success).filter(
    (ok) => !ok,
  );
  expect(refused).toEqual([]);
});
