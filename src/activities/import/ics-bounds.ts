import { dayMs } from '../time-zone.ts';

/** The time for which occurrences are read: before the last one, or before now if the series goes on. */
export const windowMs = 730 * dayMs;

/** The maximum number of meetings of a repeating event; the newest are kept. */
export const maxOccurrences = 1_000;
