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
  return Array.isArray(value) ? value.join(',') : String(value);
}
