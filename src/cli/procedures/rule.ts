import { z } from 'zod';
import { listIntegrations } from '../../activities/queries.ts';
import {
  anyIntegration,
  createRule,
  createRuleFor,
  deleteRule,
  hasRuleFor,
  listRules,
  noIntegration,
} from '../../clients/assignment-rules.ts';
import { listConnectionIntegrations } from '../../connections/queries.ts';
import type { TenantReader } from '../../core/db/tenant.ts';
import { domainField } from '../../core/rest/fields.ts';
import {
  badRequest,
  id,
  integration,
  notFound,
  organizationProcedure,
  page,
  pageSize,
  rejectDuplicate,
  t,
} from './base.ts';
import { likelyMeant } from './mistyped.ts';

/** The integration of a new rule; `isNew` insists on a name that looks mistyped. */
export const ruleIntegration = { integration, isNew: z.boolean().default(false) };

/**
 * Refuses an integration that looks like a slip of one with activities or a connection. Rules may come before the first
 * activity of their integration, so any other name is accepted.
 */
export async function refuseMistyped(
  db: TenantReader,
  { org, integration, isNew }: { org: string; integration: string; isNew: boolean },
): Promise<void> {
  const isReserved = integration === anyIntegration || integration === noIntegration;
  if (isNew || isReserved || (await hasRuleFor(db, integration))) return;
  const names = await Promise.all([listIntegrations(db), listConnectionIntegrations(db)]);
  const known = [...new Set(names.flat())].sort();
  const meant = likelyMeant(integration, known);
  if (meant === undefined) return;
  throw badRequest(
    `"${org}" has no activity, connection or rule of ${integration}; did you mean ${meant}? Known are ${known.join(', ')}. If ${integration} is meant, add --new`,
  );
}

export const ruleRouter = t.router({
  create: organizationProcedure
    .input(z.object({ ...ruleIntegration, domain: domainField(), clientId: id.optional() }))
    .mutation(async ({ ctx: { db, writer }, input: { org, isNew, clientId, ...rule } }) => {
      await refuseMistyped(db, { org, isNew, ...rule });
      const creation =
        clientId === undefined ? createRule(writer, rule) : createRuleFor(writer, rule, clientId);
      const message = `"${org}" has a rule for ${rule.integration} and ${rule.domain} already`;
      const created = await rejectDuplicate(creation, message);
      if (!created) throw notFound(`client ${clientId} in "${org}"`);
      return created;
    }),

  list: organizationProcedure
    .input(z.object(page))
    .query(({ ctx, input }) => listRules(ctx.db, { after: input.after, limit: pageSize })),

  delete: organizationProcedure.input(z.object({ id })).mutation(async ({ ctx, input }) => {
    const deleted = await deleteRule(ctx.writer, input.id);
    if (!deleted) throw notFound(`rule ${input.id} in "${input.org}"`);
    return deleted;
  }),
});
