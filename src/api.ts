import { activitiesPermissions, activitiesRouter } from './activities/procedures.ts';
import { clientsPermissions, clientsRouter } from './clients/procedures.ts';
import { router } from './core/trpc.ts';
import { dashboardsPermissions, dashboardsRouter } from './dashboards/procedures.ts';
import { healthRouter } from './health/procedures.ts';
import { organizationPermissions, organizationRouter } from './organization/procedures.ts';
import { usersPermissions, usersRouter } from './users/procedures.ts';

/** The router of all operations: one line per module. */
export const appRouter = router({
  health: healthRouter,
  organization: organizationRouter,
  clients: clientsRouter,
  dashboards: dashboardsRouter,
  activities: activitiesRouter,
  users: usersRouter,
});

/** All permissions of user keys. */
export const permissions = [
  ...organizationPermissions,
  ...clientsPermissions,
  ...dashboardsPermissions,
  ...activitiesPermissions,
  ...usersPermissions,
] as const;

export type AppRouter = typeof appRouter;
