import { extname } from 'node:path';
import { calendarProblem, maxCalendarBytes, readCalendar } from './ics.ts';
import type { ImportItem, ReadResult } from './imported-activity.ts';
import { readJsonl } from './jsonl.ts';
import { BoundedBytes, readChunks, UnreadableFile } from './lines.ts';
import { maxMailBytes, readMail } from './mail.ts';
import { splitMbox } from './mbox.ts';

export type { ImportedActivity, ImportItem } from './imported-activity.ts';
export { UnreadableFile } from './lines.ts';

export const importFormats = ['mbox', 'eml', 'ics', 'jsonl'] as const;
export type ImportFormat = (typeof importFormats)[number];

const endings = new Map<string, ImportFormat>([
  ['.mbox', 'mbox'],
  ['.mbx', 'mbox'],
  ['.eml', 'eml'],
  ['.ics', 'ics'],
  ['.ical', 'ics'],
  ['.jsonl', 'jsonl'],
  ['.ndjson', 'jsonl'],
]);

const maxLabelLength = 80;
const tooLong = { ok: false, reason: 'is longer than 25 MiB', label: '' } as const;

function formatOf(path: string): ImportFormat {
  const format = endings.get(extname(path).toLowerCase());
  if (!format) {
    throw new UnreadableFile(
      `cannot tell the format of ${path} from its name: give --format ${importFormats.join('|')}`,
    );
  }
  return format;
}

function placed(place: string, result: ReadResult): ImportItem {
  // The label comes from the file and is printed to a terminal, which would obey control characters.
  const label = result.label.replace(/\p{C}/gu, '').slice(0, maxLabelLength).toWellFormed();
  return { ...result, where: label === '' ? place : `${place} ${label}` };
}

async function* readMbox(path: string): AsyncGenerator<ImportItem> {
  let number = 0;
  for await (const message of splitMbox(path, maxMailBytes)) {
    if (message === 'outside') {
      yield { ok: false, where: `${path}, before message 1`, reason: 'contains text outside any message' };
      continue;
    }
    number += 1;
    const { raw, separatorDate } = message;
    const result = raw.overflowed ? tooLong : await readMail(raw.bytes, separatorDate);
    yield placed(`${path}, message ${number}`, result);
  }
  if (number === 0) {
    const reason = 'is not an mbox file: it has no separator line of "From ", an address and a date';
    yield { ok: false, where: path, reason };
  }
}

async function readWhole(path: string, maxBytes: number): Promise<BoundedBytes> {
  const raw = new BoundedBytes(maxBytes);
  for await (const chunk of readChunks(path)) {
    raw.add(chunk);
    if (raw.overflowed) break;
  }
  return raw;
}

async function* readEml(path: string): AsyncGenerator<ImportItem> {
  const raw = await readWhole(path, maxMailBytes);
  yield placed(path, raw.overflowed ? tooLong : await readMail(raw.bytes));
}

async function* readIcs(path: string, now: Date): AsyncGenerator<ImportItem> {
  const raw = await readWhole(path, maxCalendarBytes);
  const problem = raw.overflowed ? tooLong.reason : calendarProblem(raw.bytes);
  const reading = problem === undefined ? readCalendar(raw.bytes, now) : undefined;
  if (!reading) {
    const reason = problem ?? 'is not a calendar: it has no BEGIN:VCALENDAR line';
    yield { ok: false, where: path, reason };
    return;
  }
  for await (const { number, result } of reading.results) yield placed(`${path}, event ${number}`, result);
}

/**
 * Reads the activities of a file one by one: email from mbox and eml files, meetings from ics files, activities of any type
 * from jsonl files. An activity that cannot be read becomes an item with the reason, and the next one is read. Memory does
 * not grow with the file: an email or a calendar file may have 25 MiB, a line 1 MiB. The same file gives the same items,
 * except for recurring meetings, which depend on `now`.
 *
 * @param format by default chosen by the file's ending: .mbox, .mbx, .eml, .ics, .ical, .jsonl, .ndjson
 * @param now the time around which occurrences of recurring meetings are read
 * @throws UnreadableFile, on the first step, when the format is unknown or the file cannot be read
 */
export async function* readActivities(
  path: string,
  format: ImportFormat | undefined,
  now: Date,
): AsyncGenerator<ImportItem> {
  const readers = { mbox: readMbox, eml: readEml, ics: readIcs, jsonl: readJsonl };
  yield* readers[format ?? formatOf(path)](path, now);
}
