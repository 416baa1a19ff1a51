import { z } from 'zod';
import { readLines } from '../activities/import/lines.ts';
import { type Organization, organizationRow, rowOf } from './rows.ts';
import { dataTables, isExported } from './tables.ts';

export const exportFormat = 'clientele organization';
export const exportVersion = 1;

/** A line of an export. Terminals do not see it, so control characters stay as JSON writes them. */
export const toLine = (value: object) => `${JSON.stringify(value)}\n`;

/** The longest line that is read: an activity with the longest content, each character of which JSON escapes. */
const maxLineBytes = 16 * 1_024 * 1_024;

/** Thrown for a file that is not a complete export. The message says where and why, in one line. */
class UnusableExport extends Error {}

const header = z.object({
  format: z.literal(exportFormat),
  version: z.int(),
  program: z.string(),
  organization: z.unknown(),
});
const rowLine = z.strictObject({ table: z.string(), row: z.unknown() });
const trailer = z.strictObject({ end: z.literal(true), rows: z.int() });

/** A row of an export with the number and the length of its line. */
export interface ExportedRow {
  readonly table: string;
  readonly row: Record<string, unknown>;
  readonly line: number;
  readonly bytes: number;
}

/**
 * Reads an export. Its rows come in the order in which they can be inserted, and each is checked when it is read.
 * @throws UnusableExport, also for a file that was cut off, after its last row; UnreadableFile if it cannot be opened
 */
export async function readExport(
  path: string,
): Promise<{ organization: Organization; rows: AsyncGenerator<ExportedRow> }> {
  const lines = readLines(path, maxLineBytes);
  const fail = failIn(path, 1);
  const first = await lines.next();
  if (first.done) throw fail('the file is empty');
  return { organization: readHeader(parseLine(first.value, fail), fail), rows: readRows(path, lines) };
}

async function* readRows(
  path: string,
  lines: AsyncGenerator<Buffer | undefined>,
): AsyncGenerator<ExportedRow> {
  let line = 1;
  let isComplete = false;
  for await (const bytes of lines) {
    line++;
    const fail = failIn(path, line);
    if (isComplete) throw fail('nothing may come after the last line of an export');
    const value = parseLine(bytes, fail);
    const end = trailer.safeParse(value).data;
    if (!end) yield { ...readRow(value, fail), line, bytes: bytes?.length ?? 0 };
    else if (end.rows !== line - 2)
      throw fail(`the file has ${line - 2} rows instead of ${end.rows}; export again`);
    isComplete = end !== undefined;
  }
  if (!isComplete)
    throw new UnusableExport(
      `${path} was cut off after line ${line}: the last line of the export is missing`,
    );
}

const failIn = (path: string, line: number) => (reason: string) =>
  new UnusableExport(`${path}: line ${line}: ${reason}`);

type Fail = (reason: string) => UnusableExport;

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseLine(bytes: Buffer | undefined, fail: Fail): unknown {
  if (!bytes) throw fail(`it is longer than ${maxLineBytes >> 20} MiB`);
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw fail('it is not JSON');
  }
}

function readHeader(value: unknown, fail: Fail): Organization {
  const { success, data } = header.safeParse(value);
  if (!success) throw fail('this is not the export of an organization; "org export" makes one');
  if (data.version !== exportVersion)
    throw fail(
      `this is version ${data.version} of the format, of program ${data.program.slice(0, 63)}; this program reads version ${exportVersion}`,
    );
  return check(organizationRow, data.organization, fail);
}

function readRow(value: unknown, fail: Fail) {
  const { table, row } = check(rowLine, value, fail);
  if (!dataTables.some((each) => each.name === table && isExported(each)))
    throw fail(`exports have no table "${table.slice(0, 63)}"`);
  return { table, row: check(rowOf(table), row, fail) };
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown, fail: Fail): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw fail(`${issue?.path.map(String).join('.') || 'the line'}: ${issue?.message}`);
}
