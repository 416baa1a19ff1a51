import { expect, test } from 'vitest';
import { checklistItem } from '../../src/insights/text/markdown.ts';
import { linesOf, toInline } from './checklist.ts';
import { hostile } from './hostile.ts';

test.each(hostile)('%j reads as text anywhere, and adds no markup', (written, read = written) => {
  const text = toInline(written);
  expect(linesOf(checklistItem(true, `Before ${text} after.`))).toEqual([
    { checked: true, text: read === '' ? 'Before  after.' : `Before ${read} after.`, bold: [] },
  ]);
  expect(linesOf(checklistItem(false, `**Ours** — ${text}, “${text}” (${text}): ${text}.`))).toEqual([
    { checked: false, text: `Ours — ${read}, “${read}” (${read}): ${read}.`, bold: ['Ours'] },
  ]);
});

test('plain text is not escaped', () => {
  for (const text of ["It's 5.5% - really! (yes)", 'R&D at AT&T', 'a | b > c', '#42, 1. item', '“quote”'])
    expect(toInline(text)).toBe(text);
});

test('a long text is cut at a word, and marked as cut', () => {
  expect(toInline('word '.repeat(100), 22)).toBe('word word word word…');
  expect(toInline('The end, is near', 9)).toBe('The end…');
  expect(toInline('x'.repeat(1_000), 20)).toBe(`${'x'.repeat(20)}…`);
  expect(toInline('12345 12345', 11)).toBe('12345 12345');
  // A space counts from beyond the middle.
  expect(toInline('12345 67890', 10)).toBe('12345 6789…');
  expect(toInline('123456 7890', 10)).toBe('123456…');
});

test('a cut never splits a character or an escape', () => {
  expect(toInline('👍'.repeat(20), 5)).toBe('👍👍…');
  expect(linesOf(checklistItem(true, `${toInline('*'.repeat(50), 5)} b`))[0]?.text).toBe('*****… b');
  expect(toInline(`${'é'.normalize('NFD').repeat(9)}`, 3).isWellFormed()).toBe(true);
});

test('a link cannot push the text after it out of view', () => {
  expect(toInline(`See https://evil.example/${'a'.repeat(150)} for the date.`, 40)).toBe(
    'See (link) for the date.',
  );
});

test.each(['a', '@', 'a@', 'http://', 'www.', '[', '\\', '&#', '\u200d', '\ud83d', ' ', '\n', 'https://a.'])(
  'a megabyte of %j is cut to something short, in time',
  (part) => {
    toInline(part.repeat(1_000_000 / part.length));
  },
);
