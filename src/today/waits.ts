import { z } from 'zod';
import { orNotFound } from '../core/errors.ts';
import { InsightThread, NextStep } from '../insights/schemas.ts';
import { calendarOf } from '../insights/text/wording.ts';

const workingDays = z.int().min(0).meta({ description: 'Whole working days since then.' });

/** A thread of a client, as the console shows it. */
export const ThreadOfClient = z
  .object({ clientId: z.uuid(), clientName: z.string(), ...InsightThread.shape, workingDays })
  .meta({ id: 'ThreadOfClient', description: 'A thread with a client.' });

/** The next steps with a client, as the console shows them. */
export const steps = z
  .array(
    NextStep.extend({ workingDays }).meta({ id: 'TimedStep', description: 'The next step with a client.' }),
  )
  .meta({ description: 'What to do next, most urgent first.' });

const hoursOfDay = 8;

/** Adds to each thread or step the whole working days since then, in the time zone of the organization. */
export function withWorkingDays<Dated extends { since: string }>(
  all: readonly Dated[],
  organization: { defaultTimezone: string } | undefined,
) {
  const { workingHours } = calendarOf(orNotFound(organization, 'organization').defaultTimezone);
  const now = Date.now();
  return all.map((each) => {
    const hours = workingHours(Date.parse(each.since), now);
    return { ...each, workingDays: Math.max(0, Math.floor(hours / hoursOfDay)) };
  });
}
