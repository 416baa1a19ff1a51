import { dayMs } from '../../activities/time-zone.ts';
import { maxActivities } from '../engine.ts';
import type { Verdict } from '../table.ts';
import { counted } from '../text/wording.ts';
import { type Highlight, isGrave } from './highlights.ts';
import type { Silence } from './measures.ts';
import type { Point } from './points.ts';
import type { Reading } from './reading.ts';
import { newestOf, type Thread } from './threads.ts';

/** Wins and frictions of the last 60 days, one of each for a thread. */
export interface Balance {
  readonly wins: number;
  readonly frictions: number;
  /** Sums of the weights. */
  readonly winWeight: number;
  readonly frictionWeight: number;
  /** The share of threads that show a friction, 0 to 1. */
  readonly frictionShare: number;
  /** True if a friction is grave. */
  readonly isGrave: boolean;
  /** The friction that puts the relationship itself in question, if there is one. */
  readonly threat: Highlight | undefined;
}

/** Sums up the highlights of the 60 days before `asOfMs`. @param untilMs later ones do not count */
export function balanceOf(
  threads: readonly Thread[],
  { wins, frictions }: { wins: readonly Highlight[]; frictions: readonly Highlight[] },
  asOfMs: number,
  untilMs: number,
): Balance {
  const isRecent = ({ atMs }: { atMs: number }) => asOfMs - atMs <= 60 * dayMs && atMs <= untilMs;
  const weightOf = (highlights: readonly Highlight[]) =>
    highlights.reduce((sum, { weight }) => sum + weight, 0);
  const [recentWins, recentFrictions] = [wins.filter(isRecent), frictions.filter(isRecent)];
  const recentThreads = threads.filter((thread) => isRecent(newestOf(thread)) && isTheirs(thread));
  return {
    wins: recentWins.length,
    frictions: recentFrictions.length,
    winWeight: weightOf(recentWins),
    frictionWeight: weightOf(recentFrictions),
    frictionShare: recentFrictions.length / Math.max(1, recentThreads.length),
    isGrave: recentFrictions.some(isGrave),
    threat: recentFrictions.find(({ isThreat }) => isThreat),
  };
}

/** False for messages of strangers. */
const isTheirs = ({ messages }: Thread) =>
  messages.length === 0 || messages.some(({ person }) => person.side === 'client');

/** True if frictions matter: two, or a strong one, not outweighed two to one by wins, and not rare among many threads. */
export function weighs({ frictions, frictionWeight, winWeight, frictionShare }: Balance): boolean {
  return (frictions >= 2 || frictionWeight >= 3) && frictionWeight * 2 >= winWeight && frictionShare >= 0.1;
}

/** Decides the verdict; the first matching rule wins. */
export function verdictOf(
  reading: Reading,
  balance: Balance,
  silence: Silence | undefined,
  points: readonly Point[],
  isLate: boolean,
): Verdict {
  const { frictionWeight, winWeight, threat } = balance;
  if (threat && frictionWeight >= winWeight) return 'At risk';
  if (weighs(balance) && frictionWeight >= 8 && frictionWeight >= 2 * winWeight) return 'At risk';
  if (thinnessOf(reading) !== undefined) return 'Too little to tell';
  // A client that waits for an answer has not gone quiet.
  if (isLate) return 'Needs attention';
  if (silence?.isUnusual && silence.days > 21) return 'Quiet';
  if (isNew(reading) && winWeight >= frictionWeight) return 'New';
  if (weighs(balance)) return 'Needs attention';
  if (points.filter(({ isGood, isWeighed }) => !isGood && !isWeighed).length >= 2) return 'Needs attention';
  return isRecent(silence) ? 'Healthy' : 'Quiet';
}

/** True if the client has been heard of in the last 60 days, or in twice its usual gap. */
function isRecent(silence: Silence | undefined): boolean {
  return silence === undefined || silence.days <= Math.max(60, 2 * (silence.usualDays ?? 0));
}

const fewestContacts = 3;

/** Returns why a history shows too little for a verdict, in a few words; undefined if it shows enough. */
export function thinnessOf(reading: Reading): string | undefined {
  const { entries } = reading;
  const isWritten = entries.some(({ author }) => author !== undefined);
  const isOurs = entries.some(({ ours }) => ours);
  if (isWritten && !isOurs) return 'none of your users takes part';
  const mutual = entries.filter(({ isMutual }) => isMutual).length;
  if (mutual >= fewestContacts || isNew(reading)) return undefined;
  return `${counted(mutual, 'contact')} with them so far`;
}

/** True for clients with at most six weeks of contact. A full history began earlier than it shows. */
function isNew({ entries, asOfMs }: Reading): boolean {
  if (entries.length >= maxActivities) return false;
  const first = entries.filter(({ isContact }) => isContact).at(-1);
  return first !== undefined && asOfMs - first.atMs <= 42 * dayMs;
}
