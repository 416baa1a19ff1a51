import { expect, test } from 'vitest';
import { plain, toJson, toText } from '../../src/cli/print.ts';

const hostile = 'x\u001b[2J\u001b]0;title\u0007\u009b31m\nfake row\u202e';

test('nothing that a terminal obeys and no extra line is printed for people', () => {
  expect(toText([{ name: hostile }, { name: 'y' }]).split('\n')).toHaveLength(3);
  for (const text of [toText({ name: hostile }), plain(hostile)]) {
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text).toContain('fake row');
  }
});

test('a JSON document says the same, with what a terminal obeys escaped', () => {
  const text = toJson({ name: hostile });
  expect(JSON.parse(text)).toEqual({ name: hostile });
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});

test('a list is a table, one thing a line for each field, nothing is "(none)"', () => {
  expect(toText([{ id: 'a', domains: ['x', 'y'], name: null }])).toBe('id  domains  name\na   x,y      -');
  expect(toText({ id: 'a', applied: 0 })).toBe('id       a\napplied  0');
  expect(toText([])).toBe('(none)');
});
