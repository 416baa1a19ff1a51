import { stripVTControlCharacters } from 'node:util';
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

const terminal = (columns: number) => ({ columns, hasColors: false });
const id = '01a20179-d12b-764c-a0db-ca5fee703e7f';
const rows = [
  { id, name: '株式会社', createdAt: '2026-11-02T10:00:00.123Z' },
  { id, name: 'Acme', createdAt: null },
];

test('names of fields are words, times are short and say that they are UTC', () => {
  expect(toText(rows[0])).toBe(`id          ${id}\nname        株式会社\ncreated at  2026-11-02 10:00:00Z`);
});

test('columns stand in line also where characters are twice as wide', () => {
  const [, first, second] = toText(rows).split('\n');
  expect(first).toBe(`${id}  株式会社  2026-11-02 10:00:00Z`);
  expect(second).toBe(`${id}  Acme      -`);
});

test('a list that is wider than the terminal is a block a row, with nothing cut', () => {
  const width = 36 + 2 + 8 + 2 + 20;
  expect(toText(rows, terminal(width))).toBe(toText(rows));
  expect(toText(rows, terminal(width - 1))).toBe(`${toText(rows[0])}\n\n${toText(rows[1])}`);
});

test('only a screen with colors gets them, and the text is the same', () => {
  for (const result of [rows, rows[0], []]) {
    const colored = toText(result, { columns: 80, hasColors: true });
    expect(colored).not.toBe(stripVTControlCharacters(colored));
    expect(stripVTControlCharacters(colored)).toBe(toText(result, terminal(80)));
  }
});
