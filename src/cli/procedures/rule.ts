import { z } from 'zod';
import { createRule, deleteRule, listRules } from '../../clients/assignment-rules.ts';
import { domainField } from '../../core/rest/fields.ts';
import {
  id,
  integration,
  notFound,
  organizationProcedure,
  page,
  pageSize,
  rejectDuplicate,
  t,
} from './base.ts';

export const ruleRouter = t.router({
  create: organizationProcedure
    .input(z.object({ integration, domain: domainField() }))
    .mutation(({ ctx, input: { org, ...rule } }) =>
      rejectDuplicate(
        createRule(ctx.db, rule),
        `"${org}" has a rule for ${rule.integration} and ${rule.domain} already`,
      ),
    ),

  list: organizationProcedure
    .input(z.object(page))
    .query(({ ctx, input }) => listRules(ctx.db, { after: input.after, limit: pageSize })),

  delete: organizationProcedure.input(z.object({ id })).mutation(async ({ ctx, input }) => {
    const deleted = await deleteRule(ctx.db, input.id);
    if (!deleted) throw notFound(`rule ${input.id} in "${input.org}"`);
    return deleted;
  }),
});
