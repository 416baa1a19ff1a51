import { isCredible } from './imported-activity.ts';

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The obsolete zones of RFC 5322, section 4.3, in hours. All other names count as UTC, as that section says. */
const zoneHours: Record<string, number> = {
  EDT: -4,
  EST: -5,
  CDT: -5,
  CST: -6,
  MDT: -6,
  MST: -7,
  PDT: -7,
  PST: -8,
};

/** Longer values are not parsed. In characters. */
const maxDateLength = 1_000;

const time = String.raw`(?<hour>\d{1,2})[:.](?<minute>\d{2})(?:[:.](?<second>\d{2})(?:[.,]\d+)?)?`;
const zone = String.raw`(?<zone>(?:UTC?|GMT)?[+-]\d{2}:?\d{2}|[A-Z]{1,5})`;
const laterZone = zone.replace('zone', 'laterZone');
const dayName = '[A-Z]{3,9}';

const datePatterns = [
  // RFC 5322: Fri, 20 Nov 2026 20:35:34 +0100; the weekday and the zone are optional.
  String.raw`(?:${dayName}\.?[, ]\s*)?(?<day>\d{1,2})[ -](?<month>[A-Z]{3,9})\.?,?[ -](?<year>\d{2,4}),? ${time}(?: ?${zone})?`,
  // asctime, the date of mbox separators: Fri Nov 20 20:35:34 2026, optionally with a zone before or after the year.
  String.raw`${dayName},? (?<month>[A-Z]{3,9}) (?<day>\d{1,2}),? ${time}(?: ${zone})? (?<year>\d{4})(?: ${laterZone})?`,
  // ISO 8601, which some programs write in violation of the RFC.
  String.raw`(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})[T ]${time}(?: ?${zone})?`,
].map((pattern) => new RegExp(`^${pattern}(?: |$)`, 'i'));

function withoutComments(value: string): string {
  let kept = '';
  let depth = 0;
  for (const character of value) {
    if (character === '(') depth += 1;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += character;
  }
  return kept;
}

function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 2) return year < 50 ? 2000 + year : 1900 + year;
  return digits.length === 3 ? 1900 + year : year;
}

function offsetMinutes(name: string | undefined): number {
  const numeric = name?.match(/([+-])(\d{2}):?(\d{2})$/);
  if (numeric) {
    const minutes = Number(numeric[2]) * 60 + Number(numeric[3]);
    return numeric[1] === '-' ? -minutes : minutes;
  }
  return (zoneHours[name?.toUpperCase() ?? ''] ?? 0) * 60;
}

/**
 * Parses the date of a mail header (RFC 5322, sections 3.3 and 4.3, with comments) or of an mbox separator. A date without
 * a zone counts as UTC, so the result does not depend on the machine.
 * @returns undefined for an invalid date, or one outside the years 1970 to 2100
 */
export function parseMailDate(value: string): Date | undefined {
  if (value.length > maxDateLength) return undefined;
  const text = withoutComments(value).replace(/\s+/g, ' ').trim();
  for (const pattern of datePatterns) {
    const parts = pattern.exec(text)?.groups;
    if (!parts) continue;
    const named = monthNames.indexOf((parts.month ?? '').slice(0, 3).toLowerCase());
    const month = named === -1 ? Number(parts.month) - 1 : named;
    const [day, hour, minute] = [Number(parts.day), Number(parts.hour), Number(parts.minute)];
    const second = Number(parts.second ?? '0');
    const year = fullYear(parts.year ?? '');
    // Second 60 is a leap second and counts as the start of the next minute.
    const wall = new Date(Date.UTC(year, month, day, hour, minute, Math.min(second, 59)));
    const isReal = wall.getUTCDate() === day && wall.getUTCMonth() === month && hour < 24 && minute < 60;
    if (!isReal || second > 60) continue;
    const offset = offsetMinutes(parts.zone ?? parts.laterZone);
    const instant = new Date(wall.getTime() + Math.max(0, second - 59) * 1_000 - offset * 60_000);
    if (isCredible(instant)) return instant;
  }
  return undefined;
}
