import { and, type Column, desc, type SQLWrapper, sql } from 'drizzle-orm';
import { domainsOf } from '../activities/participant-domains.ts';
import { holdsFor, noIntegration } from '../clients/assignment-rules.ts';
import { assignmentRules, clients, notDeleted } from '../clients/table.ts';
import type { TenantReader } from '../core/db/tenant.ts';
import type { TenantRows } from '../core/db/tenant-rows.ts';
import { named, parameter } from '../core/db/tenant-statements.ts';
import { freeMailArray, freeMailDomains } from '../core/free-mail.ts';
import { findUsersByEmail } from '../users/queries.ts';
import { users } from '../users/table.ts';
import { connectionDomains } from './table.ts';

/** Leaves out the domains of the organization's own users, deleted ones included, unless these are free-mail domains. */
const notOwn = (db: TenantRows, domain: Column) => sql`${domain} <> all(array(
  select distinct split_part(own.email, '@', 2) from ${users} as own
  where own.organization_id = ${db.organizationId} and split_part(own.email, '@', 2) <> all(${freeMailArray})
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

const ofClients = named('connections.clientDomains', { domains: parameter<string[]>() }, (db, { domains }) =>
  db.select(
    { domain: sql<string>`${clients.domain}`.as('domain') },
    clients,
    and(sql`${clients.domain} = any(${domains}::text[])`, notDeleted, notOwn(db, clients.domain)),
  ),
);

const ofRules = named(
  'connections.ruleDomains',
  { domains: parameter<string[]>(), integration: assignmentRules.integration },
  (db, { domains, integration }) =>
    db.select(
      { domain: assignmentRules.domain },
      assignmentRules,
      and(
        sql`${assignmentRules.domain} = any(${domains}::text[])`,
        holdsFor(integration),
        notOwn(db, assignmentRules.domain),
      ),
    ),
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

const wasCounted = (db: TenantRows, domain: Column, connectionId: SQLWrapper) =>
  sql`exists (select 1 from ${connectionDomains} as counted where counted.organization_id = ${db.organizationId}
    and counted.connection_id = ${connectionId} and counted.domain = ${domain})`;

// These start from clients and rules, which are few, and look up each domain in an index.
const countedOfClients = named(
  'connections.countedOfClients',
  { connectionId: connectionDomains.connectionId, freeMail: parameter<string[]>() },
  (db, { connectionId, freeMail }) =>
    db
      .select(
        { domain: clients.domain },
        clients,
        and(
          notDeleted,
          sql`${clients.domain} <> all(${freeMail}::text[])`,
          notOwn(db, clients.domain),
          wasCounted(db, clients.domain, connectionId),
        ),
      )
      .limit(1),
);

const countedOfRules = named(
  'connections.countedOfRules',
  { connectionId: connectionDomains.connectionId, integration: assignmentRules.integration },
  (db, { connectionId, integration }) =>
    db
      .select(
        { domain: assignmentRules.domain },
        assignmentRules,
        and(
          holdsFor(integration),
          notOwn(db, assignmentRules.domain),
          wasCounted(db, assignmentRules.domain, connectionId),
        ),
      )
      .limit(1),
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

const notIgnored = (db: TenantRows) => sql`${connectionDomains.domain} <> all(array(
  select ignored.domain from ${assignmentRules} as ignored
  where ignored.organization_id = ${db.organizationId} and ignored.integration = ${noIntegration}
))`;

const byDomain = named('connections.domains', { limit: parameter<number>() }, (db, { limit }) =>
  db
    .select(
      {
        domain: connectionDomains.domain,
        activities: count,
        latestAt: sql<string>`max(${connectionDomains.latestAt})`.mapWith(connectionDomains.latestAt),
      },
      connectionDomains,
      and(notOwn(db, connectionDomains.domain), notIgnored(db)),
    )
    .groupBy(connectionDomains.domain)
    .orderBy(desc(count), sql`1`)
    .limit(limit),
);

/** Lists the domains whose messages were only counted, most messages first, without those of users and ignored ones. */
export const listCountedDomains = (db: TenantReader, limit: number) => db.all(byDomain, { limit });
