import stringWidth from 'string-width';
import { noScreen, type Screen, styled } from './io.ts';

/** A result for people: a line for each field. */
export function toText(result: object, screen: Screen = noScreen): string {
  const fields = Object.entries(result).map(([name, value]) => [toWords(name), toCell(value)] as const);
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  return fields
    .map(([name, cell]) => `${styled('bold', name.padEnd(width), screen)}${gap}${cell}`)
    .join('\n');
}

/** One JSON document without characters that a terminal obeys. */
export function toJson(result: unknown): string {
  const toEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(result, null, 2).replaceAll(/[\u007f-\u009f]/g, toEscape);
}

/** Prints the rows of a list as their pages come: as one JSON document, or for people. */
export async function printList(
  pages: AsyncIterable<readonly object[]>,
  write: (text: string) => unknown,
  { json = false, screen = noScreen }: { json?: boolean | undefined; screen?: Screen },
): Promise<void> {
  let format: ListFormat | undefined;
  for await (const rows of pages) {
    const before = format?.separator;
    format ??= json ? jsonFormat : formatFor(rows, screen);
    await write((before ?? format.heading) + rows.map(format.toText).join(format.separator));
  }
  await write(format?.end ?? (json ? '[]\n' : `${styled('dim', '(none)', screen)}\n`));
}

interface ListFormat {
  readonly heading: string;
  readonly separator: string;
  readonly end: string;
  toText(row: object): string;
}

const jsonFormat: ListFormat = {
  heading: '[\n  ',
  separator: ',\n  ',
  end: '\n]\n',
  toText: (row) => toJson(row).replaceAll('\n', '\n  '),
};

/** A table with columns as wide as the first page needs; or, where the terminal is narrower, a block of lines for each row. */
function formatFor(rows: readonly object[], screen: Screen): ListFormat {
  const heading = Object.keys(rows[0] ?? {}).map(toWords);
  const toCells = (row: object) => Object.values(row).map(toCell);
  const cells = [heading, ...rows.map(toCells)];
  const widths = heading.map((_, column) =>
    Math.max(...cells.map((line) => stringWidth(line[column] ?? ''))),
  );
  const width = widths.reduce((sum, each) => sum + each + gap.length, -gap.length);
  // A block, since nobody can use an id that is cut.
  if (screen.columns !== undefined && width > screen.columns)
    return { heading: '', separator: '\n\n', end: '\n', toText: (row) => toText(row, screen) };

  const toLine = (line: readonly string[]) =>
    line
      .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - stringWidth(cell))))
      .join(gap)
      .trimEnd();
  return {
    heading: `${styled('bold', toLine(heading), screen)}\n`,
    separator: '\n',
    end: '\n',
    toText: (row) => toLine(toCells(row)),
  };
}

const gap = '  ';

/** `createdAt` as people write it. */
const toWords = (name: string) => name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);

const instant = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.\d{3}Z$/;

/** A value as people read it, in one line. */
export function toCell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return plain(Array.isArray(value) ? value.join(',') : String(value).replace(instant, '$1 $2Z'));
}

/** A text without characters that a terminal obeys or that break a line. */
export const plain = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd');
