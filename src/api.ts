import { activitiesRouter } from './activities/procedures.ts';
import { auditRouter } from './audit/procedures.ts';
import { clientsRouter } from './clients/procedures.ts';
import { rulesRouter } from './clients/rule-procedures.ts';
import { connectionsRouter } from './connections/procedures.ts';
import { importsRouter } from './connections/unassigned-procedures.ts';
import { router } from './core/trpc.ts';
import { dashboardsRouter } from './dashboards/procedures.ts';
import { healthRouter } from './health/procedures.ts';
import { organizationRouter } from './organization/procedures.ts';
import { overviewRouter } from './overview/procedures.ts';
import { searchRouter } from './search/procedures.ts';
import { threadsRouter } from './threads/procedures.ts';
import { todayRouter } from './today/procedures.ts';
import { sessionRouter, tokensRouter } from './tokens/procedures.ts';
import { usersRouter } from './users/procedures.ts';
import { webhooksRouter } from './webhooks/procedures.ts';

/** The router of all operations: one line per module. */
export const appRouter = router({
  health: healthRouter,
  organization: organizationRouter,
  clients: clientsRouter,
  dashboards: dashboardsRouter,
  activities: activitiesRouter,
  users: usersRouter,

  // Internal: for our own frontends, over tRPC only.
  session: sessionRouter,
  today: todayRouter,
  threads: threadsRouter,
  overview: overviewRouter,
  search: searchRouter,
  tokens: tokensRouter,
  rules: rulesRouter,
  imports: importsRouter,
  connections: connectionsRouter,
  webhooks: webhooksRouter,
  audit: auditRouter,
});

export type AppRouter = typeof appRouter;
