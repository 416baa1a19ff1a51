import { isUtf8 } from 'node:buffer';
import PostalMime, { addressParser, decodeWords, type Email } from 'postal-mime';
import { reasonOf } from '../../core/reason.ts';
import { clean, decodeLines } from './charset.ts';
import { htmlToText } from './html.ts';
import {
  cutTo,
  firstParticipants,
  type ImportedActivity,
  maxSourceIdLength,
  type ReadResult,
  toAddress,
  toSubject,
  toThread,
  withSourceId,
} from './imported-activity.ts';
import { parseMailDate } from './mail-date.ts';

export const maxMailBytes = 25 * 1_024 * 1_024;

/** The maximum length of an email's content, in characters; the rest is cut. No more than 10 KiB is ever shown. */
const maxContentLength = 1_024 * 1_024;

/** The maximum number of lines beyond one per 70 bytes: the parser takes 20 µs for each, however short. */
const maxShortLines = 60_000;

/** Far more than real email needs. */
const limits = { maxHeadersSize: 512 * 1_024, maxNestingDepth: 256 };

/** Every email has at least one of these headers. */
const mailHeader =
  /^(?:from|to|cc|bcc|sender|reply-to|return-path|delivered-to|subject|date|message-id|received)[ \t]*:/im;

const legacyCharsets = new Set('us-ascii ascii iso-8859-1 latin1 windows-1252 cp1252'.split(' '));

function unread(reason: string, label = ''): ReadResult {
  return { ok: false, reason, label };
}

function withoutLead(raw: Buffer): Buffer {
  let start = raw.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf)) ? 3 : 0;
  while (raw[start] === 0x0a || raw[start] === 0x0d) start += 1;
  return raw.subarray(start);
}

function headLength(raw: Buffer): number {
  const ends = [raw.indexOf('\n\n'), raw.indexOf('\n\r\n')].filter((end) => end !== -1);
  return ends.length > 0 ? Math.min(...ends) + 1 : raw.length;
}

/** The reason to reject an email before it is parsed; undefined if there is none. */
function problemOf(raw: Buffer, head: string): string | undefined {
  if (!mailHeader.test(head)) return 'is not an email: it has no email headers';
  let shortLines = -raw.length / 70;
  for (let at = raw.indexOf(0x0a); at !== -1; at = raw.indexOf(0x0a, at + 1)) shortLines += 1;
  return shortLines > maxShortLines
    ? `has more than ${maxShortLines.toLocaleString('en')} short lines`
    : undefined;
}

function headerValues(email: Email, key: string): string[] {
  return email.headers.filter((header) => header.key === key).map((header) => header.value);
}

function parse(raw: Buffer): Promise<Email> {
  // Treat a forwarded email as an attachment: inlined, its date would depend on the machine's time zone.
  return PostalMime.parse(raw, { ...limits, forceRfc822Attachments: true });
}

function namesLegacyCharset(raw: Buffer): boolean {
  for (const [, name = ''] of raw.toString('latin1').matchAll(/charset[ \t]*=[ \t]*"?([\w-]*)/gi))
    if (legacyCharsets.has(name.toLowerCase())) return true;
  return false;
}

async function textOf(email: Email, raw: Buffer): Promise<string> {
  const isPlain = (email.text ?? '').trim() !== '';
  const pick = (from: Email) => (isPlain ? from.text : from.html) ?? '';
  let body = pick(email);
  if (body.includes('\ufffd')) {
    // Each byte becomes a character, unless the email names another charset than UTF-8.
    const bytes = pick(await parse(Buffer.from(raw.toString('latin1'))));
    if (!/[\u0100-\uffff]/.test(bytes)) body = decodeLines(bytes);
  } else if (/[\u00c2-\u00f4]/.test(body) && namesLegacyCharset(raw)) body = decodeLines(body);
  const text = isPlain ? body : await htmlToText(body);
  return clean(cutTo(text.replaceAll(/\r\n?/g, '\n'), maxContentLength)).trimEnd();
}

function participantsOf(email: Email) {
  const values = ['from', 'to', 'cc'].flatMap((key) => headerValues(email, key));
  const people = values.flatMap((value) => addressParser(value, { flatten: true }));
  return firstParticipants(
    people.map(({ address = '', name }) => [toAddress(address), decodeWords(name)] as const),
  );
}

function dateOf(email: Email, separatorDate: Date | undefined): Date | undefined {
  // The newest Received header comes first; its date follows the last semicolon (RFC 5321, 4.4).
  const received = headerValues(email, 'received').map((value) => value.slice(value.lastIndexOf(';') + 1));
  for (const value of [...headerValues(email, 'date'), ...received]) {
    const date = parseMailDate(value);
    if (date) return date;
  }
  return separatorDate;
}

function messageIdOf(email: Email): string | undefined {
  const [value = ''] = headerValues(email, 'message-id');
  return toMessageId(/<([^<>]*)>/.exec(value)?.[1] ?? value);
}

function toMessageId(text: string): string | undefined {
  const id = clean(text.replace(/[\s<>]+/g, ''));
  return id.length > 0 && id.length <= maxSourceIdLength ? id : undefined;
}

/** The first reference is the message that began the conversation (RFC 5322, 3.6.4). */
function threadOf(email: Email): Pick<ImportedActivity, 'thread'> {
  const values = [...headerValues(email, 'references'), ...headerValues(email, 'in-reply-to')];
  const ids = values.flatMap((value) => toMessageId(/<([^<>]*)>/.exec(value)?.[1] ?? '') ?? []);
  return ids[0] === undefined ? {} : { thread: toThread(ids[0]) };
}

/**
 * Reads one email (RFC 5322, MIME) into an activity. The content is the plain text, or else the text of the HTML;
 * attachments and forwarded emails are left out. The date comes from the Date header, the newest Received header or
 * the separator, in this order. Invalid input never throws: the result gives the reason.
 */
export async function readMail(bytes: Buffer, separatorDate?: Date): Promise<ReadResult> {
  let raw = withoutLead(bytes);
  if (raw.length === 0) return unread('is empty');
  const head = raw.subarray(0, headLength(raw));
  const headers = head.toString('latin1');
  const problem = problemOf(raw, headers);
  if (problem !== undefined) return unread(problem);
  if (!isUtf8(head)) raw = Buffer.concat([Buffer.from(decodeLines(headers)), raw.subarray(head.length)]);

  let email: Email;
  let content: string;
  try {
    email = await parse(raw);
    content = await textOf(email, raw);
  } catch (error) {
    return unread(`cannot be parsed as an email: ${reasonOf(error)}`);
  }
  const subject = toSubject(email.subject ?? '');
  const id = messageIdOf(email);
  const label = id === undefined ? subject : `<${id}>`;
  const occurredAt = dateOf(email, separatorDate)?.toISOString();
  if (occurredAt === undefined) return unread('has no valid date', label);
  const mail = {
    type: 'email',
    subject,
    content,
    occurredAt,
    ...participantsOf(email),
    ...threadOf(email),
    archivedAt: null,
    isMail: true,
  } as const;
  return { ok: true, label, activity: withSourceId(id, mail) };
}
