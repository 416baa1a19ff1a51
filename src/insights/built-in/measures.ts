import { isAnswer } from '../text/conversations.ts';
import type { Calendar } from '../text/wording.ts';
import { reportsOwnExperience } from './complaint.ts';
import type { Reading } from './reading.ts';
import type { Message, Thread } from './threads.ts';

/** The days since the client last took part, compared with the gaps between the days on which it took part before. */
export interface Silence {
  /** The last word from the client, in ms. */
  readonly sinceMs: number;
  readonly days: number;
  /** The median gap in days; undefined with fewer than four gaps, or in less than eight weeks. */
  readonly usualDays: number | undefined;
  readonly isUnusual: boolean;
}

/** The days that a rhythm must cover before a gap is judged against it. A few busy weeks are no rhythm. */
const shortestRhythm = 56;

/** @returns undefined when the client has never taken part */
export function silenceOf({ entries, asOfMs }: Reading, calendar: Calendar): Silence | undefined {
  const mutual = entries.filter(({ isMutual }) => isMutual);
  const [newest] = mutual;
  if (!newest) return undefined;
  const days = calendar.days(newest.atMs, asOfMs);
  const active = [...new Set(mutual.map(({ atMs }) => calendar.day(atMs)))];
  const gaps = active.slice(1).map((day, index) => (active[index] ?? day) - day);
  const span = (active[0] ?? 0) - (active.at(-1) ?? 0);
  const usualDays = gaps.length < 4 || span < shortestRhythm ? undefined : percentile(gaps, 0.5);
  const isUnusual =
    usualDays === undefined ? days > 90 : days > 7 && days >= 2 * usualDays && days > percentile(gaps, 0.9);
  return { sinceMs: newest.atMs, days, usualDays, isUnusual };
}

/** The percentile by nearest rank. */
function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)] ?? 0;
}

const sinceMs = ({ since }: Thread) => since?.entry.atMs ?? 0;
/** Longest in their state first. */
export const bySince = <T extends Thread>(threads: readonly T[]): T[] =>
  threads.toSorted((a, b) => sinceMs(a) - sinceMs(b));

/** The threads that wait for the client, oldest first. */
export const waitingIn = (threads: readonly Thread[]): Thread[] =>
  bySince(threads.filter(({ state }) => state === 'waiting'));

/** An answer is due after a working day. */
const dueHours = 8;
/** An answer is late after two. */
const lateHours = 16;

/** A thread in which we owe an answer to `since`, the oldest message that waits for it, or what `since` promised. */
export type OwedThread = Thread & { readonly since: Message };

/** True for an open thread with one of our users among its people, unless the client talks to somebody else there. */
export const isOwed = (thread: Thread): thread is OwedThread =>
  thread.since !== undefined &&
  thread.state === 'open' &&
  thread.entries.some(({ ours }) => ours) &&
  !answersSomebodyElse(thread);

/** True if the client writes to somebody else in a thread that it did not begin, and tells of no trouble of its own. */
const answersSomebodyElse = ({ since, messages: [first] }: Thread) =>
  since?.entry.addressee?.side === 'other' &&
  first !== undefined &&
  (first.person.side === 'other' || isAnswer(first.entry.activity)) &&
  !since.sentences.some(({ text }) => reportsOwnExperience(text));

/** The threads in which we owe something, answers before promises, each oldest first. */
export function owedIn(threads: readonly Thread[]): OwedThread[] {
  const isPromise = ({ promise }: OwedThread) => Number(promise !== undefined);
  return bySince(threads.filter(isOwed)).sort((a, b) => isPromise(a) - isPromise(b));
}

/** The working hours for which a thread has been owed, and whether that is due, or late. */
export function delayOf({ since }: OwedThread, { asOfMs }: Reading, calendar: Calendar) {
  const hours = calendar.workingHours(since.entry.atMs, asOfMs);
  return { isDue: hours >= dueHours, isLate: hours > lateHours };
}
