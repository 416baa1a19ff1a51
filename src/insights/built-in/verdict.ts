import { maxActivities } from '../engine.ts';
import type { Verdict } from '../table.ts';
import { counted, dayMs } from '../text/wording.ts';
import type { Silence } from './measures.ts';
import type { Finding, Reading } from './reading.ts';

/** One observation: a line of the health card. Texts are inline markdown. */
export interface Point {
  readonly isGood: boolean;
  /** True if the verdict weighs it by itself, so that it does not count among the others. */
  readonly isWeighed?: boolean;
  readonly text: string;
  /** A few words for the verdict. */
  readonly gist?: string | undefined;
}

/** Wins and frictions of the last 60 days. */
export interface Balance {
  readonly wins: number;
  readonly frictions: number;
  /** Sums of the strengths, 1 to 3 each. */
  readonly winStrength: number;
  readonly frictionStrength: number;
  /** The share of activities that show a friction, 0 to 1. */
  readonly frictionShare: number;
}

/**
 * Sums up the findings of the 60 days before `asOfMs`.
 * @param wins at most two per activity, so that a long one does not dominate; the same for `frictions`
 * @param untilMs later findings do not count
 */
export function balanceOf(
  { entries, asOfMs }: Reading,
  wins: readonly Finding[],
  frictions: readonly Finding[],
  untilMs: number,
): Balance {
  const isRecent = ({ atMs }: { atMs: number }) => asOfMs - atMs <= 60 * dayMs && atMs <= untilMs;
  const strength = (findings: readonly Finding[]) =>
    findings.reduce((sum, { signal }) => sum + signal.strength, 0);
  const recentWins = wins.filter(isRecent);
  const recentFrictions = frictions.filter(isRecent);
  const troubled = new Set(recentFrictions.map(({ activity }) => activity.id));
  return {
    wins: recentWins.length,
    frictions: recentFrictions.length,
    winStrength: strength(recentWins),
    frictionStrength: strength(recentFrictions),
    frictionShare: troubled.size / Math.max(1, entries.filter(isRecent).length),
  };
}

/** True if frictions matter: more than one or two, not outweighed two to one by wins, and not rare among many activities. */
export function weighs({ frictionStrength, winStrength, frictionShare }: Balance): boolean {
  return frictionStrength >= 6 && frictionStrength * 2 >= winStrength && frictionShare >= 0.1;
}

/** Decides the verdict; the first matching rule wins. */
export function verdictOf(
  reading: Reading,
  balance: Balance,
  silence: Silence | undefined,
  points: readonly Point[],
): Verdict {
  const { frictionStrength, winStrength } = balance;
  if (weighs(balance) && frictionStrength >= 9 && frictionStrength >= 2 * winStrength) return 'At risk';
  if (thinnessOf(reading) !== undefined) return 'Too little to tell';
  if (silence?.isUnusual && silence.days > 21) return 'Quiet';
  if (isNew(reading) && winStrength >= frictionStrength) return 'New';
  if (weighs(balance)) return 'Needs attention';
  if (points.filter(({ isGood, isWeighed }) => !isGood && !isWeighed).length >= 2) return 'Needs attention';
  return isRecent(silence) ? 'Healthy' : 'Quiet';
}

/** True if the client has been heard of in the last 60 days, or in twice its usual gap. */
function isRecent(silence: Silence | undefined): boolean {
  return silence === undefined || silence.days <= Math.max(60, 2 * (silence.usualDays ?? 0));
}

const fewestContacts = 3;
/** With writers from so many domains, and none of ours among them, it is a discussion of others. */
const crowdDomains = 4;

/** Returns why a history shows too little for a verdict, in a few words; undefined if it shows enough. */
export function thinnessOf(reading: Reading): string | undefined {
  const { entries } = reading;
  const writers = new Set(entries.flatMap(({ author }) => (author ? author.key.split('@').at(-1) : [])));
  const isOurs = entries.some(({ isToUs, author }) => isToUs || author?.side === 'ours');
  if (!isOurs && writers.size >= crowdDomains) return 'none of your users takes part';
  const mutual = entries.filter(({ isMutual }) => isMutual).length;
  if (mutual >= fewestContacts || isNew(reading)) return undefined;
  return `${counted(mutual, 'contact')} with them so far`;
}

/** True for clients with at most six weeks of contact. A full history began earlier than it shows. */
function isNew({ entries, asOfMs }: Reading): boolean {
  if (entries.length >= maxActivities) return false;
  const first = entries.filter(({ isContact }) => isContact).at(-1);
  return first === undefined || asOfMs - first.atMs <= 42 * dayMs;
}

/** `3 wins and 1 friction` */
export function balanceText({ wins, frictions }: Balance): string {
  return `${counted(wins, 'win')} and ${counted(frictions, 'friction')}`;
}
