import ICAL from 'ical.js';
import { isTimezone } from '../../core/rest/fields.ts';

/** Thrown for an event that cannot be read. The message completes a sentence about the event. */
export class BadEvent extends Error {}

/** A time zone: returns its offset from UTC in milliseconds at an instant, positive east of Greenwich. */
export type Zone = (utcMs: number) => number;

/** A date or a time in a calendar. `wallMs` is the local wall-clock time, counted as if it were UTC. */
export interface CalendarTime {
  wallMs: number;
  isDate: boolean;
  /** True if it is written as UTC, with a `Z`. */
  isUtc: boolean;
}

export const dayMs = 86_400_000;

export const utc: Zone = () => 0;

/** Reads `20261102`, `20261102T090000` or `20261102T090000Z` (RFC 5545, 3.3.4 and 3.3.5); else undefined. */
export function parseCalendarTime(text: string): CalendarTime | undefined {
  const parts = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z)?)?$/i.exec(text.trim());
  if (!parts) return undefined;
  const [, year = '', month = '', day = '', hour, minute = '00', second = '00', mark] = parts;
  const date = `${year}-${month}-${day}`;
  // A leap second counts as the second before it.
  const time = `${hour ?? '00'}:${minute}:${second === '60' ? '59' : second}`;
  const wall = new Date(`${date}T${time}.000Z`);
  // An invalid date, such as 30 February, becomes another day.
  if (Number.isNaN(wall.getTime()) || !wall.toISOString().startsWith(date)) return undefined;
  return { wallMs: wall.getTime(), isDate: hour === undefined, isUtc: mark !== undefined };
}

/**
 * Converts a wall-clock time to an instant. A time that occurs twice means the first occurrence; a skipped one uses the
 * offset before the gap (RFC 5545, 3.3.5).
 */
export function toUtc(wallMs: number, zone: Zone): number {
  const before = wallMs - zone(wallMs - dayMs);
  const after = wallMs - zone(wallMs + dayMs);
  if (before === after || before + zone(before) === wallMs) return before;
  return after + zone(after) === wallMs ? after : before;
}

const zonesByName = new Map<string, Zone>();

/** Returns the IANA time zone of this name, such as `Europe/Berlin`; undefined when there is none. */
export function zoneByName(name: string): Zone | undefined {
  const key = name.toLowerCase();
  const known = zonesByName.get(key);
  if (known || key.length > 64 || !isTimezone(key)) return known;
  const zone = intlZone(key);
  zonesByName.set(key, zone);
  return zone;
}

function intlZone(timeZone: string): Zone {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (utcMs) => {
    const [, sign, hours = 0, minutes = 0, seconds = 0] =
      /GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(format.format(utcMs)) ?? [];
    const size = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
    return (sign === '-' ? -size : size) * 1_000;
  };
}

/** Parses the text of a VTIMEZONE; undefined when it cannot be read. */
export function zoneOf(definition: string): Zone | undefined {
  try {
    const component = new ICAL.Component(ICAL.parse(definition));
    const timezone = new ICAL.Timezone(component);
    const offsetAt = (wallMs: number) =>
      timezone.utcOffset(ICAL.Time.fromJSDate(new Date(wallMs), true)) * 1_000;
    // The library expects wall-clock times, and changes the offset at the earlier of the two readings.
    const zone: Zone = (utcMs) =>
      offsetAt(utcMs + Math.min(offsetAt(utcMs - dayMs), offsetAt(utcMs + dayMs)));
    return component.getFirstSubcomponent() && Number.isFinite(zone(0)) ? zone : undefined;
  } catch {
    return undefined;
  }
}
