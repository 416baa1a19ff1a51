import { z } from 'zod';
import { listAuditEntries } from '../../core/db/audit/queries.ts';
import { id, organizationProcedure, pageSize, t } from './base.ts';

export const auditRouter = t.router({
  list: organizationProcedure
    .input(
      z.object({
        limit: z.number().int().positive().max(pageSize).default(100),
        since: z.iso.datetime().optional(),
        until: z.iso.datetime().optional(),
        before: z.object({ at: z.iso.datetime(), id }).optional(),
      }),
    )
    .query(({ ctx, input }) => listAuditEntries(ctx.db, input)),
});
