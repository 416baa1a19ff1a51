import stringWidth from 'string-width';
import { noScreen, type Screen, styled } from './screen.ts';

/**
 * What a command gives, for people: a list as a table, one thing as a line for each field. A table that is wider than the
 * terminal is given as a block of lines for each row, since nobody can use an id that is cut.
 */
export function toText(result: unknown, screen: Screen = noScreen): string {
  if (!Array.isArray(result)) return toLines(result, screen);
  const rows = result.filter((row): row is object => typeof row === 'object' && row !== null);
  const [first] = rows;
  if (!first) return styled('dim', '(none)', screen);
  const names = Object.keys(first);
  const cells = rows.map((row) => {
    const values = new Map(Object.entries(row));
    return names.map((name) => toCell(values.get(name)));
  });
  const headings = names.map(toWords);
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...cells.map((line) => stringWidth(line[column] ?? ''))),
  );
  const width = widths.reduce((sum, each) => sum + each + gap.length, -gap.length);
  if (screen.columns !== undefined && width > screen.columns)
    return rows.map((row) => toLines(row, screen)).join('\n\n');
  const toLine = (line: string[]) =>
    line
      .map((cell, column) => padEnd(cell, widths[column] ?? 0))
      .join(gap)
      .trimEnd();
  return [styled('bold', toLine(headings), screen), ...cells.map(toLine)].join('\n');
}

const gap = '  ';

function toLines(result: unknown, screen: Screen): string {
  if (typeof result !== 'object' || result === null) return toCell(result);
  const fields = Object.entries(result).map(([name, value]) => [toWords(name), toCell(value)] as const);
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  return fields
    .map(([name, cell]) => `${styled('bold', name.padEnd(width), screen)}${gap}${cell}`)
    .join('\n');
}

/** `createdAt` as people write it. */
const toWords = (name: string) => name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);

const padEnd = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - stringWidth(text)));

const instant = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.\d{3}Z$/;

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return plain(Array.isArray(value) ? value.join(',') : String(value).replace(instant, '$1 $2Z'));
}

/** A text without the characters that a terminal obeys or that break a line. */
export const plain = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd');

/** One JSON document in which nothing is left that a terminal obeys. */
export function toJson(result: unknown): string {
  const toEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(result, null, 2).replaceAll(/[\u007f-\u009f]/g, toEscape);
}
