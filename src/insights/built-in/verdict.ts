import { maxActivities } from '../engine.ts';
import type { Verdict } from '../table.ts';
import { counted, dayMs } from '../text/wording.ts';
import type { Silence } from './measures.ts';
import type { Finding, Reading } from './reading.ts';

/** One observation: a line of the health card. Texts are inline markdown. */
export interface Point {
  readonly isGood: boolean;
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
  if (silence?.isUnusual && silence.days > 21) return 'Quiet';
  if (weighs(balance) || points.filter(({ isGood }) => !isGood).length >= 2) return 'Needs attention';
  return isNew(reading) ? 'New' : 'Healthy';
}

/** True for clients with at most six weeks of contact or fewer than three contacts. A full history began earlier than it shows. */
function isNew({ entries, asOfMs }: Reading): boolean {
  if (entries.length >= maxActivities) return false;
  const contacts = entries.filter(({ isContact }) => isContact);
  const first = contacts.at(-1);
  return contacts.length < 3 || (first !== undefined && asOfMs - first.atMs <= 42 * dayMs);
}

/** `3 wins and 1 friction` */
export function balanceText({ wins, frictions }: Balance): string {
  return `${counted(wins, 'win')} and ${counted(frictions, 'friction')}`;
}
