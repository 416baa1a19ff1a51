import { z } from 'zod';
import {
  isParticipantsBounded,
  maxParticipantLength,
  maxSourceIdLength,
  maxSubjectLength,
} from '../../activities/import/imported-activity.ts';
import { recordActivities } from '../../activities/record.ts';
import { activityTypes } from '../../activities/table.ts';
import { anyIntegration } from '../../clients/assignment-rules.ts';
import { integration, organizationProcedure, t } from './base.ts';

/** An activity as `import` sends it. */
export const incomingActivity = z.object({
  sourceId: z.string().min(1).max(maxSourceIdLength),
  type: z.enum(activityTypes),
  subject: z.string().max(maxSubjectLength),
  content: z.string(),
  occurredAt: z.iso.datetime(),
  participants: z.array(z.string().max(maxParticipantLength)).refine(isParticipantsBounded),
  archivedAt: z.iso.datetime().nullable(),
});

const source = integration.refine(
  (name) => name !== anyIntegration,
  `"${anyIntegration}" stands for all integrations in rules; name the one the activities come from, such as gmail`,
);

export const activitiesRouter = t.router({
  record: organizationProcedure
    .input(z.object({ integration: source, activities: z.array(incomingActivity).max(1_000) }))
    .mutation(({ ctx, input }) => recordActivities(ctx.db, input.integration, input.activities)),
});
