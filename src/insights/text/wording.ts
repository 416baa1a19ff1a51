import { dayMs, utc, zoneByName } from '../../activities/time-zone.ts';

/** The calendar of a time zone. Moments are in ms since 1970. */
export interface Calendar {
  /** `12 Nov 2026` */
  date(momentMs: number): string;
  /** The day number, which grows by one at each midnight. */
  day(momentMs: number): number;
  /** The number of midnights between two moments. */
  days(fromMs: number, toMs: number): number;
  /** The hours between two moments that lie between 9:00 and 17:00 on a weekday, Monday to Friday. */
  workingHours(fromMs: number, toMs: number): number;
}

const opensAt = 9;
/** The hours of a working day. */
const dayHours = 8;

/** Day 0 was a Thursday. */
const isWeekday = (day: number) => (day + 3) % 7 < 5;

/** The number of weekdays from the Monday before day 0 until the day, which does not count. */
function weekdaysBefore(day: number): number {
  const sinceMonday = day + 3;
  return Math.floor(sinceMonday / 7) * 5 + Math.min(sinceMonday % 7, 5);
}

const written = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** @param timeZone an IANA time zone; another name counts as UTC */
export function calendarOf(timeZone: string): Calendar {
  const zone = zoneByName(timeZone) ?? utc;
  const wallMs = (momentMs: number) => momentMs + zone(momentMs);
  const day = (momentMs: number) => Math.floor(wallMs(momentMs) / dayMs);
  /** The working hours of the day that are over. */
  const worked = (momentMs: number) => {
    const hour = (wallMs(momentMs) % dayMs) / 3_600_000;
    return isWeekday(day(momentMs)) ? Math.min(Math.max(hour - opensAt, 0), dayHours) : 0;
  };
  return {
    date: (momentMs) => written.format(wallMs(momentMs)),
    day,
    days: (fromMs, toMs) => day(toMs) - day(fromMs),
    workingHours: (fromMs, toMs) =>
      (weekdaysBefore(day(toMs)) - weekdaysBefore(day(fromMs))) * dayHours + worked(toMs) - worked(fromMs),
  };
}

/** `1 day`, `3 days`, `no days` */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count === 0 ? 'no' : count} ${count === 1 ? singular : plural}`;
}

/** `A`, `A and B`, `A, B and 4 others`; `write` is called only for the items shown. */
export function listed<T>(items: readonly T[], write: (item: T) => string, max = 3): string {
  const rest = items.length - max;
  const shown = items.slice(0, max).map(write);
  if (rest > 0) shown.push(counted(rest, 'other'));
  const last = shown.pop() ?? '';
  return shown.length > 0 ? `${shown.join(', ')} and ${last}` : last;
}

/** `today`, `yesterday`, `3 days ago` */
export function ago(days: number): string {
  if (days <= 0) return 'today';
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

/** `within an hour`, `within a day`, `within 3 days`, `in about 3 weeks` */
export function within(durationMs: number): string {
  const hours = Math.ceil(durationMs / 3_600_000);
  if (hours <= 1) return 'within an hour';
  if (hours <= 12) return `within ${hours} hours`;
  if (hours <= 24) return 'within a day';
  const days = Math.ceil(hours / 24);
  return days < 14 ? `within ${days} days` : `in about ${Math.round(days / 7)} weeks`;
}
