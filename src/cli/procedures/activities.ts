import { z } from 'zod';
import {
  type ImportedActivity,
  isParticipantsBounded,
  maxParticipantLength,
  maxSourceIdLength,
  maxSubjectLength,
  threadPattern,
} from '../../activities/import/imported-activity.ts';
import { maxNameLength } from '../../activities/import/person-name.ts';
import { allowErased, recordBatch } from '../../activities/record.ts';
import { activityTypes } from '../../activities/table.ts';
import { UnassignedDomains } from '../../activities/unassigned-domains.ts';
import type { TenantDb } from '../../core/db/tenant.ts';
import { findUsersByEmail, listUserDomains } from '../../users/queries.ts';
import { organizationProcedure, source, t } from './base.ts';

/** An activity as `import` sends it. */
export const incomingActivity = z
  .object({
    sourceId: z.string().min(1).max(maxSourceIdLength),
    type: z.enum(activityTypes),
    subject: z.string().max(maxSubjectLength),
    content: z.string(),
    occurredAt: z.iso.datetime(),
    participants: z.array(z.string().max(maxParticipantLength)).refine(isParticipantsBounded),
    participantNames: z.array(z.string().max(maxNameLength)).exactOptional(),
    archivedAt: z.iso.datetime().nullable(),
    thread: z.string().regex(threadPattern).exactOptional(),
    isMail: z.literal(true).exactOptional(),
  })
  .refine(({ participants, participantNames: names }) => !names || names.length === participants.length, {
    path: ['participantNames'],
    error: 'Send a name for each participant, or none at all.',
  });

/** Counts unassigned activities by domain, without the organization's own domains and addresses. */
async function countByDomain(db: TenantDb, unassigned: readonly ImportedActivity[]) {
  if (unassigned.length === 0) return [];
  const addresses = new Set(unassigned.flatMap(({ participants }) => participants.map(toLower)));
  const users = new Set((await findUsersByEmail(db, [...addresses])).map(({ email }) => email));
  const domains = new UnassignedDomains();
  for (const { participants, ...activity } of unassigned)
    domains.addActivity({
      ...activity,
      participants: participants.filter((one) => !users.has(toLower(one))),
    });
  const own = new Set(await listUserDomains(db));
  return domains.list().filter(({ domain }) => !own.has(domain));
}

const toLower = (text: string) => text.toLowerCase();

export const activitiesRouter = t.router({
  record: organizationProcedure
    .input(
      z.object({
        integration: source,
        activities: z.array(incomingActivity).max(1_000),
        withErased: z.boolean().default(false),
      }),
    )
    .mutation(async ({ ctx: { db, author }, input: { integration, activities, withErased } }) => {
      const { counts, unassigned } = await db.transaction(async (transaction) => {
        if (withErased) await allowErased(transaction, integration, activities);
        const batch = await recordBatch(transaction, integration, activities);
        const { imported } = batch.counts;
        if (imported > 0)
          await transaction.audit(author, { resource: `activities/${integration}`, after: { imported } });
        return batch;
      });
      return { ...counts, unassignedDomains: await countByDomain(db, unassigned) };
    }),
});
