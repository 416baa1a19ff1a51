import type { Person } from '../text/people.ts';
import { type Calendar, dayMs } from '../text/wording.ts';
import type { Entry, Reading } from './reading.ts';
import { toneOf } from './tone.ts';

const monthMs = 30 * dayMs;

/** Mutual contacts: in the last 30 days, and per 30 days in the up to five months before. */
export interface Rhythm {
  readonly now: number;
  /** Undefined with less than two months of history before the last 30 days. */
  readonly before: number | undefined;
}

export function rhythmOf({ entries, asOfMs }: Reading): Rhythm {
  const recentFromMs = asOfMs - monthMs;
  const oldestMs = entries.at(-1)?.atMs ?? asOfMs;
  const fromMs = Math.max(oldestMs, recentFromMs - 5 * monthMs);
  const months = (recentFromMs - fromMs) / monthMs;
  const mutual = entries.filter(({ isMutual, atMs }) => isMutual && atMs >= fromMs);
  const now = mutual.filter(({ atMs }) => atMs > recentFromMs).length;
  return { now, before: months >= 2 ? (mutual.length - now) / months : undefined };
}

/** The days since the client last took part, compared with the gaps between the days on which it took part before. */
export interface Silence {
  /** The last word from the client, in ms. */
  readonly sinceMs: number;
  readonly days: number;
  /** The median gap in days; undefined with fewer than four gaps. */
  readonly usualDays: number | undefined;
  readonly isUnusual: boolean;
}

/** @returns undefined when the client has never taken part */
export function silenceOf({ entries, asOfMs }: Reading, calendar: Calendar): Silence | undefined {
  const mutual = entries.filter(({ isMutual }) => isMutual);
  const [newest] = mutual;
  if (!newest) return undefined;
  const days = Math.floor((asOfMs - newest.atMs) / dayMs);
  const active = [...new Set(mutual.map(({ atMs }) => calendar.day(atMs)))];
  const gaps = active.slice(1).map((day, index) => (active[index] ?? day) - day);
  if (gaps.length < 4) return { sinceMs: newest.atMs, days, usualDays: undefined, isUnusual: days > 90 };
  const usualDays = percentile(gaps, 0.5);
  return {
    sinceMs: newest.atMs,
    days,
    usualDays,
    isUnusual: days > 7 && days >= 2 * usualDays && days > percentile(gaps, 0.9),
  };
}

/** The client's response times in writing, and our unanswered messages. */
export interface Answers {
  /** The median over the last 90 days, in ms; undefined without any answer. */
  readonly medianMs: number | undefined;
  /** The number of answers behind `medianMs`. */
  readonly count: number;
  /** The median before the last 90 days, in ms. */
  readonly earlierMs: number | undefined;
  /** Our messages from the first question on that the client has not answered since; oldest first. */
  readonly unanswered: readonly Entry[];
}

export function answersOf({ entries, asOfMs }: Reading): Answers {
  const byThread = new Map<string, Entry>();
  let next: Entry | undefined;
  let hasHeard = false;
  const sinceHeard: Entry[] = [];
  /** Pairs each answer with the oldest of our emails that it answers. */
  const askedBy = new Map<Entry, Entry>();
  for (const entry of entries) {
    const { activity, isMutual, author } = entry;
    hasHeard ||= isMutual;
    if (isMutual && (activity.type === 'call' || activity.type === 'meeting')) {
      // What was asked in writing before was answered there.
      next = undefined;
    } else if (isMutual) {
      next = entry;
      byThread.set(threadOf(entry), entry);
    } else if (author?.side === 'ours' && entry.isContact) {
      const reply = byThread.get(threadOf(entry));
      const answer = reply ?? (next && isQuestion(entry) ? next : undefined);
      if (answer) askedBy.set(answer, entry);
      if (!hasHeard) sinceHeard.unshift(entry);
    }
  }
  const firstQuestion = sinceHeard.findIndex(isQuestion);
  const recent: number[] = [];
  const earlier: number[] = [];
  for (const [answer, asked] of askedBy) {
    (asOfMs - answer.atMs <= 90 * dayMs ? recent : earlier).push(answer.atMs - asked.atMs);
  }
  return {
    medianMs: recent.length > 0 ? percentile(recent, 0.5) : undefined,
    count: recent.length,
    earlierMs: earlier.length > 0 ? percentile(earlier, 0.5) : undefined,
    unanswered: sinceHeard.slice(firstQuestion < 0 ? sinceHeard.length : firstQuestion),
  };
}

/** An answer is owed after a working day. */
const answerHours = 8;

/**
 * The oldest message of the last 90 days in which the client asks us something, with nothing in writing from us and no
 * call or meeting since; undefined when we owe no answer, or had less than a working day to give it.
 */
export function owedAnswer(
  { entries, asOfMs }: Reading,
  calendar: Calendar,
): { person: Person; entry: Entry } | undefined {
  let owed: { person: Person; entry: Entry } | undefined;
  for (const entry of entries) {
    const { activity, author, statements, isMutual, isContact } = entry;
    if (asOfMs - entry.atMs > 90 * dayMs) break;
    if (!isContact || (activity.type === 'email' && author?.side === 'other')) continue;
    if (activity.type === 'call' || activity.type === 'meeting') {
      if (isMutual) break;
      continue;
    }
    const lastOfOurs = statements.findLastIndex(({ person }) => person?.side === 'ours');
    const words = statements.slice(lastOfOurs + 1).filter(({ person }) => person?.side === 'client');
    const asking = words.find(({ text }) => asks(text)) ?? (subjectAsks(entry) ? words[0] : undefined);
    const isDue = calendar.workingHours(entry.atMs, asOfMs) >= answerHours;
    if (asking?.person && entry.isToUs && isDue) owed = { person: asking.person, entry };
    if (lastOfOurs >= 0 || author?.side === 'ours') break;
  }
  return owed;
}

