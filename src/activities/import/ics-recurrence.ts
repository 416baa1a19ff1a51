import ICAL from 'ical.js';
import { dayMs } from './ics-time.ts';

/** An event is taken from so long before its end, or before now when it has not ended. */
const windowMs = 730 * dayMs;

/** What lies further ahead is taken by a later import. */
const aheadMs = 90 * dayMs;

/** No rule of a calendar program is longer, in characters. */
const maxRuleLength = 500;

/** Longer steps than this, whatever they count, are a mistake or an attack. */
const maxInterval = 1_000_000;

/** The work for one rule: every hour of four years takes half of it, every minute far more. */
const maxRuleWork = 200_000;

/** How much may still be spent on following rules: each step costs as much as its rule has parts. */
export interface Work {
  left: number;
}

/** The work for all rules of a file; seven thousand weekly meetings leave some of it. */
export const maxFileWork = 5_000_000;

/** A rule that cannot be followed; the message says why, as the end of a sentence. */
export class BadRule extends Error {}

/** The times that an event repeats at, by the clock of its own time zone (milliseconds, counted as if in UTC). */
interface Series {
  startMs: number;
  /** The values of RRULE. */
  rules: readonly string[];
  /** What RDATE adds. */
  addedMs: readonly number[];
  /** Reads the UNTIL of a rule; undefined when it is no date. */
  readUntil(text: string): number | undefined;
}

interface Rule {
  text: string;
  recur: ICAL.Recur;
  untilMs: number;
}

const steadyUnitMs = new Map([
  ['SECONDLY', 1_000],
  ['MINUTELY', 60_000],
  ['HOURLY', 3_600_000],
  ['DAILY', dayMs],
  ['WEEKLY', 7 * dayMs],
]);

function parseRule(given: string, readUntil: Series['readUntil']): Rule {
  const text = given.replace(/\s+/g, '').toUpperCase();
  const problem = `has a rule that cannot be read: ${given.slice(0, 100)}`;
  if (text.length > maxRuleLength) throw new BadRule(problem);
  const until = /(?:^|;)UNTIL=([^;]*)/.exec(text)?.[1];
  const untilMs = until === undefined ? Number.POSITIVE_INFINITY : readUntil(until);
  if (untilMs === undefined) throw new BadRule(problem);
  try {
    const recur = ICAL.Recur.fromString(text.replace(/(?:^|;)UNTIL=[^;]*/g, ''));
    if (recur.interval <= maxInterval) return { text, recur, untilMs };
  } catch {
    // Told below.
  }
  throw new BadRule(problem);
}

function toIcalTime(wallMs: number): ICAL.Time {
  const at = new Date(wallMs);
  return ICAL.Time.fromData({
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
    isDate: false,
  });
}

const toWallMs = ({ year, month, day, hour, minute, second }: ICAL.Time) =>
  Date.UTC(year, month - 1, day, hour, minute, second);

/** A start from which the rule goes the same way, at least one of its periods before `fromMs`. */
function fastForward({ freq, interval, count }: ICAL.Recur, startMs: number, fromMs: number): number {
  const unitMs = steadyUnitMs.get(freq);
  if (count || fromMs <= startMs) return startMs;
  if (unitMs !== undefined) {
    const periodMs = unitMs * interval;
    return startMs + Math.max(0, Math.floor((fromMs - startMs) / periodMs) - 1) * periodMs;
  }
  const start = new Date(startMs);
  const years = new Date(fromMs).getUTCFullYear() - start.getUTCFullYear();
  if (freq !== 'YEARLY' || start.getUTCDate() > 28) return startMs;
  return start.setUTCFullYear(
    start.getUTCFullYear() + Math.max(0, Math.floor(years / interval) - 1) * interval,
  );
}

