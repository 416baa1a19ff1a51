import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { domainsOf } from '../activities/participant-domains.ts';
import { activities } from '../activities/table.ts';
import { assignmentRules, clients } from '../clients/table.ts';
import { connectionDomains } from '../connections/table.ts';
import { auditEntries } from '../core/db/audit/table.ts';
import type { Db } from '../core/db/database.ts';
import { readRows } from '../core/db/read-rows.ts';
import type { Author } from '../core/db/side-records.ts';
import { TenantDb } from '../core/db/tenant.ts';
import { freeMailDomains } from '../core/free-mail.ts';
import { lockOrganization } from '../organization/queries.ts';
import { users } from '../users/table.ts';
import { eraseActivities } from './activities.ts';
import { mentionOfWords } from './mention.ts';
import { type ErasedRows, eraseMentions, type Scope } from './rows.ts';

const isClient = (organizationId: string, id: string) =>
  and(eq(clients.organizationId, organizationId), eq(clients.id, id));

/** Finds the name of a client that can be erased, whether deleted or not. */
export async function findErasableClient(db: Db, organizationId: string, id: string) {
  const [found] = await db.select({ name: clients.name }).from(clients).where(isClient(organizationId, id));
  return found;
}

/**
 * Erases a client with everything about it, in batches: activities, also unassigned ones of its domains, cards, rules and
 * counted domains. The client is gone for callers from the first batch on. Safe to repeat after an interruption. Yields the
 * number of rows read or removed in each step.
 * @returns undefined when the organization has no such client
 */
export async function* eraseClient(
  scope: Scope,
  id: string,
  author: Author,
): AsyncGenerator<number, ErasedRows | undefined> {
  const { db, organizationId, signal } = scope;
  const isBegun = await db.transaction((transaction) => begin(transaction, { organizationId, id, author }));
  if (!isBegun) return undefined;
  const domains = await ownDomains(db, organizationId, id);
  const erased: ErasedRows = { connectionDomains: await eraseDomains(db, organizationId, domains) };
  const hasId = mentionOfWords([id]);
  let removed = 0;
  if (domains.length > 0) {
    removed = yield* eraseUnassigned(scope, domains);
    const hasDomain = mentionOfWords(domains);
    yield* eraseMentions(scope, erased, (texts) => texts.some(hasDomain) && !texts.some(hasId));
  }
  // What names the client comes last: an interrupted erasure reads its domains from there.
  yield* eraseMentions(scope, erased, (texts) => texts.some(hasId));
  for (let isDone = false; !isDone; ) {
    signal.throwIfAborted();
    const batch = await db.transaction((transaction) => eraseClientBatch(transaction, organizationId, id));
    removed += batch.activities;
    yield batch.activities;
    isDone = batch.isDone;
  }
  return { ...erased, activities: removed };
}

/** Marks the client as deleted, with the audit entry of its erasure. False when there is no such client. */
async function begin(
  transaction: Db,
  { organizationId, id, author }: { organizationId: string; id: string; author: Author },
): Promise<boolean> {
  const tenant = new TenantDb(transaction, organizationId, true);
  // What is being recorded is there when the activities are read.
  await lockOrganization(tenant);
  const marked = await transaction
    .update(clients)
    .set({ deletedAt: sql`coalesce(${clients.deletedAt}, now())` })
    .where(isClient(organizationId, id))
    .returning({ id: clients.id });
  if (marked.length > 0) await tenant.audit(author, { resource: `clients/${id}` });
  return marked.length > 0;
}

/**
 * The domains of the client and of its rules that no other client, rule or user has; without those of free mail. The audit
 * log has the rules that a deletion of the client unwired.
 */
async function ownDomains(db: Db, organizationId: string, id: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ domain: sql<string>`named.domain` })
    .from(sql`(
      select ${clients.domain} as domain from ${clients} where ${isClient(organizationId, id)}
      union select ${assignmentRules.domain} from ${assignmentRules}
      where ${assignmentRules.organizationId} = ${organizationId} and ${assignmentRules.clientId} = ${id}
      union select ${auditEntries.before} ->> 'domain' from ${auditEntries}
      where ${auditEntries.organizationId} = ${organizationId} and ${auditEntries.before} ->> 'clientId' = ${id}
    ) as named`)
    .where(sql`named.domain is not null
      and not exists (select from ${clients} as other where other.organization_id = ${organizationId}
        and other.domain = named.domain and other.id <> ${id} and other.deleted_at is null)
      and not exists (select from ${assignmentRules} as other where other.organization_id = ${organizationId}
        and other.domain = named.domain and other.client_id <> ${id})
      and not exists (select from ${users} as own where own.organization_id = ${organizationId}
        and split_part(own.email, '@', 2) = named.domain)`);
  return rows.map(({ domain }) => domain).filter((domain) => !freeMailDomains.has(domain));
}

/** Erases the activities of these domains that belong to no client. */
async function* eraseUnassigned(
  { db, organizationId, signal }: Scope,
  domains: readonly string[],
): AsyncGenerator<number, number> {
  const { source, id, clientId, participants } = activities;
  const unassigned = { where: isNull(clientId), key: { source, id }, columns: { id, participants } };
  let erased = 0;
  for await (const page of readRows(db, activities, { organizationId, ...unassigned }, signal)) {
    const ofDomains = page.filter((row) =>
      domainsOf(row.participants).some((each) => domains.includes(each)),
    );
    const ids = ofDomains.map((row) => row.id);
    // Another one may have assigned some of them meanwhile.
    const isOne = sql`${isNull(clientId)} and ${inArray(id, ids)}`;
    if (ofDomains.length > 0)
      erased += await db.transaction((transaction) => eraseActivities(transaction, organizationId, isOne));
    yield page.length;
  }
  return erased;
}

/**
 * Erases the counts of these domains, and the rules that wait for a client with one of them.
 * @returns the number of counts
 */
async function eraseDomains(db: Db, organizationId: string, domains: string[]): Promise<number> {
  const { organizationId: organization, domain, clientId } = assignmentRules;
  await db
    .delete(assignmentRules)
    .where(and(eq(organization, organizationId), isNull(clientId), inArray(domain, domains)));
  const isCount = and(
    eq(connectionDomains.organizationId, organizationId),
    inArray(connectionDomains.domain, domains),
  );
  return (await db.delete(connectionDomains).where(isCount).returning({ one: sql`1` })).length;
}

/**
 * Erases a batch of the activities of a client that is marked as deleted; with the last of them also its cards, its
 * rules, and the client itself. Runs in a transaction.
 */
export async function eraseClientBatch(
  transaction: Db,
  organizationId: string,
  id: string,
): Promise<{ activities: number; isDone: boolean }> {
  const rules = and(eq(assignmentRules.organizationId, organizationId), eq(assignmentRules.clientId, id));
  // Until the transaction ends nothing is recorded for the client. Rules are locked before jobs, as by their backlog.
  await lockOrganization(new TenantDb(transaction, organizationId, true));
  await transaction.select({ id: assignmentRules.id }).from(assignmentRules).where(rules).for('update');
  const ofClient = and(eq(activities.organizationId, organizationId), eq(activities.clientId, id));
  const erased = await eraseActivities(transaction, organizationId, eq(activities.clientId, id));
  const [left] = await transaction.select({ id: activities.id }).from(activities).where(ofClient).limit(1);
  if (left) return { activities: erased, isDone: false };
  await transaction.delete(assignmentRules).where(rules);
  await transaction.delete(clients).where(isClient(organizationId, id));
  return { activities: erased, isDone: true };
}
