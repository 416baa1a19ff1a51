import { hash } from 'node:crypto';
import type { ActivityType } from '../table.ts';
import { clean } from './charset.ts';
import { toPersonName } from './person-name.ts';

/** An activity read from a file, before it belongs to an organization or a client. */
export interface ImportedActivity {
  /**
   * The `Message-ID` without angle brackets, the `id` of a line, or the `UID` of a meeting, followed by a colon and the
   * occurrence if it repeats; otherwise `sha256:<hex>`.
   */
  sourceId: string;
  type: ActivityType;
  subject: string;
  content: string;
  /** UTC with milliseconds: `2026-11-20T20:35:34.909Z`. */
  occurredAt: string;
  /**
   * Email and meetings: lower-case addresses without duplicates, in the order From, To, Cc, or the organizer before the
   * attendees. JSON lines: as given, trimmed, but without the name before an address in angle brackets.
   */
  participants: string[];
  /** The names of the participants in the same order, `''` for none. Absent when none has a name. */
  participantNames?: string[];
  archivedAt: string | null;
  /** See `toThread`: of the message that began the conversation, or else of the one that this answers. Absent without either. */
  thread?: string;
  /** Mail may reuse the `Message-ID` of another message, by mistake or on purpose; the same time makes it the same message. */
  isMail?: true;
}

/** One item read from a file, or the reason why it could not be read. `where` describes its place for people. */
export type ImportItem =
  | { ok: true; where: string; activity: ImportedActivity }
  | { ok: false; where: string; reason: string };

/** An email or calendar entry, or the reason why it cannot be read. `label` is its id or its subject. */
export type ReadResult = { label: string } & (
  | { ok: true; activity: ImportedActivity }
  | { ok: false; reason: string }
);

/** The maximum length of a message's id, in characters; the database indexes ids. */
export const maxSourceIdLength = 255;

export const maxParticipants = 100;

/** The maximum total length of an activity's participants, in bytes of UTF-8: a list page shows them for 100 activities. */
export const maxParticipantsBytes = 4_096;

export const isParticipantsBounded = (participants: readonly string[]) =>
  participants.length <= maxParticipants && bytesOf(participants) <= maxParticipantsBytes;

const bytesOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/**
 * The participants in the order of their first mention, each with its first name that is not empty: as many as fit both
 * limits, none cut.
 * @param mentions addresses, undefined for none, and names as written
 */
export function firstParticipants(mentions: Iterable<readonly [address: string | undefined, name: string]>) {
  const names = new Map<string, string>();
  for (const [address, name] of mentions)
    if (address !== undefined) names.set(address, names.get(address) || toPersonName(name));
  let kept = [...names].slice(0, maxParticipants);
  while (!isParticipantsBounded(kept.map(([address]) => address))) kept = kept.slice(0, -1);
  return toParticipants(kept);
}

/** The fields for participants and their names, `''` for none. */
export function toParticipants(
  named: readonly (readonly [participant: string, name: string])[],
): Pick<ImportedActivity, 'participants' | 'participantNames'> {
  const participants = named.map(([participant]) => participant);
  const participantNames = named.map(([, name]) => name);
  return participantNames.some((name) => name !== '') ? { participants, participantNames } : { participants };
}

/** The maximum length of a subject, in characters; that of a line of email (RFC 5322, 2.1.1). */
export const maxSubjectLength = 998;

/** The maximum length of a participant, in characters: 64 for the local part, 255 for the domain, and the `@` (RFC 5321). */
export const maxParticipantLength = 320;

/** Cuts a text to at most `maxLength` UTF-16 units, at a character boundary. */
export const cutTo = (text: string, maxLength: number) =>
  text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');

/** Normalizes a subject to one line, cut to `maxSubjectLength`. */
export const toSubject = (text: string) => cutTo(clean(text).replace(/\s+/g, ' ').trim(), maxSubjectLength);

/** Returns the email address in lower case; undefined if it is not one or is too long. */
export function toAddress(text: string): string | undefined {
  const lower = clean(text).toLowerCase();
  return lower.length <= maxParticipantLength && /^[^\s@<>]+@[^\s@<>]+$/.test(lower) ? lower : undefined;
}

const sha256 = (text: string) => `sha256:${hash('sha256', text, 'hex')}`;

/**
 * Returns the key of the conversation that the message with this id began: a hash, since ids may contain names and
 * addresses.
 */
export const toThread = (sourceId: string) => hash('sha256', sourceId, 'hex').slice(0, 32);

/** Matches the keys that `toThread` makes. */
export const threadPattern = /^[0-9a-f]{32}$/;

/** Returns the id, or `sha256:<hex>` of it if it is longer than `maxSourceIdLength`. */
export const toSourceId = (id: string) => (id.length <= maxSourceIdLength ? id : sha256(id));

/** Adds the source id: `ownId`, or `sha256:<hex>` of the activity's fields. */
export function withSourceId(
  ownId: string | undefined,
  activity: Omit<ImportedActivity, 'sourceId'>,
): ImportedActivity {
  if (ownId !== undefined) return { sourceId: ownId, ...activity };
  const { type, occurredAt, subject, participants, content } = activity;
  const identity = JSON.stringify([type, occurredAt, subject, participants, content]);
  return { sourceId: sha256(identity), ...activity };
}
