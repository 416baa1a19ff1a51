import { z } from 'zod';
import { neverAborted } from '../../core/timeouts.ts';
import { isWorkDue, workOnce } from '../../insights/work.ts';
import { organizationBy, slug, t } from './base.ts';

export const insightsRouter = t.router({
  /** Does part of the due work; `isDone` is true when nothing is due and no other process is working. */
  work: t.procedure
    .input(
      z.object({
        org: slug.optional(),
        past: z.object({ asOf: z.iso.datetime(), runFrom: z.iso.datetime() }).optional(),
      }),
    )
    .mutation(async ({ ctx, input: { org, past }, signal = neverAborted }) => {
      const organization = org === undefined ? undefined : await organizationBy(ctx.database, org);
      const scope = { organizationId: organization?.id, past };
      const done = await workOnce({ ...ctx, db: ctx.database.db }, scope, ctx.now, signal);
      return {
        ...(done ?? { assigned: 0, computed: 0, failed: 0 }),
        isDone: !done && !(await isWorkDue(ctx.database.db, scope)),
      };
    }),
});
