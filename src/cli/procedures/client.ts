import { z } from 'zod';
import { findOldestClient, listRules } from '../../clients/assignment-rules.ts';
import {
  createClient,
  createClientWithRule,
  deleteClient,
  getClient,
  listClients,
} from '../../clients/queries.ts';
import type { TenantWriter } from '../../core/db/tenant.ts';
import { domainField, nameField, nilUuid } from '../../core/rest/fields.ts';
import { neverAborted } from '../../core/timeouts.ts';
import { getDefaultDashboard } from '../../dashboards/queries.ts';
import { eraseClient, findErasableClient } from '../../erasure/client.ts';
import {
  badRequest,
  id,
  notFound,
  organizationProcedure,
  page,
  pageSize,
  rejectDuplicate,
  t,
} from './base.ts';
import { refuseMistyped, ruleIntegration } from './rule.ts';

interface NewClient {
  readonly org: string;
  readonly name: string;
  readonly domain: string | null;
  readonly rule: { readonly integration: string; readonly isNew: boolean } | undefined;
}

/** Makes a client, and its rule if one is asked for. Returns it with the rules that are wired to it. */
async function create(db: TenantWriter, { org, name, domain, rule }: NewClient) {
  if (!rule) {
    const client = await createClient(db, { name, domain });
    return { ...client, rules: await listRules(db, { limit: pageSize }, client.id) };
  }
  if (domain === null) throw badRequest('a rule needs a domain; add --domain');
  await refuseMistyped(db, { org, ...rule });
  return rejectDuplicate(
    createClientWithRule(db, { name, domain, integration: rule.integration }),
    `the rule of "${org}" for ${rule.integration} and ${domain} assigns to another client; "rule list" shows it`,
  );
}

export const clientRouter = t.router({
  list: organizationProcedure
    .input(z.object(page))
    .query(({ ctx, input }) => listClients(ctx.db, input.after ?? nilUuid, pageSize)),

  /** The client that a new rule for the domain is wired to. */
  ofDomain: organizationProcedure
    .input(z.object({ domain: z.string() }))
    .query(async ({ ctx, input }) => (await findOldestClient(ctx.db, input.domain)) ?? null),

  create: organizationProcedure
    .input(
      z.object({
        name: nameField(),
        domain: domainField().nullable().default(null),
        rule: z.object(ruleIntegration).optional(),
      }),
    )
    .mutation(async ({ ctx: { db, writer }, input: { org, name, domain, rule } }) => {
      const client = await create(writer, { org, name, domain, rule });
      const oldest = domain === null ? undefined : await findOldestClient(db, domain);
      return { client, sharesDomainWith: oldest?.id === client.id ? undefined : oldest };
    }),

  dashboard: organizationProcedure.input(z.object({ id })).query(async ({ ctx, input }) => {
    if (!(await getClient(ctx.db, input.id))) throw notFound(`client ${input.id} in "${input.org}"`);
    return getDefaultDashboard(ctx.db, input.id);
  }),

  findErasable: organizationProcedure.input(z.object({ id })).query(async ({ ctx: { db }, input }) => {
    const found = await findErasableClient(db, input.id);
    if (!found) throw notFound(`client ${input.id} in "${input.org}"`);
    return found;
  }),

  /** Yields the number of rows of each step, and at last the result. */
  erase: organizationProcedure.input(z.object({ id })).mutation(async function* ({
    ctx: { db, database, author },
    input,
    signal = neverAborted,
  }) {
    const erased = yield* eraseClient(db, input.id, author, signal);
    // First, since an interrupted erasure may have removed the client already.
    await database.rewrite?.();
    if (!erased) throw notFound(`client ${input.id} in "${input.org}"`);
    yield erased;
  }),

  delete: organizationProcedure.input(z.object({ id })).mutation(async ({ ctx, input }) => {
    const deleted = await deleteClient(ctx.writer, input.id);
    if (!deleted) throw notFound(`client ${input.id} in "${input.org}"`);
    return deleted;
  }),
});
