import { setImmediate } from 'node:timers/promises';
import type { ClientHistory, PastActivity } from '../engine.ts';
import { type People, type Person, peopleOf } from '../text/people.ts';
import { isProse } from '../text/prose.ts';
import { maxSegments, sentencesOf } from '../text/sentences.ts';
import { type Statement, statementsIn } from '../text/statements.ts';
import { dayMs } from '../text/wording.ts';
import { concernsUs } from './complaint.ts';
import { type Signal, signalOf } from './signals.ts';

/** A sentence that shows a win or a friction. */
export interface Finding {
  readonly sentence: string;
  readonly signal: Signal;
  readonly person: Person | undefined;
  readonly activity: PastActivity;
  readonly atMs: number;
}

/** An activity that has been read. */
export interface Entry {
  readonly activity: PastActivity;
  readonly atMs: number;
  /** The sender of an email. */
  readonly author: Person | undefined;
  /** The first recipient of an email. */
  readonly addressee: Person | undefined;
  /** The client's people who took part; being addressed is not enough. */
  readonly theirs: readonly Person[];
  /** True if one of our users is among the participants. */
  readonly isToUs: boolean;
  /** True if somebody who is neither ours nor of the client is among the participants. */
  readonly isToOthers: boolean;
  /** False for notes, automatic replies and cancellations. */
  readonly isContact: boolean;
  /** A contact in which the client took part. */
  readonly isMutual: boolean;
  /** The text by speaker. Empty for automatic replies, activities older than a year, and those beyond `maxRead`. */
  readonly statements: readonly Statement[];
  readonly findings: readonly Finding[];
}

export interface Reading {
  readonly asOfMs: number;
  /** Newest first. */
  readonly entries: readonly Entry[];
}

/** The age up to which text is read. */
export const yearMs = 365 * dayMs;

/** Subjects that email and calendar programs generate, in several languages. */
const automaticSubject =
  /^\s{0,9}(?:auto(?:matic|mated)?[ -]?(?:reply|response)|out of (?:the )?office|automatische antwort|abwesenheit|abwesend|réponse automatique|respuesta automática|risposta automatica|automatisch antwoord|undeliver|delivery status notification|mail delivery failed|cancell?ed(?: event)?:|abgesagt:|annulé ?:|cancelado:|annullato:|geannuleerd:)/i;

/** Subjects of changes to source code that are sent by mail, `[PATCH] …` and `[library 2/3] …`. */
const patchSubject = /\[[^\]]{0,40}(?:\bPATCH\b|\b\d{1,3}\/\d{1,3}\])/;

/** True for a change to source code; its text describes the change. */
const isPatch = ({ subject, content }: PastActivity) =>
  patchSubject.test(subject) || /^diff --git /m.test(content);

/** The total length of text that is read, in characters, newest first. */
const maxRead = 1_500_000;
/** The cost of an utterance in addition to its text, in characters. */
const utteranceCost = 20;

/** The number of activities read before yielding to the event loop; each may take some milliseconds. */
const readAtOnce = 8;

/**
 * Reads a history once, for all cards.
 * @param signal aborts the reading, which then rejects
 */
export async function read(history: ClientHistory, signal: AbortSignal): Promise<Reading> {
  const asOfMs = Date.parse(history.asOf);
  const people = peopleOf(history);
  const namesTheirPeople = history.activities.some(({ participants }) =>
    participants.some((participant) => people.of(participant).side === 'client'),
  );
  const entries: Entry[] = [];
  let left = maxRead;
  for (const [index, activity] of history.activities.entries()) {
    if (index % readAtOnce === 0) {
      await setImmediate();
      signal.throwIfAborted();
    }
    const atMs = Date.parse(activity.occurredAt);
    const isAutomatic = automaticSubject.test(activity.subject);
    const isRead = asOfMs - atMs <= yearMs && !isAutomatic && !isPatch(activity) && left > 0;
    const statements = isRead ? statementsIn(activity, people) : [];
    for (const { text } of statements) left -= text.length + utteranceCost;
    const participants = activity.participants.map((participant) => people.of(participant));
    const [author, addressee] = activity.type === 'email' ? participants : [];
    const theirs = theirsIn(activity, author, statements, people);
    const isContact = activity.type !== 'note' && !isAutomatic;
    const isMutual = isContact && (theirs.length > 0 || (!namesTheirPeople && author?.side !== 'ours'));
    const sides = new Set(participants.map(({ side }) => side));
    const audience = { addressee, isToUs: sides.has('ours'), isToOthers: sides.has('other') };
    const findings = findingsOf(activity, atMs, statements);
    entries.push({ activity, atMs, author, theirs, ...audience, isContact, isMutual, statements, findings });
  }
  return { asOfMs, entries };
}

function theirsIn(
  { type, participants }: PastActivity,
  author: Person | undefined,
  statements: readonly Statement[],
  people: People,
): Person[] {
  if (type === 'note') return [];
  if (type === 'email') return author?.side === 'client' ? [author] : [];
  const speakers = statements.flatMap(({ person }) => person ?? []);
  const client = (present: readonly Person[]) => [
    ...new Set(present.filter(({ side }) => side === 'client')),
  ];
  const heard = type === 'chat' ? client(speakers) : [];
  // They did not take part in a chat in which only we speak. With unknown speakers they may have.
  const isMonologue = type === 'chat' && speakers.length > 0 && speakers.every(({ side }) => side === 'ours');
  return heard.length > 0 || isMonologue
    ? heard
    : client(participants.map((participant) => people.of(participant)));
}

/** The maximum number of findings per activity. */
const maxFindings = 50;
/** In UTF-16 units. What a longer mail says of others informs its readers, as a newsletter does. */
const longestPersonal = 1_500;

/** The client's people are heard everywhere, ours where they report: in notes, and in what was said. */
export const isHeard = ({ type }: PastActivity, person: Person | undefined) =>
  person === undefined ||
  person.side === 'client' ||
  (person.side === 'ours' && type !== 'email' && type !== 'chat');

function findingsOf(activity: PastActivity, atMs: number, statements: readonly Statement[]): Finding[] {
  const findings: Finding[] = [];
  const segments = { left: maxSegments };
  for (const { person, text } of statements) {
    if (!isHeard(activity, person)) continue;
    const isLongMail = activity.type === 'email' && text.length > longestPersonal;
    for (const sentence of sentencesOf(text, segments)) {
      const signal = isProse(sentence) ? signalOf(sentence) : null;
      // Our own statements report events, but our feelings are not the client's.
      if (!signal || (signal.basis === 'feeling' && person?.side === 'ours')) continue;
      if (isLongMail && !concernsUs(sentence)) continue;
      findings.push({ sentence, signal, person, activity, atMs });
      if (findings.length === maxFindings) return findings;
    }
  }
  return findings;
}
