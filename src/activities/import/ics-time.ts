import ICAL from 'ical.js';
import { dayMs, type Zone } from '../time-zone.ts';

/** Thrown for an event that cannot be read. The message completes a sentence about the event. */
export class BadEvent extends Error {}

/** A date or a time in a calendar. `wallMs` is the local wall-clock time, counted as if it were UTC. */
export interface CalendarTime {
  wallMs: number;
  isDate: boolean;
  /** True if it is written as UTC, with a `Z`. */
  isUtc: boolean;
}

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
