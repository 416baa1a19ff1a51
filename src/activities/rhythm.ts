import { rhythmWeeks } from './queries.ts';
import { type ActivityType, activityTypes } from './table.ts';

const dayMs = 86_400_000;

/** The activities of one week, which begins on the Monday `startsOn`. */
interface Week {
  readonly startsOn: string;
  readonly contacts: Record<ActivityType, number>;
}

/** Lays out counts as the last `rhythmWeeks` weeks, the oldest first, silent ones included. */
export function weeksOf(
  counts: readonly { type: ActivityType; weeksAgo: number; count: number }[],
  timezone: string,
  now: Date,
): Week[] {
  const monday = mondayOf(now, timezone);
  const weeks = Array.from({ length: rhythmWeeks }, (_, index) => ({
    startsOn: new Date(monday - (rhythmWeeks - 1 - index) * 7 * dayMs).toISOString().slice(0, 10),
    contacts: Object.fromEntries(activityTypes.map((type) => [type, 0])) as Week['contacts'],
  }));
  for (const { type, weeksAgo, count } of counts) {
    const week = weeks[rhythmWeeks - 1 - weeksAgo];
    if (week) week.contacts[type] = count;
  }
  return weeks;
}

/** The Monday of the week in a time zone, as the moment at which that day begins in UTC. */
function mondayOf(now: Date, timezone: string): number {
  // Swedish dates are ISO 8601.
  const today = Date.parse(new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(now));
  return today - ((new Date(today).getUTCDay() + 6) % 7) * dayMs;
}
