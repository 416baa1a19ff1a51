import { createHash } from 'node:crypto';
import type { ActivityType } from '../table.ts';
import { clean } from './charset.ts';

/** An activity as a file tells it, before it belongs to an organization or a client. */
export interface ImportedActivity {
  /**
   * Its own id: `Message-ID` without angle brackets, the `id` of a line, the `UID` of a meeting, with the occurrence of
   * one that repeats behind a colon; else `sha256:<hex>`.
   */
  sourceId: string;
  type: ActivityType;
  subject: string;
  content: string;
  /** UTC with milliseconds: `2026-11-20T20:35:34.909Z`. */
  occurredAt: string;
  /**
   * Mail and meetings: lower-cased addresses without duplicates, From before To before Cc, the organizer before the
   * attendees. Lines: as given, trimmed.
   */
  participants: string[];
  archivedAt: string | null;
}

/** One thing read from a file, or why it could not be read. `where` names the place for a person. */
export type ImportItem =
  | { ok: true; where: string; activity: ImportedActivity }
  | { ok: false; where: string; reason: string };

/** What a mail or a calendar entry says, or why it cannot be read; `label` names it by its id or its subject. */
export type ReadResult = { label: string } & (
  | { ok: true; activity: ImportedActivity }
  | { ok: false; reason: string }
);

/** Longest id a message may bring along, in characters; the database keeps ids under an index. */
export const maxSourceIdLength = 255;

/** Most participants of one activity. */
export const maxParticipants = 100;

/** The most that all participants of one activity take, in bytes of UTF-8: lists show them all, 100 activities a page. */
export const maxParticipantsBytes = 4_096;

/** True for no more participants than one activity keeps. */
export const isParticipantsBounded = (participants: readonly string[]) =>
  participants.length <= maxParticipants && bytesOf(participants) <= maxParticipantsBytes;

const bytesOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/** The first participants that one activity keeps, none of them cut. */
export function firstParticipants(participants: Iterable<string>): string[] {
  const kept: string[] = [];
  let bytes = 0;
  for (const participant of participants) {
    bytes += Buffer.byteLength(participant);
    if (kept.length === maxParticipants || bytes > maxParticipantsBytes) break;
    kept.push(participant);
  }
  return kept;
}

/** The longest subject, in characters: no line of a mail may be longer (RFC 5322, 2.1.1). */
export const maxSubjectLength = 998;

/** The longest participant, in characters: 64 for the local part, 255 for the domain, and the `@` (RFC 5321). */
export const maxParticipantLength = 320;

/** The longest beginning of a text that has at most so many UTF-16 units, whole characters only. */
export const cutTo = (text: string, maxLength: number) =>
  text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');

/** One line from a subject as it was written, cut to `maxSubjectLength`. */
export const toSubject = (text: string) => cutTo(clean(text).replace(/\s+/g, ' ').trim(), maxSubjectLength);

/** The lower-cased email address, or undefined for what is none or is too long. */
export function toAddress(text: string): string | undefined {
  const lower = clean(text).toLowerCase();
  return lower.length <= maxParticipantLength && /^[^\s@<>]+@[^\s@<>]+$/.test(lower) ? lower : undefined;
}

const sha256 = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** An id of at most `maxSourceIdLength` characters: the given one, or `sha256:<hex>` of it when it is longer. */
export const toSourceId = (id: string) => (id.length <= maxSourceIdLength ? id : sha256(id));

/** Completes an activity that has no id of its own with `sha256:<hex>` of what it says. */
export function withSourceId(
  ownId: string | undefined,
  activity: Omit<ImportedActivity, 'sourceId'>,
): ImportedActivity {
  if (ownId !== undefined) return { sourceId: ownId, ...activity };
  const { type, occurredAt, subject, participants, content } = activity;
  const said = JSON.stringify([type, occurredAt, subject, participants, content]);
  return { sourceId: sha256(said), ...activity };
}

/** True for an instant in the years 1970 to 2100 (UTC); false for an invalid Date. */
export function isCredible(instant: Date): boolean {
  const year = instant.getUTCFullYear();
  return year >= 1970 && year <= 2100;
}
