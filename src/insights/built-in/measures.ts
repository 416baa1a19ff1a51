import { isAnswer } from '../text/conversations.ts';
import type { Person } from '../text/people.ts';
import { type Calendar, dayMs } from '../text/wording.ts';
import { reportsOwnExperience } from './complaint.ts';
import type { Reading } from './reading.ts';
import type { Message, Thread } from './threads.ts';

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
  /** The median gap in days; undefined with fewer than four gaps, or in less than eight weeks. */
  readonly usualDays: number | undefined;
  readonly isUnusual: boolean;
}

/** The days that a rhythm must cover before a gap is judged against it. */
const shortestRhythm = 56;

/** @returns undefined when the client has never taken part */
export function silenceOf({ entries, asOfMs }: Reading, calendar: Calendar): Silence | undefined {
  const mutual = entries.filter(({ isMutual }) => isMutual);
  const [newest] = mutual;
  if (!newest) return undefined;
  const days = calendar.days(newest.atMs, asOfMs);
  const active = [...new Set(mutual.map(({ atMs }) => calendar.day(atMs)))];
  const gaps = active.slice(1).map((day, index) => (active[index] ?? day) - day);
  // A few busy weeks are no rhythm.
  const span = (active[0] ?? 0) - (active.at(-1) ?? 0);
  if (gaps.length < 4 || span < shortestRhythm)
    return { sinceMs: newest.atMs, days, usualDays: undefined, isUnusual: days > 90 };
  const usualDays = percentile(gaps, 0.5);
  return {
    sinceMs: newest.atMs,
    days,
    usualDays,
    isUnusual: days > 7 && days >= 2 * usualDays && days > percentile(gaps, 0.9),
  };
}

/** The client's response times in writing, and our questions that wait for an answer. */
export interface Answers {
  /** The median over the last 90 days, in ms; undefined without any answer. */
  readonly medianMs: number | undefined;
  /** The number of answers behind `medianMs`. */
  readonly count: number;
  /** The median before the last 90 days, in ms. */
  readonly earlierMs: number | undefined;
  /** Threads that wait for the client, oldest first. */
  readonly waiting: readonly Thread[];
}

export function answersOf(threads: readonly Thread[], { asOfMs }: Reading): Answers {
  const recent: number[] = [];
  const earlier: number[] = [];
  for (const { atMs, tookMs } of threads.flatMap(({ messages }) => answersIn(messages)))
    (asOfMs - atMs <= 90 * dayMs ? recent : earlier).push(tookMs);
  return {
    medianMs: median(recent),
    count: recent.length,
    earlierMs: median(earlier),
    waiting: bySince(threads.filter(({ state }) => state === 'waiting')),
  };
}

/** The client's answers in a thread, each timed from the oldest of our messages that it answers. */
function answersIn(messages: readonly Message[]): { atMs: number; tookMs: number }[] {
  const answers: { atMs: number; tookMs: number }[] = [];
  let askedMs: number | undefined;
  for (const { entry, person } of messages) {
    if (person.side === 'ours') askedMs ??= entry.atMs;
    else if (person.side === 'client' && askedMs !== undefined) {
      answers.push({ atMs: entry.atMs, tookMs: entry.atMs - askedMs });
      askedMs = undefined;
    }
  }
  return answers;
}

const sinceMs = ({ since }: Thread) => since?.entry.atMs ?? 0;
/** Longest in their state first. */
export const bySince = (threads: readonly Thread[]) => threads.toSorted((a, b) => sinceMs(a) - sinceMs(b));

/** An answer is due after a working day. */
const dueHours = 8;
/** An answer is late after two. */
const lateHours = 16;

/** An answer that we owe. */
export interface Owed {
  /** The oldest message that waits for it. */
  readonly message: Message;
  readonly thread: Thread;
  readonly isLate: boolean;
}

/** True for an open thread with one of our users among its people, unless the client talks to somebody else there. */
export const isOwed = (thread: Thread): boolean =>
  thread.state === 'open' && thread.entries.some(({ isToUs }) => isToUs) && !answersSomebodyElse(thread);

/** True if the client writes to somebody else in a thread that it did not begin, and tells of no trouble of its own. */
const answersSomebodyElse = ({ since, messages: [first] }: Thread) =>
  since?.entry.addressee?.side === 'other' &&
  first !== undefined &&
  (first.person.side === 'other' || isAnswer(first.entry.activity)) &&
  !since.sentences.some(({ text }) => reportsOwnExperience(text));

/** The oldest answer that we owe; undefined when we owe none, or had less than a working day to give it. */
export function owedAnswer(
  threads: readonly Thread[],
  { asOfMs }: Reading,
  calendar: Calendar,
): Owed | undefined {
  const [thread] = bySince(threads.filter(isOwed));
  if (thread?.since === undefined) return undefined;
  const hours = calendar.workingHours(thread.since.entry.atMs, asOfMs);
  return hours < dueHours ? undefined : { message: thread.since, thread, isLate: hours > lateHours };
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

/** The value in the middle, or the mean of the two there; undefined of none. */
function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return sorted.length === 0 ? undefined : middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/** The percentile by nearest rank. */
function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)] ?? 0;
}
