import { z } from 'zod';
import { deleteClient, getClient, listClients } from '../../clients/queries.ts';
import { nilUuid } from '../../core/rest/fields.ts';
import { getDefaultDashboard } from '../../dashboards/queries.ts';
import { id, notFound, organizationProcedure, page, pageSize, t } from './base.ts';

export const clientRouter = t.router({
  list: organizationProcedure
    .input(z.object(page))
    .query(({ ctx, input }) => listClients(ctx.db, input.after ?? nilUuid, pageSize)),

  dashboard: organizationProcedure.input(z.object({ id })).query(async ({ ctx, input }) => {
    if (!(await getClient(ctx.db, input.id))) throw notFound(`client ${input.id} in "${input.org}"`);
    return getDefaultDashboard(ctx.db, input.id);
  }),

  delete: organizationProcedure.input(z.object({ id })).mutation(async ({ ctx, input }) => {
    const deleted = await deleteClient(ctx.db, input.id);
    if (!deleted) throw notFound(`client ${input.id} in "${input.org}"`);
    return deleted;
  }),
});