/** The mean tone of what the client's people wrote and said, -1 to 1; undefined with fewer than two activities. */
export interface Tone {
  /** In the last 60 days. */
  readonly now: number | undefined;
  /** From a year ago until 60 days ago. */
  readonly before: number | undefined;
}

export function theirTone({ entries, asOfMs }: Reading): Tone {
  const now: number[] = [];
  const before: number[] = [];
  for (const entry of entries) {
    const tone = entry.isMutual ? toneIn(entry) : undefined;
    if (tone !== undefined) (asOfMs - entry.atMs <= 60 * dayMs ? now : before).push(tone);
  }
  return { now: mean(now), before: mean(before) };
}

/** The length of an activity's text that its tone is computed from, in characters. */
const maxHeard = 4_000;

/** The mean of the tone of the words and of the balance of wins and frictions: either alone is easily misled. */
function toneIn({ statements, findings }: Entry): number | undefined {
  const words = statements.flatMap(({ person, text }) => (person?.side === 'client' ? text : []));
  if (words.length === 0) return undefined;
  const theirs = findings.filter(({ person }) => person?.side === 'client').map(({ signal }) => signal);
  const total = theirs.reduce((sum, { strength }) => sum + strength, 0);
  const wins = theirs.reduce((sum, { kind, strength }) => sum + (kind === 'win' ? strength : 0), 0);
  return (toneOf(words.join('\n').slice(0, maxHeard)) + (total === 0 ? 0 : (2 * wins - total) / total)) / 2;
}

/** The client's people who took part. */
interface Party {
  /** In the last 90 days, newest contact first. */
  readonly active: readonly Person[];
  /** The only person who took part in the last 90 days, if there were at least three contacts. */
  readonly alone: Person | undefined;
  /** The person with the most contacts, at least three, between 365 and 60 days ago, and none since, while others had at least two. */
  readonly goneQuiet: { readonly person: Person; readonly lastMs: number } | undefined;
}

export function partyOf({ entries, asOfMs }: Reading): Party {
  const active = new Set<Person>();
  const recent = new Set<Person>();
  const earlier = new Map<Person, { person: Person; lastMs: number; contacts: number }>();
  let activeContacts = 0;
  let recentContacts = 0;
  for (const { theirs, atMs, isMutual } of entries) {
    const ageMs = asOfMs - atMs;
    if (!isMutual || theirs.length === 0 || ageMs > 365 * dayMs) continue;
    if (ageMs <= 90 * dayMs) activeContacts += 1;
    if (ageMs <= 60 * dayMs) recentContacts += 1;
    for (const person of theirs) {
      if (ageMs <= 90 * dayMs) active.add(person);
      if (ageMs <= 60 * dayMs) {
        recent.add(person);
        continue;
      }
      const seen = earlier.get(person) ?? { person, lastMs: atMs, contacts: 0 };
      earlier.set(person, { ...seen, contacts: seen.contacts + 1 });
    }
  }
  const [main, second] = [...earlier.values()].sort((a, b) => b.contacts - a.contacts);
  const wasMain = main && main.contacts >= 3 && main.contacts > (second?.contacts ?? 0);
  const [only] = active;
  return {
    active: [...active],
    alone: active.size === 1 && activeContacts >= 3 ? only : undefined,
    goneQuiet: wasMain && !recent.has(main.person) && recentContacts >= 2 ? main : undefined,
  };
}

/** The normalized subject. */
function subjectOf({ activity }: Entry): string {
  return activity.subject.slice(0, 200).trim().toLowerCase();
}

/** Identifies a thread: the subject without the prefixes of replies and forwards. */
function threadOf(entry: Entry): string {
  let subject = subjectOf(entry);
  for (let longer = ''; longer !== subject; ) {
    longer = subject;
    subject = subject.replace(/^(?:re|aw|sv|antw|rif|ref|fwd?|wg|tr)(?:\[\d{1,3}\])? ?: */, '');
  }
  return `${entry.activity.type} ${subject}`;
}

/** True if an email asks something in its own subject; the subject of a reply repeats an old question. */
function subjectAsks(entry: Entry): boolean {
  const subject = subjectOf(entry);
  return threadOf(entry) === `email ${subject}` && asks(subject);
}

function isQuestion(entry: Entry): boolean {
  return entry.statements.some(({ text }) => asks(text)) || subjectAsks(entry);
}

/** True if a text plausibly expects an answer: a question, or a request in English. */
function asks(text: string): boolean {
  return (
    /\?(?=[\s"”')\]]|$)/.test(text) ||
    /\b(?:could|can|would|will) you (?!imagine|believe)\w|\bplease (?:send|let|tell|make|confirm|advise|call|reply|answer|check|withdraw|get back|provide|share|review|sign|approve|fix)\b|\blet (?:me|us) (?:know|have) (?!if (?:you|there|any))|\b(?:tell|give) us (?:what|when|how|your)\b/i.test(
      text,
    )
  );
}

/** The percentile by nearest rank. */
function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)] ?? 0;
}

function mean(values: readonly number[]): number | undefined {
  return values.length < 2 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
