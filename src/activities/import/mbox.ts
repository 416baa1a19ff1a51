import { BoundedBytes, readLines } from './lines.ts';
import { parseMailDate } from './mail-date.ts';

/** A message of an mbox file: its bytes without separator and quoting. */
interface MboxMessage {
  raw: BoundedBytes;
  separatorDate: Date;
}

const carriageReturn = 0x0d;
const newline = 0x0a;
const quote = 0x3e;
const from = Buffer.from('From ');

/** `From `, an address (list archives write `ann at globex.example`), and a date that begins with a weekday. */
const separatorPattern = /^From \S+(?: at \S+)? +(\w{3}) (.+)$/;
const weekdays = new Set('mon tue wed thu fri sat sun'.split(' '));

const maxSeparatorBytes = 1_000;

function startsWithFrom(line: Buffer, at: number): boolean {
  return line[at] === from[0] && line.subarray(at, at + from.length).equals(from);
}

function separatorDateOf(line: Buffer): Date | undefined {
  if (line.length > maxSeparatorBytes || !startsWithFrom(line, 0)) return undefined;
  const [, day = '', rest] = separatorPattern.exec(line.toString('latin1').trimEnd()) ?? [];
  return weekdays.has(day.toLowerCase()) ? parseMailDate(`${day} ${rest}`) : undefined;
}

function unquoted(line: Buffer): Buffer {
  let quotes = 0;
  while (line[quotes] === quote) quotes += 1;
  return quotes > 0 && startsWithFrom(line, quotes) ? line.subarray(1) : line;
}

function isEmptyLine(line: Buffer): boolean {
  return line[0] === newline || (line[0] === carriageReturn && line[1] === newline);
}

/**
 * Splits an mbox file (RFC 4155) in the mboxrd variant. A separator is a line of `From `, an address and an asctime date,
 * at the start of the file or after an empty line; any other line that begins with `From ` is text. One `>` is removed
 * from each line that begins with `>From `, `>>From ` and so on. Yields `'outside'` once for text before the first
 * separator; a file without any separator yields nothing.
 *
 * @param maxBytes a longer message has `raw.overflowed` set, and is never held in memory
 */
export async function* splitMbox(path: string, maxBytes: number): AsyncGenerator<MboxMessage | 'outside'> {
  let current: MboxMessage | undefined;
  let textOutside = false;
  let afterEmptyLine = true;
  for await (const line of readLines(path, maxBytes)) {
    const separatorDate = line && afterEmptyLine ? separatorDateOf(line) : undefined;
    if (separatorDate) {
      if (current) yield current;
      else if (textOutside) yield 'outside';
      current = { raw: new BoundedBytes(maxBytes), separatorDate };
      afterEmptyLine = false;
      continue;
    }
    afterEmptyLine = line !== undefined && isEmptyLine(line);
    if (!current) textOutside ||= !afterEmptyLine;
    else if (line) current.raw.add(unquoted(line));
    else current.raw.overflowed = true;
  }
  if (current) yield current;
}
