import ICAL from 'ical.js';
import { dayMs, type Zone } from '../time-zone.ts';
import { BadEvent } from './ics-time.ts';

/** An event is taken from so long before its end, or before now when it has not ended. */
const windowMs = 730 * dayMs;

/** A later import takes what lies further ahead. */
const aheadMs = 90 * dayMs;

/** Every hour of three years takes fewer steps. */
const maxSteps = 30_000;

/** The times that an event repeats at, by the clock of its own time zone (milliseconds, counted as if in UTC). */
interface Series {
  startMs: number;
  zone: Zone;
  rules: readonly ICAL.Recur[];
  /** The values of RDATE. */
  addedMs: readonly number[];
}

const steadyUnitMs = new Map([
  ['SECONDLY', 1_000],
  ['MINUTELY', 60_000],
  ['HOURLY', 3_600_000],
  ['DAILY', dayMs],
  ['WEEKLY', 7 * dayMs],
]);

export const toIcalTime = (wallMs: number) => ICAL.Time.fromJSDate(new Date(wallMs), true);

const toWallMs = ({ year, month, day, hour, minute, second }: ICAL.Time) =>
  Date.UTC(year, month - 1, day, hour, minute, second);

/** A start from which the rule goes the same way, at least one of its periods before `fromMs`. */
function fastForward({ freq, interval, count }: ICAL.Recur, startMs: number, fromMs: number): number {
  const periodMs = (steadyUnitMs.get(freq) ?? Number.POSITIVE_INFINITY) * interval;
  const periods = Math.floor((fromMs - startMs) / periodMs) - 1;
  return count || periods <= 0 ? startMs : startMs + periods * periodMs;
}

/** Tells whether a time is on a day of the month that the rule asks for: the iterator takes 30 February for 2 March. */
function fits({ freq, parts }: ICAL.Recur, start: ICAL.Time, { year, month, day }: ICAL.Time): boolean {
  const fromEnd = day - ICAL.Time.daysInMonth(month, year) - 1;
  const hasOwnDays = parts.BYDAY ?? parts.BYYEARDAY ?? parts.BYWEEKNO;
  const keepsDay = !hasOwnDays && (freq === 'MONTHLY' || freq === 'YEARLY');
  const days = parts.BYMONTHDAY ?? (keepsDay ? [start.day] : [day]);
  return (parts.BYMONTH?.includes(month) ?? true) && (days.includes(day) || days.includes(fromEnd));
}

function untilOf({ until }: ICAL.Recur, zone: Zone): number {
  if (!until) return Number.POSITIVE_INFINITY;
  const untilMs = toWallMs(until);
  // A date includes that day.
  if (until.isDate) return untilMs + dayMs - 1_000;
  return until.zone === ICAL.Timezone.utcTimezone ? untilMs + zone(untilMs) : untilMs;
}

/** @throws BadEvent for a part that counts from 0: RFC 5545, 3.3.10 has none, and the library would look for ever */
function refuseZeros({ parts: { BYMONTHDAY, BYYEARDAY, BYWEEKNO, BYSETPOS } }: ICAL.Recur): void {
  for (const [name, values] of Object.entries({ BYMONTHDAY, BYYEARDAY, BYWEEKNO, BYSETPOS }))
    if (values?.includes(0)) throw new BadEvent(`has a rule with a ${name} of 0`);
}

/**
 * The times of one rule up to `toMs`, and none of those from a year before the window on is missing.
 * @throws BadEvent when it takes too many steps
 */
function follow(rule: ICAL.Recur, { startMs, zone }: Series, nowMs: number, toMs: number): number[] {
  refuseZeros(rule);
  const untilMs = Math.min(untilOf(rule, zone), toMs);
  const dtstartMs = fastForward(rule, startMs, Math.min(nowMs, untilMs) - 1.5 * windowMs);
  const dtstart = toIcalTime(dtstartMs);
  const times: number[] = [];
  rule.until = toIcalTime(untilMs);
  const iterator = rule.iterator(dtstart);
  let steps = 0;
  for (let next = iterator.next(); next; next = iterator.next()) {
    steps += 1;
    if (steps > maxSteps) throw new BadEvent(`has a rule that takes too long to follow: FREQ=${rule.freq}`);
    // The iterator begins with the given start, whatever its rule says.
    if (steps > 1 && fits(rule, dtstart, next)) times.push(toWallMs(next));
  }
  return times;
}

/**
 * The times of a series that become meetings, in order: from two years (730 days) before its end, or before now where
 * it goes on, to 90 days after now. Its end is its last time; so a series that ended long ago still gives two years. The
 * start is one of them, also where the rule itself leaves it out (RFC 5545, 3.8.5.3).
 * @throws BadEvent
 */
export function recentTimes(series: Series, nowMs: number): number[] {
  const toMs = nowMs + aheadMs;
  const ruled = series.rules.flatMap((rule) => follow(rule, series, nowMs, toMs));
  const times = [series.startMs, ...series.addedMs].concat(ruled).filter((time) => time <= toMs);
  const endMs = times.reduce((latest, time) => Math.max(latest, time), Number.NEGATIVE_INFINITY);
  const fromMs = Math.min(endMs, nowMs) - windowMs;
  return [...new Set(times)].filter((time) => time >= fromMs).sort((a, b) => a - b);
}
