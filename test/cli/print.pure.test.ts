import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { noScreen } from '../../src/cli/io.ts';
import { plain, printResult, toJson, toText } from '../../src/cli/print.ts';

/** The text of a list of one page, without the line break at its end. */
async function listed(rows: object[], screen = noScreen): Promise<string> {
  let text = '';
  await printResult(rows, { isJson: false, screen, out: (part) => (text += part) });
  return text.replace(/\n$/, '');
}

const hostile = 'x\u001b[2J\u001b]0;title\u0007\u009b31m\nfake row\u202e';

test('text output contains no terminal control characters and no injected lines', async () => {
  expect((await listed([{ name: hostile }, { name: 'y' }])).split('\n')).toHaveLength(3);
  for (const text of [toText({ name: hostile }), plain(hostile)]) {
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text).toContain('fake row');
  }
});

test('JSON output contains the same, with terminal control characters escaped', () => {
  const text = toJson({ name: hostile });
  expect(JSON.parse(text)).toEqual({ name: hostile });
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test('a list is a table, a single record has a line per field, and an empty list is "(none)"', async () => {
  expect(await listed([{ id: 'a', domains: ['x', 'y'], name: null }])).toBe(
    'id  domains  name\na   x,y      -',
  );
  expect(toText({ id: 'a', applied: 0 })).toBe('id       a\napplied  0');
  expect(await listed([])).toBe('(none)');
});

const terminal = (columns: number) => ({ columns, hasColors: false });
const id = '01a20179-d12b-764c-a0db-ca5fee703e7f';
const globex = { id, name: '株式会社', createdAt: '2026-11-02T10:00:00.123Z' };
const acme = { id, name: 'Acme', createdAt: null };
const rows = [globex, acme];

test('field names are printed as words, and times are short and marked as UTC', () => {
  expect(toText(globex)).toBe(`id          ${id}\nname        株式会社\ncreated at  2026-11-02 10:00:00Z`);
});

test('columns are aligned also with double-width characters', async () => {
  const [, first, second] = (await listed(rows)).split('\n');
  expect(first).toBe(`${id}  株式会社  2026-11-02 10:00:00Z`);
  expect(second).toBe(`${id}  Acme      -`);
});

test('a list wider than the terminal is printed as a block per row, with nothing cut', async () => {
  const width = 36 + 2 + 8 + 2 + 20;
  expect(await listed(rows, terminal(width))).toBe(await listed(rows));
  expect(await listed(rows, terminal(width - 1))).toBe(`${toText(globex)}\n\n${toText(acme)}`);
});

test('only a terminal with colors gets them, and the text is the same', async () => {
  const colors = { columns: 80, hasColors: true };
  const plainScreen = terminal(80);
  for (const [colored, text] of [
    [toText(acme, colors), toText(acme, plainScreen)],
    [await listed(rows, colors), await listed(rows, plainScreen)],
    [await listed([], colors), await listed([], plainScreen)],
  ] as const) {
    expect(colored).not.toBe(text);
    expect(stripVTControlCharacters(colored)).toBe(text);
  }
});
