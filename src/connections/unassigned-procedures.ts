import { z } from 'zod';
import { Activity } from '../activities/schemas.ts';
import { orNotFound } from '../core/errors.ts';
import { single, toSingle } from '../core/rest/envelope.ts';
import { isStorable, limitInput, maxDomainLength, pathId } from '../core/rest/fields.ts';
import { internalOperation, router } from '../core/trpc.ts';
import { UnassignedDomain } from './schemas.ts';
import { getUnassignedActivity, listUnassignedActivities, listUnassignedDomains } from './unassigned.ts';

const UnassignedSummary = Activity.pick({
  id: true,
  type: true,
  source: true,
  subject: true,
  occurredAt: true,
})
  // The first participant, mostly the sender.
  .extend({ from: z.string().nullable() })
  .meta({ id: 'UnassignedSummary' });

const UnassignedActivity = UnassignedSummary.extend(
  Activity.pick({ content: true, participants: true }).shape,
).meta({ id: 'UnassignedActivity' });

const domainRule = 'Send a domain from the list of domains, such as "globex.example".';

const activitiesOfDomain = z.object({
  domain: z
    .string(domainRule)
    .trim()
    .toLowerCase()
    .refine((text) => text !== '' && text.length <= maxDomainLength && isStorable(text), domainRule),
  limit: limitInput,
});

export const importsRouter = router({
  unassigned: internalOperation({
    permission: 'imports:read',
    description:
      'The domains of activities that no rule assigned to a client, and of messages that connections only counted, most first. Counts the newest 2,000 activities, by the first five participants of each, and leaves out ignored domains and those with a wired rule for any integration.',
  })
    .input(z.object({ limit: limitInput }).default({ limit: 20 }))
    .output(single(z.array(UnassignedDomain)))
    .query(async ({ ctx: { db }, input: { limit } }) => toSingle(await listUnassignedDomains(db, limit))),

  unassignedActivities: internalOperation({
    // Reading a message needs more than the domains.
    permission: 'activities:read',
    description:
      'Activities with a participant of a domain among the newest 2,000 unassigned ones, most recent first, without their content.',
  })
    .input(activitiesOfDomain)
    .output(single(z.array(UnassignedSummary)))
    .query(async ({ ctx: { db }, input: { domain, limit } }) =>
      toSingle(await listUnassignedActivities(db, domain, limit)),
    ),

  unassignedActivity: internalOperation({
    permission: 'activities:read',
    description: 'An unassigned activity. Its content is cut to at most 10,240 bytes of UTF-8.',
  })
    .input(z.object({ unassignedId: pathId('activity') }))
    .output(single(UnassignedActivity))
    .query(async ({ ctx: { db }, input: { unassignedId } }) =>
      toSingle(orNotFound(await getUnassignedActivity(db, unassignedId), 'activity')),
    ),
});
