import { and, asc, desc, eq, gt, isNotNull, or, type Placeholder, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../core/db/database.ts';
import { pageById } from '../core/db/pages.ts';
import type { TenantDb, TenantReader, TenantWriter } from '../core/db/tenant.ts';
import type { TenantRows } from '../core/db/tenant-rows.ts';
import { insert, named, parameter, remove, update } from '../core/db/tenant-statements.ts';
import type { IdPage } from '../core/rest/cursor.ts';
import { nilUuid } from '../core/rest/fields.ts';
import { lockOrganization, shareOrganization } from '../organization/queries.ts';
import { assignmentRules, clients, notDeleted } from './table.ts';

/** The integration of rules that hold for every integration; a rule for the activity's own one wins over it. */
export const anyIntegration = 'any';

/** The integration of rules that only keep a domain out of the list of unassigned ones. Nothing comes from it. */
export const noIntegration = 'none';

const columns = {
  id: assignmentRules.id,
  integration: assignmentRules.integration,
  domain: assignmentRules.domain,
  clientId: assignmentRules.clientId,
};

/** The condition that a rule holds for activities of an integration. */
export const holdsFor = (integration: Placeholder) =>
  or(eq(assignmentRules.integration, integration), eq(assignmentRules.integration, anyIntegration));

/** Leaves out the domains that are ignored, or have a wired rule for any integration. */
export const notSettled = (db: TenantRows, domain: SQLWrapper) => sql`${domain} <> all(array(
  select settled.domain from ${assignmentRules} as settled
  where settled.organization_id = ${db.organizationId} and (settled.integration = ${noIntegration}
    or settled.integration = ${anyIntegration} and settled.client_id is not null)
))`;

const listAllRules = pageById('rules.list', assignmentRules, columns);
const ofClient = named(
  'rules.ofClient',
  { after: assignmentRules.id, limit: parameter<number>(), clientId: assignmentRules.clientId },
  (db, { after, limit, clientId }) =>
    db
      .select(
        columns,
        assignmentRules,
        and(eq(assignmentRules.clientId, clientId), gt(assignmentRules.id, after)),
      )
      .orderBy(asc(assignmentRules.id))
      .limit(limit),
);

const creation = insert('rules.create', assignmentRules, columns);

const unwiring = update(
  'rules.unwire',
  assignmentRules,
  { clientId: assignmentRules.clientId },
  ({ clientId }) => ({
    columns: { id: assignmentRules.id },
    where: eq(assignmentRules.clientId, clientId),
    set: { backlogAfter: null, updatedAt: sql`now()` },
  }),
);

const deletion = remove('rules.delete', assignmentRules, { id: assignmentRules.id }, ({ id }) => ({
  columns: { id: assignmentRules.id },
  where: eq(assignmentRules.id, id),
}));

const clientToWire = named('rules.clientToWire', { id: clients.id }, (db, { id }) =>
  db.select({ id: clients.id, name: clients.name }, clients, and(eq(clients.id, id), notDeleted)),
);

const oldestOfDomain = named('rules.oldestClient', { domain: clients.domain }, (db, { domain }) =>
  db
    .select({ id: clients.id, name: clients.name }, clients, and(eq(clients.domain, domain), notDeleted))
    .orderBy(asc(clients.id))
    .limit(1),
);

const ofDomains = (name: string, lock?: 'share') =>
  named(
    name,
    { integration: assignmentRules.integration, domains: parameter<string[]>() },
    (db, { integration, domains }) => {
      const isOne = sql`${assignmentRules.domain} = any(${domains}::text[])`;
      const query = db
        .select(
          { domain: assignmentRules.domain, clientId: assignmentRules.clientId },
          assignmentRules,
          and(isOne, holdsFor(integration)),
        )
        // Rules for the integration itself come last, so that they replace those for any.
        .orderBy(desc(eq(assignmentRules.integration, anyIntegration)));
      return lock === undefined ? query : query.for(lock);
    },
  );

const read = ofDomains('rules.ofDomains');
const held = ofDomains('rules.ofDomainsHeld', 'share');

/** A page of the organization's rules, or of those wired to one client, in order of creation. */
export const listRules = (db: TenantReader, { after = nilUuid, limit }: IdPage, clientId?: string) =>
  clientId === undefined ? listAllRules(db, { after, limit }) : db.all(ofClient, { after, limit, clientId });

interface NewRule {
  readonly integration: string;
  /** In its stored form (`toDomain`). */
  readonly domain: string;
}

/**
 * Makes a rule and wires it to the oldest client of its domain, if there is one. Fails with PostgreSQL's 23505 when the
 * organization has a rule for this integration and domain.
 * @param clientId wires it to this client, whatever the client's own domain is
 * @returns undefined when there is no such client
 */
export function createRule(db: TenantWriter, rule: NewRule, clientId?: string) {
  return db.transaction(async (transaction) => {
    // Waits for clients that are being created, changed or deleted, so that neither side overlooks the other.
    await lockOrganization(transaction);
    const client = await (clientId === undefined
      ? findOldestClient(transaction, rule.domain)
      : transaction.first(clientToWire, { id: clientId }));
    if (clientId !== undefined && !client) return undefined;
    const wiring = { clientId: client?.id ?? null, backlogAfter: client ? nilUuid : null };
    return transaction.insertOne(creation, { ...rule, ...wiring });
  });
}

/** The oldest client of a domain, to which new rules for the domain are wired; undefined when there is none. */
export const findOldestClient = (db: TenantReader, domain: string) => db.first(oldestOfDomain, { domain });

/** Deletes a rule. Activities that it assigned stay with their client. Undefined when there is no such rule. */
export const deleteRule = async (db: TenantWriter, id: string) => (await db.write(deletion, { id }))[0];

export async function unwireRules(db: TenantWriter, clientId: string): Promise<void> {
  await db.write(unwiring, { clientId }, { clientId: null });
}

/** Maps participants' domains to client ids by the wired rules of an integration. */
export const clientsByDomain = async (db: TenantReader, integration: string, domains: string[]) =>
  toClients(await db.all(read, { integration, domains }));

/**
 * Like `clientsByDomain`, but until the transaction ends no rule for these domains can be created, wired or unwired. So
 * an activity recorded in it is either assigned by a rule or found when the rule's backlog is processed.
 */
export async function holdClientsByDomain(transaction: TenantDb, integration: string, domains: string[]) {
  await shareOrganization(transaction);
  return toClients(await transaction.all(held, { integration, domains }));
}

const toClients = (rules: { domain: string; clientId: string | null }[]): ReadonlyMap<string, string> =>
  new Map(rules.flatMap(({ domain, clientId }) => (clientId === null ? [] : [[domain, clientId] as const])));

/** The organization whose rule this process took last. */
let servedLast = nilUuid;

/**
 * Takes a rule with a backlog, of one organization or of any, and locks it until the transaction ends. Organizations are
 * served round robin, regardless of how many rules each has. Undefined when there is none or other workers hold them all.
 */
export async function takeBacklogRule(transaction: Db, organizationId: string | undefined) {
  const take = (after: string) =>
    transaction
      .select(backlogColumns)
      .from(assignmentRules)
      .where(and(hasBacklog(organizationId), gt(assignmentRules.organizationId, after)))
      // Within an organization, least recently processed first, so that a long backlog does not hold up the others.
      .orderBy(asc(assignmentRules.organizationId), asc(assignmentRules.updatedAt))
      .limit(1)
      .for('update', { skipLocked: true });
  if (organizationId !== undefined) return (await take(nilUuid))[0];
  // After the last organization, start over with the first.
  const rule = (await take(servedLast))[0] ?? (await take(nilUuid))[0];
  servedLast = rule?.organizationId ?? nilUuid;
  return rule;
}

/** True while a rule has a backlog, including rules held by other workers. */
export const hasBacklogRules = async (db: Db, organizationId: string | undefined): Promise<boolean> =>
  (await db.$count(assignmentRules, hasBacklog(organizationId))) > 0;

const backlogColumns = {
  organizationId: assignmentRules.organizationId,
  id: assignmentRules.id,
  after: sql<string>`${assignmentRules.backlogAfter}`,
};

const hasBacklog = (organizationId: string | undefined) =>
  and(
    isNotNull(assignmentRules.backlogAfter),
    organizationId === undefined ? undefined : eq(assignmentRules.organizationId, organizationId),
  );
