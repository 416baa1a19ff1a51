import { z } from 'zod';
import { listUnassigned } from '../../activities/queries.ts';
import { organizationProcedure, t } from './base.ts';

export const unassignedRouter = t.router({
  list: organizationProcedure
    .input(z.object({ limit: z.int().positive() }))
    .query(({ ctx, input }) => listUnassigned(ctx.db, input.limit)),
});
