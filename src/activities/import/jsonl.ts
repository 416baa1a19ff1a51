import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { instantField, isStorable } from '../../core/rest/fields.ts';
import { activityTypes } from '../table.ts';
import {
  type ImportItem,
  isParticipantsBounded,
  maxParticipantLength,
  maxParticipants,
  maxParticipantsBytes,
  maxSourceIdLength,
  maxSubjectLength,
  toAddress,
  toParticipants,
  toThread,
  withSourceId,
} from './imported-activity.ts';
import { readLines } from './lines.ts';
import { toPersonName } from './person-name.ts';

const maxLineBytes = 1_024 * 1_024;

const text = z.string().refine(isStorable);
const instant = z.string().trim().pipe(instantField('The time at which it took place, or was archived.'));

// Larger numbers lose digits when JSON is parsed, so two ids could become one.
const exactNumber = z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
const itemId = z.union([text.trim().min(1).max(maxSourceIdLength), exactNumber.transform(String)]).optional();

const lineSchema = z.object({
  id: itemId,
  thread: itemId,
  type: z.enum(activityTypes),
  subject: text.trim().max(maxSubjectLength).default(''),
  content: text.default('').transform((value) => value.trimEnd()),
  occurredAt: instant,
  participants: z
    .array(z.unknown())
    // Checked first, since each invalid element produces an issue.
    .max(maxParticipants)
    .pipe(z.array(text.trim().min(1).max(maxParticipantLength)))
    .refine(isParticipantsBounded)
    .default([]),
  archivedAt: instant.nullable().default(null),
});

const instantHint = 'an RFC 3339 date-time with a time zone, from 1970 to 2100, such as 2026-11-02T10:00:00Z';
const textHint = 'a string without NUL characters or lone surrogates';
const idHint = `a string of 1 to ${maxSourceIdLength} characters without NUL characters or lone surrogates, or a number up to 2^53 - 1, or omitted`;
const hints: Record<keyof z.input<typeof lineSchema>, string> = {
  id: idHint,
  thread: idHint,
  type: `one of ${activityTypes.join(', ')}`,
  subject: `${textHint}, up to ${maxSubjectLength} characters`,
  content: textHint,
  occurredAt: instantHint,
  participants: `an array of at most ${maxParticipants} strings of 1 to ${maxParticipantLength} characters without NUL characters or lone surrogates, at most ${maxParticipantsBytes.toLocaleString('en')} bytes of UTF-8 in total`,
  archivedAt: `null, or ${instantHint}`,
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Undefined for an empty line. */
function readLine(line: Buffer, where: string): ImportItem | undefined {
  if (!isUtf8(line)) return { ok: false, where, reason: 'is not valid UTF-8' };
  // `trim` also removes a byte order mark.
  const text = line.toString('utf8').trim();
  if (text === '') return undefined;
  const value = parseJson(text);
  if (value === undefined) return { ok: false, where, reason: 'is not valid JSON' };
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return { ok: false, where, reason: 'is not a JSON object' };
  }
  const parsed = lineSchema.safeParse(value);
  if (!parsed.success) {
    const bad = new Set(parsed.error.issues.map((issue) => issue.path[0]));
    const advice = Object.entries(hints).filter(([field]) => bad.has(field));
    return { ok: false, where, reason: advice.map(([field, hint]) => `${field} must be ${hint}`).join('; ') };
  }
  const { id, thread, ...written } = parsed.data;
  // The id depends on the participants as written, so that it stays the same across versions.
  const activity = {
    ...withSourceId(id, written),
    ...toParticipants(written.participants.map(withName)),
    ...(thread === undefined ? {} : { thread: toThread(thread) }),
  };
  return { ok: true, where, activity };
}

/** Separates the name of a participant from the address, such as `Pat Doe <pat@globex.example>`. */
function withName(written: string): [participant: string, name: string] {
  const open = written.endsWith('>') ? written.lastIndexOf('<') : -1;
  const address = open < 0 ? undefined : toAddress(written.slice(open + 1, -1));
  return address === undefined ? [written, ''] : [address, toPersonName(written.slice(0, open))];
}

/**
 * Reads a file of one activity per line, each a JSON object in UTF-8. Empty lines and unknown fields are ignored. The
 * reason of an invalid line names every invalid field. A line longer than 1 MiB is never held in memory.
 * @throws UnreadableFile when the file cannot be read
 */
export async function* readJsonl(path: string): AsyncGenerator<ImportItem> {
  let number = 0;
  for await (const line of readLines(path, maxLineBytes)) {
    number += 1;
    const where = `${path}, line ${number}`;
    const item = line ? readLine(line, where) : { ok: false as const, where, reason: 'is longer than 1 MiB' };
    if (item) yield item;
  }
}
