import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { select, type TenantDb, type TenantReader, update } from '../core/tenant.ts';
import { lockOrganization } from '../organization/queries.ts';
import { assignmentRules, clients } from './table.ts';

const columns = {
  id: assignmentRules.id,
  integration: assignmentRules.integration,
  domain: assignmentRules.domain,
  clientId: assignmentRules.clientId,
};

const all = select('rules.list', assignmentRules, [], () => ({
  columns,
  orderBy: [asc(assignmentRules.id)],
}));

const wiring = update('rules.wire', assignmentRules, ['domain'], ({ domain }) => ({
  columns: { id: assignmentRules.id },
  where: and(eq(assignmentRules.domain, domain), isNull(assignmentRules.clientId)),
  set: { updatedAt: sql`now()` },
}));

const unwiring = update('rules.unwire', assignmentRules, ['clientId'], ({ clientId }) => ({
  columns: { id: assignmentRules.id },
  where: eq(assignmentRules.clientId, clientId),
  set: { updatedAt: sql`now()` },
}));

const oldestOfDomain = select('rules.oldestClient', clients, ['domain'], ({ domain }) => ({
  columns: { id: clients.id },
  where: and(eq(clients.domain, domain), isNull(clients.deletedAt)),
  orderBy: [asc(clients.id)],
  limit: 1,
}));

const wired = select(
  'rules.wired',
  assignmentRules,
  ['integration', 'domains'],
  ({ integration, domains }) => ({
    columns: { domain: assignmentRules.domain, clientId: assignmentRules.clientId },
    where: and(
      eq(assignmentRules.integration, integration),
      sql`${assignmentRules.domain} = any(${domains}::text[])`,
      isNotNull(assignmentRules.clientId),
    ),
  }),
);

/** The organization's rules in order of creation. */
export const listRules = (db: TenantReader) => db.all(all, {});

/**
 * Makes a rule and wires it to the oldest living client of its domain, if there is one. Fails with PostgreSQL's 23505
 * when the organization has a rule for this integration and domain.
 * @param rule the domain in its stored form (`toDomain`)
 */
export function createRule(db: TenantDb, rule: { integration: string; domain: string }) {
  return db.transaction(async (transaction) => {
    // Waits for clients that are being created or deleted, so that neither side overlooks the other.
    await lockOrganization(transaction);
    const client = await transaction.first(oldestOfDomain, { domain: rule.domain });
    const [created] = await transaction.insert(
      assignmentRules,
      [{ ...rule, clientId: client?.id ?? null }],
      columns,
    );
    if (!created) throw new Error('The new rule was not returned.');
    return created;
  });
}

/** Wires all unwired rules for a domain to a client. */
export async function wireRulesForDomain(db: TenantDb, domain: string, clientId: string): Promise<void> {
  await db.update(wiring, { clientId }, { domain });
}

/** Takes a client off all rules that are wired to it. */
export async function unwireRules(db: TenantDb, clientId: string): Promise<void> {
  await db.update(unwiring, { clientId: null }, { clientId });
}

/** Which client the participants' domains lead to, by the wired rules of an integration: domain → client id. */
export async function clientsByDomain(db: TenantReader, integration: string, domains: string[]) {
  const rules = await db.all(wired, { integration, domains });
  return new Map(
    rules.flatMap(({ domain, clientId }) => (clientId === null ? [] : [[domain, clientId] as const])),
  );
}
