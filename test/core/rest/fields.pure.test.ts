import { expect, test } from 'vitest';
import { toDomain, webUrlField } from '../../../src/core/rest/fields.ts';

test('a valid URL is accepted every time it is sent', () => {
  const field = webUrlField();
  const refused = Array.from({ length: 20_000 }, () => field.safeParse('https://é.com/').success).filter(
    (ok) => !ok,
  );
  expect(refused).toEqual([]);
});

test('a domain counts as punycode only if a label begins with its prefix', () => {
  expect(toDomain('foo-xn--bar.example')).toBe('foo-xn--bar.example');
  expect(toDomain('Bücher.example')).toBe('xn--bcher-kva.example');
  expect(toDomain('xn--a.example')).toBeUndefined();
});

test('an overlong host is refused before its slow conversion', () => {
  const long = Array.from({ length: 33_000 }, (_, at) =>
    String.fromCharCode(0x4e00 + ((at * 7919) % 20_000)),
  ).join('');
  for (let time = 0; time < 100; time += 1) {
    expect(toDomain(`${long}.example`)).toBeUndefined();
    expect(webUrlField().safeParse(`http://${long}.example/`).success).toBe(false);
  }
});
