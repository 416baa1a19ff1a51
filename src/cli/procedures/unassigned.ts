import { z } from 'zod';
import { listUnassignedDomains } from '../../connections/unassigned.ts';
import { organizationProcedure, t } from './base.ts';

export const unassignedRouter = t.router({
  list: organizationProcedure
    .input(z.object({ limit: z.int().positive() }))
    .query(({ ctx, input }) => listUnassignedDomains(ctx.db, input.limit)),
});
