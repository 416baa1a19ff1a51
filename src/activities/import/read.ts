import { extname } from 'node:path';
import { maxCalendarBytes, readCalendars } from './ics.ts';
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
const tooLong: ReadResult = { ok: false, reason: 'is longer than 25 MiB', label: '' };

function formatOf(path: string): ImportFormat {
  const format = endings.get(extname(path).toLowerCase());
  if (!format) {
    throw new UnreadableFile(
      `cannot tell the format of ${path} by its ending: give --format ${importFormats.join('|')}`,
    );
  }
  return format;
}

function placed(place: string, result: ReadResult): ImportItem {
  // The label comes from the mail and goes to a terminal, which obeys control characters.
  const label = result.label.replace(/\p{C}/gu, '').slice(0, maxLabelLength).toWellFormed();
  const where = label === '' ? place : `${place} ${label}`;
  return result.ok
    ? { ok: true, where, activity: result.activity }
    : { ok: false, where, reason: result.reason };
}

async function* readMbox(path: string): AsyncGenerator<ImportItem> {
  let number = 0;
  let hasTextOutside = false;
  for await (const message of splitMbox(path, maxMailBytes)) {
    if (message === 'outside') {
      hasTextOutside = true;
      continue;
    }
    if (hasTextOutside) {
      hasTextOutside = false;
      yield { ok: false, where: `${path}, before message 1`, reason: 'is text that belongs to no message' };
    }
    number += 1;
    const { raw, separatorDate } = message;
    const result = raw.overflowed ? tooLong : await readMail(raw.bytes, separatorDate);
    yield placed(`${path}, message ${number}`, result);
  }
  if (number === 0) {
    const reason = 'is no mbox file: it has no separator line, which is "From ", an address and a date';
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
  if (raw.overflowed) {
    yield placed(path, tooLong);
    return;
  }
  const meetings = readCalendars(raw.bytes, now);
  if (!meetings) {
    yield { ok: false, where: path, reason: 'is no calendar: it has no line BEGIN:VCALENDAR' };
    return;
  }
  for await (const { number, result } of meetings) yield placed(`${path}, event ${number}`, result);
}

/**
 * Reads the activities of a file, one by one, in its order: mail from an mbox or eml file, meetings from an ics file, any
 * activity from the lines of a jsonl file. What cannot be read comes as an item with a reason, and reading goes on
 * behind it. Memory does not grow with the file: a mail or a file of calendars is bounded to 25 MiB, a line to 1 MiB.
 * The same file always gives the same items, but for meetings that repeat, which depend on the time.
 *
 * @param format when undefined, told by the ending: .mbox, .mbx, .eml, .ics, .ical, .jsonl, .ndjson
 * @param now the time that bounds which occurrences of repeating meetings are read
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
