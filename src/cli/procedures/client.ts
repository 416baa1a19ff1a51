import { z } from 'zod';
import { deleteClient } from '../../clients/queries.ts';
import { id, notFound, organizationProcedure, t } from './base.ts';

export const clientRouter = t.router({
  delete: organizationProcedure.input(z.object({ id })).mutation(async ({ ctx, input }) => {
    const deleted = await deleteClient(ctx.db, input.id);
    if (!deleted) throw notFound(`client ${input.id} in "${input.org}"`);
    return deleted;
  }),
});
