import { extname } from 'node:path';
import type { ImportItem } from './imported-activity.ts';
import { readJsonl } from './jsonl.ts';
import { BoundedBytes, readChunks, UnreadableFile } from './lines.ts';
import { type MailResult, maxMailBytes, readMail } from './mail.ts';
import { splitMbox } from './mbox.ts';

export type { ImportedActivity, ImportItem } from './imported-activity.ts';
export { UnreadableFile } from './lines.ts';

export const importFormats = ['mbox', 'eml', 'jsonl'] as const;
export type ImportFormat = (typeof importFormats)[number];

const endings = new Map<string, ImportFormat>([
  ['.mbox', 'mbox'],
  ['.mbx', 'mbox'],
  ['.eml', 'eml'],
  ['.jsonl', 'jsonl'],
  ['.ndjson', 'jsonl'],
]);

const maxLabelLength = 80;
const tooLong: MailResult = { ok: false, reason: 'is longer than 25 MiB', label: '' };

function formatOf(path: string): ImportFormat {
  const format = endings.get(extname(path).toLowerCase());
  if (!format) {
    throw new UnreadableFile(
      `cannot tell the format of ${path} by its ending: give --format ${importFormats.join('|')}`,
    );
  }
  return format;
}

function placed(place: string, result: MailResult): ImportItem {
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

async function* readEml(path: string): AsyncGenerator<ImportItem> {
  const raw = new BoundedBytes(maxMailBytes);
  for await (const chunk of readChunks(path)) {
    raw.add(chunk);
    if (raw.overflowed) break;
  }
  yield placed(path, raw.overflowed ? tooLong : await readMail(raw.bytes));
}

/**
 * Reads the activities of a file, one by one, in its order: mail from an mbox or eml file, any activity from the lines
 * of a jsonl file. What cannot be read comes as an item with a reason, and reading goes on behind it. Memory does not
 * grow with the file: a mail is bounded to 25 MiB, a line to 1 MiB. The same file always gives the same items.
 *
 * @param format by default told by the ending: .mbox, .mbx, .eml, .jsonl, .ndjson
 * @throws UnreadableFile, on the first step, when the format is unknown or the file cannot be read
 */
export async function* readActivities(
  path: string,
  format: ImportFormat = formatOf(path),
): AsyncGenerator<ImportItem> {
  const readers = { mbox: readMbox, eml: readEml, jsonl: readJsonl };
  yield* readers[format](path);
}
