import { dayMs } from '../../activities/time-zone.ts';
import type { ClientHistory, PastActivity } from '../engine.ts';
import { type People, type Person, peopleOf, roles } from '../text/people.ts';
import { isProse } from '../text/prose.ts';
import { sentencesOf } from '../text/sentences.ts';
import { type Statement, statementsIn } from '../text/statements.ts';
import { concernsUs } from './complaint.ts';
import { type Signal, signalOf } from './signals.ts';

/** A sentence of prose, and the win or friction that it shows if it counts. */
export interface Sentence {
  readonly text: string;
  readonly signal: Signal | null;
}

/** A part of the text by one speaker; without sentences if the speaker is not heard. */
export interface HeardStatement extends Statement {
  readonly sentences: readonly Sentence[];
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
  /** The first of our people among the participants. */
  readonly ours: Person | undefined;
  /** True if somebody who is neither ours nor of the client is among the participants. */
  readonly isToOthers: boolean;
  /** False for notes, automatic replies and cancellations. */
  readonly isContact: boolean;
  /** A contact in which the client took part. */
  readonly isMutual: boolean;
  /** The text by speaker. Empty for automatic replies, activities older than a year, and those beyond `maxRead`. */
  readonly statements: readonly HeardStatement[];
}

export interface Reading {
  readonly asOfMs: number;
  /** Newest first. */
  readonly entries: readonly Entry[];
  /** The first names of our people, in lower case, without roles and those that a person of the client has, too. */
  readonly ourNames: ReadonlySet<string>;
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
/** The cost of an utterance, and of a sentence, in addition to its text, in characters. */
const partCost = 20;

/** Reads a history once, for all cards. */
export function read(history: ClientHistory): Reading {
  const asOfMs = Date.parse(history.asOf);
  const people = peopleOf(history);
  const namesTheirPeople = history.activities.some(({ participants }) =>
    participants.some((participant) => people.of(participant).side === 'client'),
  );
  const entries: Entry[] = [];
  const present = new Set<Person>();
  let left = maxRead;
  for (const activity of history.activities) {
    const atMs = Date.parse(activity.occurredAt);
    const isAutomatic = automaticSubject.test(activity.subject);
    const isRead = asOfMs - atMs <= yearMs && !isAutomatic && !isPatch(activity) && left > 0;
    const statements = isRead
      ? statementsIn(activity, people).map((each) => ({ ...each, sentences: sentencesIn(activity, each) }))
      : [];
    for (const { text, sentences } of statements) left -= text.length + partCost * (1 + sentences.length);
    const participants = activity.participants.map((participant) => people.of(participant));
    for (const person of participants) present.add(person);
    const [author, addressee] = activity.type === 'email' ? participants : [];
    const theirs = theirsIn(activity, author, statements, people);
    const isContact = activity.type !== 'note' && !isAutomatic;
    const isMutual = isContact && (theirs.length > 0 || (!namesTheirPeople && author?.side !== 'ours'));
    const ours = participants.find(({ side }) => side === 'ours');
    const audience = { addressee, ours, isToOthers: participants.some(({ side }) => side === 'other') };
    entries.push({ activity, atMs, author, theirs, ...audience, isContact, isMutual, statements });
  }
  const namesOf = (side: Person['side']) =>
    [...present]
      .filter((person) => person.side === side)
      .map(({ name }) => name.toLowerCase().split(/[ ,]/, 1)[0] ?? '');
  const theirNames = new Set(namesOf('client'));
  const ourNames = new Set(namesOf('ours').filter((name) => !theirNames.has(name) && !roles.has(name)));
  return { asOfMs, entries, ourNames };
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

/** The fewest participants of a mail that informs its readers. */
const fewestOfCircular = 10;

/** True for a mail to so many people that it informs them. */
export const isCircular = ({ activity: { type, participants } }: Pick<Entry, 'activity'>): boolean =>
  type === 'email' && participants.length >= fewestOfCircular;

/** In UTF-16 units. What a longer mail says of others informs its readers, as a newsletter does. */
const longestPersonal = 1_500;

/** In UTF-16 units. Longer reports narrate; in shorter ones every sentence matters. */
const longestTerse = 200;

/** True for calls, meetings and notes. */
export const isReport = ({ type }: PastActivity): boolean => type !== 'email' && type !== 'chat';

/** The client's people are heard everywhere, ours where they report: in notes, and in what was said. */
const isHeard = (activity: PastActivity, person: Person | undefined) =>
  person === undefined || person.side === 'client' || (person.side === 'ours' && isReport(activity));

function sentencesIn(activity: PastActivity, { person, text }: Statement): Sentence[] {
  if (!isHeard(activity, person)) return [];
  const isLongMail = activity.type === 'email' && text.length > longestPersonal;
  const isNarrative = isReport(activity) && activity.content.length > longestTerse;
  return sentencesOf(text)
    .filter(isProse)
    .map((sentence) => {
      const signal = signalOf(sentence, isNarrative);
      // Our own statements report events, but our feelings are not the client's.
      const isOurFeeling = signal?.basis === 'feeling' && person?.side === 'ours';
      // The weights of words are from what clients write themselves; of reports they only veto expressions.
      const isGuess = signal?.basis === 'wording' && isReport(activity);
      const counts = !isOurFeeling && !isGuess && (!isLongMail || concernsUs(sentence));
      return { text: sentence, signal: counts ? signal : null };
    });
}
