import { and, type Column, desc, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { domainsOf } from '../activities/participant-domains.ts';
import { holdsFor, notSettled } from '../clients/assignment-rules.ts';
import { assignmentRules, clients, notDeleted } from '../clients/table.ts';
import type { TenantReader } from '../core/db/tenant.ts';
import type { TenantRows } from '../core/db/tenant-rows.ts';
import { named, parameter } from '../core/db/tenant-statements.ts';
import { freeMailArray, freeMailDomains } from '../core/free-mail.ts';
import { findUsersByEmail } from '../users/queries.ts';
import { users } from '../users/table.ts';
import { connectionDomains } from './table.ts';

/** Leaves out the domains of the organization's own users, deleted ones included, unless these are free-mail domains. */
export const notOwn = (db: TenantRows, domain: SQLWrapper) => sql`${domain} <> all(array(
  select distinct split_part(own.email, '@', 2) from ${users} as own
  where own.organization_id = ${db.organizationId} and split_part(own.email, '@', 2) <> all(${freeMailArray})
))`;

/** The domains of clients, and of rules for the integration, that make activities part of the record. */
const ofInterest = (db: TenantRows, integration: Placeholder, which: (domain: Column) => SQL) => {
  const ofRules = db.select(
    { domain: assignmentRules.domain },
    assignmentRules,
    and(holdsFor(integration), notOwn(db, assignmentRules.domain), which(assignmentRules.domain)),
  );
  return db
    .select(
      { domain: sql<string>`${clients.domain}` },
      clients,
      and(
        notDeleted,
        sql`${clients.domain} <> all(${freeMailArray})`,
        notOwn(db, clients.domain),
        which(clients.domain),
      ),
    )
    .unionAll(ofRules);
};

const amongDomains = named(
  'connections.domainsOfInterest',
  { domains: parameter<string[]>(), integration: assignmentRules.integration },
  (db, { domains, integration }) =>
    ofInterest(db, integration, (domain) => sql`${domain} = any(${domains}::text[])`),
);

/**
 * Returns the domains of the participants of each item, and true if one of these has a client, or a rule for the
 * integration. Addresses of the organization's users and of the account are left out: many others share a free-mail domain
 * with them. The organization's own domains are never of interest, and free-mail domains need a rule: otherwise one client
 * would make private mail part of the record.
 * @param account the user of a mailbox
 */
export async function othersOf(
  db: TenantReader,
  integration: string,
  items: readonly (readonly string[])[],
  account?: string,
): Promise<{ domains: string[]; isOfInterest: boolean }[]> {
  const atFreeMail = (address: string) => domainsOf([address]).some((domain) => freeMailDomains.has(domain));
  // The occurrences of a recurring meeting share their participants.
  const lists = [...new Set(items)];
  const addresses = new Set(lists.flat().filter(atFreeMail));
  const users = addresses.size === 0 ? [] : await findUsersByEmail(db, [...addresses]);
  const own = new Set([...users.map(({ email }) => email), account?.toLowerCase()]);
  const ofLists = lists.map((participants) => domainsOf(participants.filter((address) => !own.has(address))));
  const domains = [...new Set(ofLists.flat())];
  const found = domains.length === 0 ? [] : await db.all(amongDomains, { domains, integration });
  const wanted = new Set(found.map(({ domain }) => domain));
  const others = new Map(
    ofLists.map((domains, index) => [
      lists[index],
      { domains, isOfInterest: domains.some((domain) => wanted.has(domain)) },
    ]),
  );
  return items.flatMap((participants) => others.get(participants) ?? []);
}

/** Items that concern no client, by domain. */
export type DomainCounts = Map<string, { messages: number; latestAt: string }>;

/** The most domains that are counted in a mailbox or calendar; spam has any number of them. */
export const maxDomains = 10_000;
/** The number of participants whose domains are counted; the sender comes first. */
const maxCounted = 5;

export function countItem(counts: DomainCounts, domains: readonly string[], at: string): void {
  for (const domain of new Set(domains.slice(0, maxCounted))) {
    const { messages, latestAt } = counts.get(domain) ?? { messages: 0, latestAt: at };
    if (messages > 0 || counts.size < maxDomains)
      counts.set(domain, { messages: messages + 1, latestAt: latestAt > at ? latestAt : at });
  }
}

// Starts from clients and rules, which are few, and looks up each domain in an index.
const counted = named(
  'connections.countedOfInterest',
  { connectionId: connectionDomains.connectionId, integration: assignmentRules.integration },
  (db, { connectionId, integration }) =>
    ofInterest(
      db,
      integration,
      (domain) => sql`exists (select 1 from ${connectionDomains} as counted
        where counted.organization_id = ${db.organizationId}
        and counted.connection_id = ${connectionId} and counted.domain = ${domain})`,
    ).limit(1),
);

/** True if a domain whose messages were only counted is now of interest. */
export const hasCountedOfInterest = async (db: TenantReader, connectionId: string, integration: string) =>
  (await db.first(counted, { connectionId, integration })) !== undefined;

const count = sql<number>`sum(${connectionDomains.messages})::bigint`.mapWith(Number);

const byDomain = named('connections.domains', {}, (db) =>
  db
    .select(
      {
        domain: connectionDomains.domain,
        activities: count,
        latestAt: sql<string>`max(${connectionDomains.latestAt})`.mapWith(connectionDomains.latestAt),
      },
      connectionDomains,
      and(notOwn(db, connectionDomains.domain), notSettled(db, connectionDomains.domain)),
    )
    .groupBy(connectionDomains.domain)
    .orderBy(desc(count), sql`1`)
    .limit(maxDomains),
);

/** Lists the domains whose messages were only counted, most messages first, without those of users and settled ones. */
export const listCountedDomains = (db: TenantReader) => db.all(byDomain, {});
