import { dayMs, toUtc, utc, zoneByName } from './time-zone.ts';

const weekMs = 7 * dayMs;

/** A week, which begins on a Monday at midnight in some time zone. */
export interface Week {
  /** The date of the Monday. */
  readonly startsOn: string;
  /** The instant at which it begins. */
  readonly startsAt: string;
}

/**
 * Returns the last `count` weeks in a time zone, the oldest first. The last one is the current one. Computed here and not
 * in SQL, since PostgreSQL may not know all the time zones that `Intl` does.
 */
export function lastWeeks(count: number, timezone: string, now: Date): readonly Week[] {
  const zone = zoneByName(timezone) ?? utc;
  const wallMs = now.getTime() + zone(now.getTime());
  const today = Math.floor(wallMs / dayMs);
  // Day 0, 1 January 1970, was a Thursday.
  const monday = (today - ((today + 3) % 7)) * dayMs;
  return Array.from({ length: count }, (_, index) => {
    const startMs = monday - (count - 1 - index) * weekMs;
    return {
      startsOn: new Date(startMs).toISOString().slice(0, 10),
      startsAt: new Date(toUtc(startMs, zone)).toISOString(),
    };
  });
}
