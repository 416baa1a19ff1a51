import { activitiesRouter } from './procedures/activities.ts';
import { auditRouter } from './procedures/audit.ts';
import { t } from './procedures/base.ts';
import { clientRouter } from './procedures/client.ts';
import { connectionRouter } from './procedures/connection.ts';
import { insightsRouter } from './procedures/insights.ts';
import { orgRouter } from './procedures/org.ts';
import { orgDataRouter } from './procedures/org-data.ts';
import { personRouter } from './procedures/person.ts';
import { ruleRouter } from './procedures/rule.ts';
import { tokenRouter } from './procedures/token.ts';
import { unassignedRouter } from './procedures/unassigned.ts';
import { userRouter } from './procedures/user.ts';
import { webhookRouter } from './procedures/webhook.ts';

/** The procedures behind the commands. No network port serves them. */
export const cliRouter = t.router({
  ping: t.procedure.query(() => 'ok' as const),
  db: t.router({
    migrate: t.procedure.mutation(async ({ ctx }) => ({
      applied: ctx.applied + (await ctx.database.migrate()),
    })),
  }),
  org: orgRouter,
  orgData: orgDataRouter,
  user: userRouter,
  person: personRouter,
  token: tokenRouter,
  audit: auditRouter,
  rule: ruleRouter,
  unassigned: unassignedRouter,
  client: clientRouter,
  connection: connectionRouter,
  webhook: webhookRouter,
  activities: activitiesRouter,
  insights: insightsRouter,
});

export type CliRouter = typeof cliRouter;
