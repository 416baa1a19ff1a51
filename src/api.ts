import { activitiesRouter } from './activities/procedures.ts';
import { clientsRouter } from './clients/procedures.ts';
import { router } from './core/trpc.ts';
import { dashboardsRouter } from './dashboards/procedures.ts';
import { healthRouter } from './health/procedures.ts';
import { organizationRouter } from './organization/procedures.ts';
import { usersRouter } from './users/procedures.ts';

/** Every operation of the API: one line per room. */
export const appRouter = router({
  health: healthRouter,
  organization: organizationRouter,
  clients: clientsRouter,
  dashboards: dashboardsRouter,
  activities: activitiesRouter,
  users: usersRouter,
});

export type AppRouter = typeof appRouter;
