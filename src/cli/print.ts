import stringWidth from 'string-width';
import { noScreen, type Screen, styled } from './io.ts';

/** Formats a result as text: one line for each field. */
export function toText(result: object, screen: Screen = noScreen): string {
  const fields = Object.entries(result).map(([name, value]) => [toWords(name), toCell(value)] as const);
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  return fields
    .map(([name, cell]) => `${styled('bold', name.padEnd(width), screen)}${gap}${cell}`)
    .join('\n');
}

/** Formats a result as one JSON document without terminal control characters. */
export function toJson(result: unknown): string {
  const toEscapes = (character: string) =>
    character.replaceAll(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return JSON.stringify(result, null, 2).replaceAll(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, toEscapes);
}

interface Output {
  readonly isJson: boolean;
  readonly screen: Screen;
  out(text: string): unknown;
}

/** Prints the result of a command: an object, a text, or a list of rows or of pages of rows; nothing if undefined. */
export async function printResult(result: object | string | undefined, output: Output): Promise<void> {
  const { isJson, screen, out } = output;
  if (typeof result === 'string') await out(`${result}\n`);
  else if (Array.isArray(result)) await printList(result.length > 0 ? [result] : [], output);
  else if (result && Symbol.asyncIterator in result)
    await printList(result as AsyncIterable<readonly object[]>, output);
  else if (result) await out(`${isJson ? toJson(result) : toText(result, screen)}\n`);
}

/** Prints the rows of a list page by page, as one JSON document or as text. */
async function printList(
  pages: AsyncIterable<readonly object[]> | Iterable<readonly object[]>,
  { isJson, screen, out }: Output,
): Promise<void> {
  let format: ListFormat | undefined;
  for await (const rows of pages) {
    const before = format?.separator;
    format ??= isJson ? jsonFormat : formatFor(rows, screen);
    await out((before ?? format.heading) + rows.map(format.toText).join(format.separator));
  }
  await out(format?.end ?? (isJson ? '[]\n' : `${styled('dim', '(none)', screen)}\n`));
}

/** Formats rows, at least one, as a table or as blocks. */
export function toTable(rows: readonly object[], screen: Screen): string {
  const { heading, separator, toText } = formatFor(rows, screen);
  return heading + rows.map(toText).join(separator);
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

/** Formats rows as a table whose columns fit the first page, or as a block of lines for each row if the terminal is narrower. */
function formatFor(rows: readonly object[], screen: Screen): ListFormat {
  const heading = Object.keys(rows[0] ?? {}).map(toWords);
  const toCells = (row: object) => Object.values(row).map(toCell);
  const cells = [heading, ...rows.map(toCells)];
  const widths = heading.map((_, column) =>
    Math.max(...cells.map((line) => stringWidth(line[column] ?? ''))),
  );
  const width = widths.reduce((sum, each) => sum + each + gap.length, -gap.length);
  // A block, because a truncated id is useless.
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

/** Converts a field name to words: `createdAt` to `created at`. */
const toWords = (name: string) => name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);

const instant = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.\d{3}Z$/;

/** Formats a value on one line. */
export function toCell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.map(toCell).join(',');
  if (typeof value !== 'object') return plain(String(value).replace(instant, '$1 $2Z'));
  const fields = Object.entries(value).map(([name, each]) => `${plain(toWords(name))} ${toCell(each)}`);
  return fields.join(', ') || '-';
}

/** Removes terminal control characters and line breaks. */
export const plain = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd');
