import { expect, test } from 'vitest';
import { toDomain, webUrlField } from '../../src/core/fields.ts';

test('a URL that was taken once is taken however often it is sent', () => {
  const field = webUrlField();
  const refused = Array.from({ length: 20_000 }, () => field.safeParse('https://é.com/').success).filter(
    (ok) => !ok,
  );
  expect(refused).toEqual([]);
});

test('a domain is taken for punycode only where a label begins so', () => {
  expect(toDomain('foo-xn--bar.example')).toBe('foo-xn--bar.example');
  expect(toDomain('Bücher.example')).toBe('xn--bcher-kva.example');
  expect(toDomain('xn--a.example')).toBeUndefined();
});
