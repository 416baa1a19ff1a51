import { z } from 'zod';
import { orNotFound } from '../core/errors.ts';
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

/** Adds to each thread the whole working days since it came into its state, in the time zone of the organization. */
export function withWorkingDays<Row extends { thread: InsightThread }>(
  rows: readonly Row[],
  organization: { defaultTimezone: string } | undefined,
) {
  const { workingHours } = calendarOf(orNotFound(organization, 'organization').defaultTimezone);
  const now = Date.now();
  return rows.map(({ thread, ...of }) => {
    const hours = workingHours(Date.parse(thread.since), now);
    return { ...of, ...thread, workingDays: Math.max(0, Math.floor(hours / hoursOfDay)) };
  });
}
