import { activitiesPermissions, activitiesRouter } from './activities/procedures.ts';
import { auditPermissions, auditRouter } from './audit/procedures.ts';
import { clientsPermissions, clientsRouter } from './clients/procedures.ts';
import { rulesPermissions, rulesRouter } from './clients/rule-procedures.ts';
import { connectionsPermissions, connectionsRouter } from './connections/procedures.ts';
import { importsPermissions, importsRouter } from './connections/unassigned-procedures.ts';
import { router } from './core/trpc.ts';
import { dashboardsPermissions, dashboardsRouter } from './dashboards/procedures.ts';
import { healthRouter } from './health/procedures.ts';
import { organizationPermissions, organizationRouter } from './organization/procedures.ts';
import { overviewRouter } from './overview/procedures.ts';
import { searchRouter } from './search/procedures.ts';
import { threadsRouter } from './threads/procedures.ts';
import { todayRouter } from './today/procedures.ts';
import { sessionRouter, tokensPermissions, tokensRouter } from './tokens/procedures.ts';
import { usersPermissions, usersRouter } from './users/procedures.ts';
import { webhooksPermissions, webhooksRouter } from './webhooks/procedures.ts';

/** All permissions of user keys. */
export const permissions = [
  ...organizationPermissions,
  ...clientsPermissions,
  ...dashboardsPermissions,
  ...activitiesPermissions,
  ...usersPermissions,
  ...tokensPermissions,
  ...rulesPermissions,
  ...auditPermissions,
  ...importsPermissions,
  ...connectionsPermissions,
  ...webhooksPermissions,
] as const;

/** The router of all operations: one line per module. */
export const appRouter = router({
  health: healthRouter,
  organization: organizationRouter,
  clients: clientsRouter,
  dashboards: dashboardsRouter,
  activities: activitiesRouter,
  users: usersRouter,

  // Internal: for our own frontends, over tRPC only.
  session: sessionRouter(permissions),
  today: todayRouter,
  threads: threadsRouter,
  overview: overviewRouter,
  search: searchRouter,
  tokens: tokensRouter(permissions),
  rules: rulesRouter,
  imports: importsRouter,
  connections: connectionsRouter,
  webhooks: webhooksRouter,
  audit: auditRouter,
});

export type AppRouter = typeof appRouter;
