/** Dates and numbers in English, as on the cards, and in the organization's time zone. */

/** The time zone of the organization, once the session has been read. */
let organizationTimezone = 'UTC';

export function setTimezone(timezone: string): void {
  organizationTimezone = timezone;
}

const dayMs = 86_400_000;
const quarterMs = 900_000;
const english = 'en-GB';

const relative = new Intl.RelativeTimeFormat(english, { numeric: 'auto' });
const number = new Intl.NumberFormat(english);

export const formatNumber = (value: number): string => number.format(value);

const styles = {
  date: [english, { dateStyle: 'medium' }], // 12 Nov 2026
  day: [english, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }], // Thu, 12 Nov 2026
  time: [english, { timeStyle: 'short' }], // 14:30
  dateTime: [english, { dateStyle: 'medium', timeStyle: 'short' }], // 12 Nov 2026, 14:30
  month: [english, { month: 'short' }], // Nov
  isoDay: ['sv-SE', { dateStyle: 'short' }], // 2026-11-12, as Swedish dates are ISO 8601
} as const satisfies Record<string, [locale: string, options: Intl.DateTimeFormatOptions]>;

type Style = keyof typeof styles;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes a hundred times as long as using it. */
function format(style: Style, instant: string | Date, timeZone: string): string {
  const key = `${style} ${timeZone}`;
  const made = formats.get(key) ?? makeFormat(style, timeZone);
  formats.set(key, made);
  return made.format(new Date(instant));
}

/** A browser may be older than the time zone, which the service knows: then UTC. */
function makeFormat(style: Style, timeZone: string): Intl.DateTimeFormat {
  const [locale, options] = styles[style];
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  }
}

const formatter =
  (style: Style) =>
  (instant: string | Date, timeZone = organizationTimezone) =>
    format(style, instant, timeZone);

export const formatDate = formatter('date');
export const formatDay = formatter('day');
export const formatTime = formatter('time');
export const formatDateTime = formatter('dateTime');
export const formatMonth = (instant: Date): string => format('month', instant, 'UTC');

/** The calendar day. */
export const dayOf = formatter('isoDay');

/** The number of midnights since an instant. */
export const daysSince = (instant: string): number =>
  Math.round((Date.parse(dayOf(new Date())) - Date.parse(dayOf(instant))) / dayMs);

export const formatWorkingDays = (days: number): string =>
  days === 0 ? 'less than a working day' : `${formatNumber(days)} working ${days === 1 ? 'day' : 'days'}`;

/** The beginning of a day from today. */
export function startOfDayIn(days: number): string {
  const day = dayOf(new Date(Date.parse(dayOf(new Date())) + days * dayMs), 'UTC');
  // A day begins first at UTC+14, at a quarter of an hour everywhere, and not always at midnight.
  let start = Date.parse(day) - 14 * 4 * quarterMs;
  while (dayOf(new Date(start)) < day) start += quarterMs;
  return new Date(start).toISOString();
}

/** `yesterday`, `12 days ago`, `3 months ago`, `5 years ago` */
export function formatAgo(instant: string): string {
  const days = daysSince(instant);
  if (Math.abs(days) < 60) return relative.format(-days, 'day');
  const months = Math.round(days / 30.4);
  if (Math.abs(months) < 24) return relative.format(-months, 'month');
  return relative.format(-Math.trunc(days / 365.25), 'year');
}
