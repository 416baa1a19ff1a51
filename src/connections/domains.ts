import { and, type Column, desc, eq, isNull, or, type SQLWrapper, sql } from 'drizzle-orm';
import { domainsOf } from '../activities/participant-domains.ts';
import { anyIntegration } from '../clients/assignment-rules.ts';
import { assignmentRules, clients } from '../clients/table.ts';
import type { TenantReader } from '../core/db/tenant.ts';
import { parameter, select } from '../core/db/tenant-statements.ts';
import { freeMailArray, freeMailDomains } from '../core/free-mail.ts';
import { findUsersByEmail } from '../users/queries.ts';
import { users } from '../users/table.ts';
import { connectionDomains } from './table.ts';

const organization = sql.placeholder('organizationId');

/** Leaves out the domains of the organization's own users, deleted ones included, unless these are free-mail domains. */
const notOwn = (domain: Column) => sql`${domain} <> all(array(
  select distinct split_part(own.email, '@', 2) from ${users} as own
  where own.organization_id = ${organization} and split_part(own.email, '@', 2) <> all(${freeMailArray})
))`;

/**
 * Returns the domains of the participants of each item, without the addresses of the organization's users and of the
 * account: many others share a free-mail domain with them.
 * @param account the user of a mailbox
 */
export async function domainsOfOthers(
  db: TenantReader,
  items: readonly (readonly string[])[],
  account?: string,
): Promise<string[][]> {
  const addresses = new Set(
    items.flat().filter((address) => domainsOf([address]).some((domain) => freeMailDomains.has(domain))),
  );
  const users = addresses.size === 0 ? [] : await findUsersByEmail(db, [...addresses]);
  const own = new Set([...users.map(({ email }) => email), account?.toLowerCase()]);
  return items.map((participants) => domainsOf(participants.filter((address) => !own.has(address))));
}

const ofClients = select(
  'connections.clientDomains',
  clients,
  { domains: parameter<string[]>() },
  ({ domains }) => ({
    columns: { domain: sql<string>`${clients.domain}`.as('domain') },
    where: and(
      sql`${clients.domain} = any(${domains}::text[])`,
      isNull(clients.deletedAt),
      notOwn(clients.domain),
    ),
  }),
);

const ofRules = select(
  'connections.ruleDomains',
  assignmentRules,
  { domains: parameter<string[]>(), integration: assignmentRules.integration },
  ({ domains, integration }) => ({
    columns: { domain: assignmentRules.domain },
    where: and(
      sql`${assignmentRules.domain} = any(${domains}::text[])`,
      or(eq(assignmentRules.integration, integration), eq(assignmentRules.integration, anyIntegration)),
      notOwn(assignmentRules.domain),
    ),
  }),
);

/**
 * Returns the given domains that have a client, or a rule for the integration. The organization's own domains are never
 * among them, and free-mail domains need a rule: otherwise one client would make private mail part of the record.
 */
export async function domainsOfInterest(
  db: TenantReader,
  integration: string,
  domains: string[],
): Promise<ReadonlySet<string>> {
  if (domains.length === 0) return new Set();
  const found = await Promise.all([
    db.all(ofClients, { domains: domains.filter((domain) => !freeMailDomains.has(domain)) }),
    db.all(ofRules, { domains, integration }),
  ]);
  return new Set(found.flat().map(({ domain }) => domain));
}

const wasCounted = (domain: Column, connectionId: SQLWrapper) =>
  sql`exists (select 1 from ${connectionDomains} as counted where counted.organization_id = ${organization}
    and counted.connection_id = ${connectionId} and counted.domain = ${domain})`;

// These start from clients and rules, which are few, and look up each domain in an index.
const countedOfClients = select(
  'connections.countedOfClients',
  clients,
  { connectionId: connectionDomains.connectionId, freeMail: parameter<string[]>() },
  ({ connectionId, freeMail }) => ({
    columns: { domain: clients.domain },
    where: and(
      isNull(clients.deletedAt),
      sql`${clients.domain} <> all(${freeMail}::text[])`,
      notOwn(clients.domain),
      wasCounted(clients.domain, connectionId),
    ),
    limit: 1,
  }),
);

const countedOfRules = select(
  'connections.countedOfRules',
  assignmentRules,
  { connectionId: connectionDomains.connectionId, integration: assignmentRules.integration },
  ({ connectionId, integration }) => ({
    columns: { domain: assignmentRules.domain },
    where: and(
      or(eq(assignmentRules.integration, integration), eq(assignmentRules.integration, anyIntegration)),
      notOwn(assignmentRules.domain),
      wasCounted(assignmentRules.domain, connectionId),
    ),
    limit: 1,
  }),
);

/** True if `domainsOfInterest` now holds a domain whose messages were only counted. */
export async function hasCountedOfInterest(
  db: TenantReader,
  connectionId: string,
  integration: string,
): Promise<boolean> {
  const [ofClient, ofRule] = await Promise.all([
    db.first(countedOfClients, { connectionId, freeMail: [...freeMailDomains] }),
    db.first(countedOfRules, { connectionId, integration }),
  ]);
  return ofClient !== undefined || ofRule !== undefined;
}

const count = sql<number>`sum(${connectionDomains.messages})::bigint`.mapWith(Number);

const byDomain = select(
  'connections.domains',
  connectionDomains,
  { limit: parameter<number>() },
  ({ limit }) => ({
    columns: {
      domain: connectionDomains.domain,
      activities: count,
      latestAt: sql<string>`max(${connectionDomains.latestAt})`.mapWith(connectionDomains.latestAt),
    },
    where: notOwn(connectionDomains.domain),
    groupBy: [connectionDomains.domain],
    orderBy: [desc(count), sql`1`],
    limit,
  }),
);

/** Lists the domains whose messages were only counted, most messages first, without the domains of users. */
export const listCountedDomains = (db: TenantReader, limit: number) => db.all(byDomain, { limit });
