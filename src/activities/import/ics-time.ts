import { isTimezone } from '../../core/fields.ts';
/** A time zone, as its distance from UTC in milliseconds at an instant; east of Greenwich is positive. */
export type Zone = (utcMs: number) => number;

/** A date or a time of a calendar. `wallMs` is what a clock at the place shows, counted as if it were UTC. */
export interface CalendarTime {
  wallMs: number;
  isDate: boolean;
  /** Whether it says itself that it is in UTC. */
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
  // What is on no calendar, such as 30 February, comes out as another day.
  if (Number.isNaN(wall.getTime()) || !wall.toISOString().startsWith(date)) return undefined;
  return { wallMs: wall.getTime(), isDate: hour === undefined, isUtc: mark !== undefined };
}

/**
 * The instant of a wall-clock time. One that occurs twice is the first of the two; one that is skipped is taken with
 * the offset before the gap (RFC 5545, 3.3.5).
 */
export function toUtc(wallMs: number, zone: Zone): number {
  const before = wallMs - zone(wallMs - dayMs);
  const after = wallMs - zone(wallMs + dayMs);
  if (before === after || before + zone(before) === wallMs) return before;
  return after + zone(after) === wallMs ? after : before;
}

const zonesByName = new Map<string, Zone>();

/** A zone of the IANA database by its name, such as `Europe/Berlin`; undefined when there is none of that name. */
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

/** The last item that is not after an instant, of items sorted by their instants. */
export function lastUpTo<Item extends { utcMs: number }>(
  sorted: readonly Item[],
  utcMs: number,
): Item | undefined {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = sorted[middle];
    if (item && item.utcMs <= utcMs) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}