/** Whether a time is on a day of the month that the rule asks for: the iterator takes 30 February for 2 March. */
function fits({ freq, parts }: ICAL.Recur, start: ICAL.Time, { year, month, day }: ICAL.Time): boolean {
  const fromEnd = day - ICAL.Time.daysInMonth(month, year) - 1;
  const hasOwnDays = parts.BYDAY ?? parts.BYYEARDAY ?? parts.BYWEEKNO;
  const keepsDay = !hasOwnDays && (freq === 'MONTHLY' || freq === 'YEARLY');
  const days = parts.BYMONTHDAY ?? (keepsDay ? [start.day] : [day]);
  return (parts.BYMONTH?.includes(month) ?? true) && (days.includes(day) || days.includes(fromEnd));
}

/**
 * The times of one rule up to `toMs`, and none of those from `fromMs` on is missing; earlier ones may be.
 * @throws BadRule when the rule contradicts itself or takes too much work
 */
function follow({ text, recur, untilMs }: Rule, startMs: number, fromMs: number, toMs: number, work: Work) {
  const parts = text.split(/[,;]/).length;
  const allowed = Math.min(work.left, maxRuleWork);
  let spent = 0;
  function spend(amount: number): void {
    spent += amount;
    if (spent > allowed) throw new BadRule(`has a rule that takes too long to follow: ${text.slice(0, 100)}`);
  }

  const last = toIcalTime(Math.min(untilMs, toMs));
  const restricts = Object.keys(recur.parts).length > 0;
  /** The iterator itself looks for ever for what never comes, and counts days one by one. */
  class BoundedIterator extends ICAL.RecurIterator {
    override check_contracting_rules(): boolean {
      spend(parts);
      return !restricts || this.last.year > last.year || super.check_contracting_rules();
    }
    override increment_monthday(days: number): void {
      spend(days / 100);
      super.increment_monthday(days);
    }
    override increment_month(): void {
      spend(parts);
      super.increment_month();
    }
    override is_day_in_byday(day: ICAL.Time): 0 | 1 {
      spend(parts / 10);
      return super.is_day_in_byday(day);
    }
    override expand_year_days(year: number): number {
      spend(parts ** 2);
      return super.expand_year_days(year);
    }
  }

  const times: number[] = [];
  try {
    // The iterator begins by sorting the weekdays, each against each.
    spend(parts ** 2);
    recur.until = last;
    const dtstart = toIcalTime(fastForward(recur, startMs, fromMs));
    const iterator = new BoundedIterator({ rule: recur, dtstart });
    let next = iterator.next();
    // It gives the start of a rule unseen.
    if (next && !iterator.check_contracting_rules()) next = iterator.next();
    for (; next; next = iterator.next()) if (fits(recur, dtstart, next)) times.push(toWallMs(next));
  } catch (error) {
    if (error instanceof BadRule) throw error;
    throw new BadRule(`has a rule that cannot be followed: ${text.slice(0, 100)}`);
  } finally {
    work.left -= spent;
  }
  return times;
}

/**
 * The times of a series up to `toMs`, in no order. From `fromMs` on none is missing; of those before, some may be, but
 * not the last of a rule that has ended by then. The start is one of them, also where the rule itself leaves it out
 * (RFC 5545, 3.8.5.3).
 * @throws BadRule
 */
export function timesUpTo(series: Series, fromMs: number, toMs: number, work: Work): number[] {
  const times = [series.startMs, ...series.addedMs];
  for (const text of series.rules) {
    const rule = parseRule(text, series.readUntil);
    const ruleFromMs = Math.min(fromMs, rule.untilMs - windowMs) - windowMs;
    for (const time of follow(rule, series.startMs, ruleFromMs, toMs, work)) times.push(time);
  }
  return times.filter((time) => time <= toMs);
}

/**
 * The times of a series that become meetings, in order: from two years (730 days) before its end, or before now where
 * it goes on, to 90 days after now. Its end is its last time; so a series that ended long ago still gives two years.
 * @throws BadRule
 */
export function recentTimes(series: Series, nowMs: number, work: Work): number[] {
  const times = timesUpTo(series, nowMs - windowMs, nowMs + aheadMs, work);
  const endMs = times.reduce((latest, time) => Math.max(latest, time), Number.NEGATIVE_INFINITY);
  const fromMs = Math.min(endMs, nowMs) - windowMs;
  return [...new Set(times)].filter((time) => time >= fromMs).sort((a, b) => a - b);
}
