import { z } from 'zod';
import {
  type ImportedActivity,
  isParticipantsBounded,
  maxParticipantLength,
  maxSourceIdLength,
  maxSubjectLength,
} from '../../activities/import/imported-activity.ts';
import { maxNameLength } from '../../activities/import/person-name.ts';
import { recordBatch } from '../../activities/record.ts';
import { activityTypes } from '../../activities/table.ts';
import { UnassignedDomains } from '../../activities/unassigned-domains.ts';
import type { TenantDb } from '../../core/db/tenant.ts';
import { listUserDomains } from '../../users/queries.ts';
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
  })
  .refine(({ participants, participantNames: names }) => !names || names.length === participants.length, {
    path: ['participantNames'],
    error: 'Send a name for each participant, or none at all.',
  });

/** Counts unassigned activities by domain, without the organization's own domains. */
async function countByDomain(db: TenantDb, unassigned: readonly ImportedActivity[]) {
  if (unassigned.length === 0) return [];
  const domains = new UnassignedDomains();
  for (const activity of unassigned) domains.addActivity(activity);
  const own = new Set(await listUserDomains(db));
  return domains.list().filter(({ domain }) => !own.has(domain));
}

export const activitiesRouter = t.router({
  record: organizationProcedure
    .input(z.object({ integration: source, activities: z.array(incomingActivity).max(1_000) }))
    .mutation(async ({ ctx: { db }, input }) => {
      const { counts, unassigned } = await recordBatch(db, input.integration, input.activities);
      return { ...counts, unassignedDomains: await countByDomain(db, unassigned) };
    }),
});
