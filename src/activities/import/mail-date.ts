import { isCredible } from '../../core/rest/fields.ts';

/** Longer values are not parsed. In characters. */
const maxDateLength = 1_000;

const time = String.raw`(?<hour>\d{1,2})[:.](?<minute>\d{2})(?:[:.](?<second>\d{2})(?:[.,]\d+)?)?`;
const zone = String.raw`(?<zone>(?:UTC?|GMT)?[+-]\d{2}:?\d{2}|[A-Z]{1,5})`;
const laterZone = zone.replace('zone', 'laterZone');
const dayName = '[A-Z]{3,9}';
const month = '(?<month>(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[A-Z]{0,6})';

/** `Date` takes other years for short ones. */
const year = String.raw`(?:19|2[01])\d{2}`;

const datePatterns = [
  // RFC 5322: Fri, 20 Nov 2026 20:35:34 +0100; the weekday and the zone are optional.
  String.raw`(?:${dayName}\.?[, ]\s*)?(?<day>\d{1,2})[ -]${month}\.?,?[ -](?<year>${year}|\d{2}),? ${time}(?: ?${zone})?`,
  // asctime, the date of mbox separators: Fri Nov 20 20:35:34 2026, optionally with a zone before or after the year.
  String.raw`${dayName},? ${month} (?<day>\d{1,2}),? ${time}(?: ${zone})? (?<year>${year})(?: ${laterZone})?`,
  // ISO 8601, which some programs write in violation of the RFC.
  String.raw`(?<year>${year})-(?<month>\d{2})-(?<day>\d{2})[T ]${time}(?: ?${zone})?`,
].map((pattern) => new RegExp(`^${pattern}(?: |$)`, 'i'));

/** The zone as `Date` reads it: an offset, or an obsolete name of RFC 5322. All other names count as UTC (section 4.3). */
const zoneOf = (text: string) => /(?:[+-]\d{2}:?\d{2}|^[ECMP][DS]T)$/i.exec(text)?.[0] ?? 'UTC';

/**
 * Parses the date of a mail header (RFC 5322, sections 3.3 and 4.3, with comments at its end) or of an mbox separator. A
 * date without a zone counts as UTC, so the result does not depend on the machine.
 * @returns undefined for an invalid date, or one outside the years 1970 to 2100
 */
export function parseMailDate(value: string): Date | undefined {
  if (value.length > maxDateLength) return undefined;
  const text = value.replace(/\s+/g, ' ').trim();
  for (const pattern of datePatterns) {
    const parts = pattern.exec(text)?.groups;
    if (!parts) continue;
    const date = `${parts.month} ${parts.day} ${parts.year}`;
    // A leap second counts as the second before it.
    const second = parts.second === '60' ? '59' : (parts.second ?? '00');
    const zone = zoneOf(parts.zone ?? parts.laterZone ?? '');
    const instant = new Date(`${date} ${parts.hour}:${parts.minute}:${second} ${zone}`);
    // An invalid date, such as 31 February, becomes another day.
    const isReal = new Date(`${date} UTC`).getUTCDate() === Number(parts.day);
    if (isReal && isCredible(instant)) return instant;
  }
  return undefined;
}
