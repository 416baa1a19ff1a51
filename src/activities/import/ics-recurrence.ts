import ICAL from 'ical.js';
import { dayMs, type Zone } from '../time-zone.ts';
import { windowMs } from './ics-bounds.ts';
import { BadEvent } from './ics-time.ts';

/** Occurrences are read this far ahead; a later import reads those further ahead. */
const aheadMs = 90 * dayMs;

/** The maximum number of steps of a rule. An hourly rule takes fewer for three years. */
const maxSteps = 30_000;

/** A recurring event. Times are wall-clock times of its zone in milliseconds, counted as if they were UTC. */
interface Series {
  startMs: number;
  zone: Zone;
  rules: readonly ICAL.Recur[];
  /** The values of RDATE. */
  addedMs: readonly number[];
}

const toIcalTime = (wallMs: number) => ICAL.Time.fromJSDate(new Date(wallMs), true);

const toWallMs = ({ year, month, day, hour, minute, second }: ICAL.Time) =>
  Date.UTC(year, month - 1, day, hour, minute, second);

/** True if a time is on a month and day that the rule allows: the iterator turns 30 February into 2 March. */
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

/** @throws BadEvent for a 0 in a rule: RFC 5545, 3.3.10 does not allow it, and the library would loop forever */
function refuseZeros({ parts: { BYMONTHDAY, BYYEARDAY, BYWEEKNO, BYSETPOS } }: ICAL.Recur): void {
  for (const [name, values] of Object.entries({ BYMONTHDAY, BYYEARDAY, BYWEEKNO, BYSETPOS }))
    if (values?.includes(0)) throw new BadEvent(`has a recurrence rule with 0 in ${name}`);
}

/**
 * Returns the times of one rule up to `toMs`.
 * @throws BadEvent for an invalid rule, or one that takes too many steps
 */
function follow(rule: ICAL.Recur, { startMs, zone }: Series, toMs: number): number[] {
  refuseZeros(rule);
  const untilMs = Math.min(untilOf(rule, zone), toMs);
  const dtstart = toIcalTime(startMs);
  const times: number[] = [];
  rule.until = toIcalTime(untilMs);
  const iterator = rule.iterator(dtstart);
  let steps = 0;
  for (let next = iterator.next(); next; next = iterator.next()) {
    steps += 1;
    if (steps > maxSteps)
      throw new BadEvent(`has a recurrence rule that takes too long to expand: FREQ=${rule.freq}`);
    // Some rules begin with the given start even if they do not include it.
    if (next.compare(dtstart) > 0 && fits(rule, dtstart, next)) times.push(toWallMs(next));
  }
  return times;
}

/**
 * Returns the times of a series that become meetings, in order: from 730 days before its last time, or before now if it
 * goes on, to 90 days after now. So a series that ended long ago still gives two years of meetings. The start is
 * included even if the rule does not produce it (RFC 5545, 3.8.5.3).
 * @throws BadEvent
 */
export function recentTimes(series: Series, nowMs: number): number[] {
  const toMs = nowMs + aheadMs;
  const ruled = series.rules.flatMap((rule) => follow(rule, series, toMs));
  const times = [series.startMs, ...series.addedMs].concat(ruled).filter((time) => time <= toMs);
  const endMs = times.reduce((latest, time) => Math.max(latest, time), Number.NEGATIVE_INFINITY);
  const fromMs = Math.min(endMs, nowMs) - windowMs;
  return [...new Set(times)].filter((time) => time >= fromMs).sort((a, b) => a - b);
}
