/** Dates and numbers in the reader's locale and the organization's time zone. */

const dayMs = 86_400_000;

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const number = new Intl.NumberFormat();

export const formatNumber = (value: number): string => number.format(value);

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes a hundred times as long as using it. */
function format(instant: string | Date, options: Intl.DateTimeFormatOptions, locale?: string): string {
  const key = `${locale} ${options.dateStyle} ${options.timeStyle} ${options.timeZone}`;
  const made = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, made);
  return made.format(new Date(instant));
}

/** `12 Nov 2026` */
export const formatDate = (instant: string, timeZone: string): string =>
  format(instant, { dateStyle: 'medium', timeZone });

/** `Thursday, 12 November 2026` */
export const formatDay = (instant: string, timeZone: string): string =>
  format(instant, { dateStyle: 'full', timeZone });

export const formatTime = (instant: string, timeZone: string): string =>
  format(instant, { timeStyle: 'short', timeZone });

export const formatDateTime = (instant: string, timeZone: string): string =>
  format(instant, { dateStyle: 'medium', timeStyle: 'short', timeZone });

/** The calendar day in a time zone, `2026-11-12`: Swedish dates are ISO 8601. */
export const dayOf = (instant: string | Date, timeZone: string): string =>
  format(instant, { dateStyle: 'short', timeZone }, 'sv-SE');

/** The number of midnights since an instant. */
export const daysSince = (instant: string, timeZone: string): number =>
  Math.round((Date.parse(dayOf(new Date(), timeZone)) - Date.parse(dayOf(instant, timeZone))) / dayMs);

/** `yesterday`, `12 days ago`, `3 months ago` */
export function formatAgo(instant: string, timeZone: string): string {
  const days = daysSince(instant, timeZone);
  if (Math.abs(days) < 60) return relative.format(-days, 'day');
  return relative.format(-Math.round(days / 30.4), 'month');
}
