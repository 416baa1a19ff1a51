import { LRUCache } from 'lru-cache';

export const dayMs = 86_400_000;

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

const calendars = new LRUCache<string, Calendar>({ max: 64 });

/** @throws RangeError unless `timeZone` is an IANA time zone */
export function calendarOf(timeZone: string): Calendar {
  const cached = calendars.get(timeZone);
  if (cached) return cached;
  const written = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  const numeric = new Intl.DateTimeFormat('en-GB', { timeZone });
  const dayNumber = (momentMs: number) => {
    const [day, month, year] = numeric.format(momentMs).split('/').map(Number);
    return Date.UTC(year ?? 0, (month ?? 1) - 1, day) / dayMs;
  };
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', minute: 'numeric' });
  const hourOfDay = (momentMs: number) => {
    const [hour, minute] = clock.format(momentMs).split(':').map(Number);
    return (hour ?? 0) + (minute ?? 0) / 60;
  };
  const calendar = {
    date: (momentMs: number) => written.format(momentMs),
    day: dayNumber,
    days: (fromMs: number, toMs: number) => dayNumber(toMs) - dayNumber(fromMs),
    workingHours(fromMs: number, toMs: number) {
      const worked = (momentMs: number) =>
        isWeekday(dayNumber(momentMs)) ? Math.min(Math.max(hourOfDay(momentMs) - opensAt, 0), dayHours) : 0;
      const weekdays = weekdaysBefore(dayNumber(toMs)) - weekdaysBefore(dayNumber(fromMs));
      return weekdays * dayHours + worked(toMs) - worked(fromMs);
    },
  };
  calendars.set(timeZone, calendar);
  return calendar;
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
