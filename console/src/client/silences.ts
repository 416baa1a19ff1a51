/** Weeks in a row without an activity. */
export type Silence = { start: number; length: number };

/** A gap of this length is a silence. */
const minWeeks = 3;

/**
 * Finds the silences between the first activity and now. The current week does not count as silent: it is not over yet.
 * @param totals activities by week, the oldest first
 */
export function silencesIn(totals: readonly number[]): Silence[] {
  const silences: Silence[] = [];
  let start = totals.findIndex((count) => count > 0);
  if (start < 0) return [];
  const past = totals.length - 1;
  for (let week = start; week <= past; week++) {
    if (week < past && totals[week] === 0) continue;
    if (week - start >= minWeeks) silences.push({ start, length: week - start });
    start = week + 1;
  }
  return silences;
}
