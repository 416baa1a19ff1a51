import { type ActivityType, activityTypes } from './table.ts';
import type { Week } from './weeks.ts';

/** The activities of one week, which begins on the Monday `startsOn`. */
interface WeekOfRhythm {
  readonly startsOn: string;
  readonly activities: Record<ActivityType, number>;
}

/** Lays out counts by week, weeks without activities included. `week` is 1 for the first of `weeks`. */
export function toRhythm(
  weeks: readonly Week[],
  counts: readonly { type: ActivityType; week: number; count: number }[],
): WeekOfRhythm[] {
  const rhythm = weeks.map(({ startsOn }) => ({
    startsOn,
    activities: Object.fromEntries(activityTypes.map((type) => [type, 0])) as WeekOfRhythm['activities'],
  }));
  for (const { type, week, count } of counts) {
    const entry = rhythm[week - 1];
    if (entry) entry.activities[type] = count;
  }
  return rhythm;
}
