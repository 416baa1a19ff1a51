/** What a command gives, for people: a list as a table, one thing as a line for each field. */
export function toText(result: unknown): string {
  if (!Array.isArray(result)) return toLines(result);
  const rows = result.filter((row): row is object => typeof row === 'object' && row !== null);
  const [first] = rows;
  if (!first) return '(none)';
  const names = Object.keys(first);
  const cells = rows.map((row) => {
    const values = new Map(Object.entries(row));
    return names.map((name) => toCell(values.get(name)));
  });
  const widths = names.map((name, column) =>
    Math.max(name.length, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  const toLine = (line: string[]) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [names, ...cells].map(toLine).join('\n');
}

function toLines(result: unknown): string {
  if (typeof result !== 'object' || result === null) return toCell(result);
  const fields = Object.entries(result);
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => `${name.padEnd(width)}  ${toCell(value)}`).join('\n');
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return plain(Array.isArray(value) ? value.join(',') : String(value));
}

/** A text without the characters that a terminal obeys or that break a line. */
export const plain = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd');

/** One JSON document in which nothing is left that a terminal obeys. */
export function toJson(result: unknown): string {
  const toEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(result, null, 2).replaceAll(/[\u007f-\u009f]/g, toEscape);
}
