import { isTimezone } from '../core/rest/fields.ts';

/** A time zone: returns its offset from UTC in milliseconds at an instant, positive east of Greenwich. */
export type Zone = (utcMs: number) => number;

export const dayMs = 86_400_000;

export const utc: Zone = () => 0;

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
