import { z } from 'zod';
import { InsightThread } from '../insights/schemas.ts';
import { calendarOf } from '../insights/text/wording.ts';

/** A thread of a client, as the console shows it. */
export const ThreadOfClient = z
  .object({
    clientId: z.uuid(),
    clientName: z.string(),
    ...InsightThread.shape,
    workingDays: z.int().min(0).meta({ description: 'Whole working days since then.' }),
  })
  .meta({ id: 'ThreadOfClient', description: 'A thread with a client.' });

const hoursOfDay = 8;

/** Returns a function that tells the working days since a thread came into its state. */
export function workingDaysIn(timezone: string): (thread: InsightThread) => number {
  const { workingHours } = calendarOf(timezone);
  const now = Date.now();
  return ({ since }) => Math.max(0, Math.floor(workingHours(Date.parse(since), now) / hoursOfDay));
}
