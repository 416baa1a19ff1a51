import { and, eq, isNull, sql } from 'drizzle-orm';
import { domainsOf } from '../activities/participant-domains.ts';
import { activities } from '../activities/table.ts';
import { assignmentRules, clients } from '../clients/table.ts';
import { connectionDomains } from '../connections/table.ts';
import { auditEntries } from '../core/db/audit/table.ts';
import { readRows } from '../core/db/read-rows.ts';
import type { Author } from '../core/db/side-records.ts';
import type { TenantDb } from '../core/db/tenant.ts';
import { isAnyOf } from '../core/db/tenant-rows.ts';
import { freeMailDomains } from '../core/free-mail.ts';
import { snoozes } from '../insights/table.ts';
import { lockOrganization } from '../organization/queries.ts';
import { users } from '../users/table.ts';
import { eraseActivities } from './activities.ts';
import { mentionOfWords } from './mention.ts';
import { type ErasedRows, eraseMentions } from './rows.ts';

/** Finds the name of a client that can be erased, whether deleted or not. */
export async function findErasableClient(db: TenantDb, id: string) {
  return (await db.select({ name: clients.name }, clients, eq(clients.id, id)))[0];
}

/**
 * Erases a client with everything about it, in batches: activities, also unassigned ones of its domains, cards, rules and
 * counted domains. The client is gone for callers from the first batch on. Safe to repeat after an interruption. Yields the
 * number of rows read or removed in each step.
 * @returns undefined when the organization has no such client
 */
export async function* eraseClient(
  db: TenantDb,
  id: string,
  author: Author,
  signal: AbortSignal,
): AsyncGenerator<number, ErasedRows | undefined> {
  const isBegun = await db.transaction((transaction) => begin(transaction, id, author));
  if (!isBegun) return undefined;
  const domains = await ownDomains(db, id);
  const erased: ErasedRows = { connectionDomains: await eraseDomains(db, domains) };
  const hasId = mentionOfWords([id]);
  let removed = 0;
  if (domains.length > 0) {
    removed = yield* eraseUnassigned(db, domains, signal);
    const hasDomain = mentionOfWords(domains);
    yield* eraseMentions(db, erased, (texts) => texts.some(hasDomain) && !texts.some(hasId), signal);
  }
  // What names the client comes last: an interrupted erasure reads its domains from there.
  yield* eraseMentions(db, erased, (texts) => texts.some(hasId), signal);
  for (let isDone = false; !isDone; ) {
    signal.throwIfAborted();
    const batch = await db.transaction((transaction) => eraseClientBatch(transaction, id));
    removed += batch.activities;
    yield batch.activities;
    isDone = batch.isDone;
  }
  return { ...erased, activities: removed };
}

/** Marks the client as deleted, with the audit entry of its erasure. False when there is no such client. */
async function begin(transaction: TenantDb, id: string, author: Author): Promise<boolean> {
  // What is being recorded is there when the activities are read.
  await lockOrganization(transaction);
  const marked = await transaction
    .update(clients, { deletedAt: sql`coalesce(${clients.deletedAt}, now())` }, eq(clients.id, id))
    .returning({ id: clients.id });
  if (marked.length > 0) await transaction.audit(author, { resource: `clients/${id}` });
  return marked.length > 0;
}

/**
 * The domains of the client and of its rules that no other client, rule or user has; without those of free mail. The audit
 * log has the rules that a deletion of the client unwired.
 */
async function ownDomains(db: TenantDb, id: string): Promise<string[]> {
  const { organizationId } = db;
  const domain = sql<string | null>`named.domain`;
  // One row, the client, beside each domain.
  const rows = await db.select({ domain }, clients, eq(clients.id, id)).crossJoin(sql`lateral (
      select ${clients.domain} as domain
      union select ${assignmentRules.domain} from ${assignmentRules}
      where ${db.own(assignmentRules)} and ${assignmentRules.clientId} = ${id}
      union select ${auditEntries.before} ->> 'domain' from ${auditEntries}
      where ${db.own(auditEntries)} and ${auditEntries.before} ->> 'clientId' = ${id}
      except select other.domain from ${clients} as other
      where other.organization_id = ${organizationId} and other.id <> ${id} and other.deleted_at is null
      except select other.domain from ${assignmentRules} as other
      where other.organization_id = ${organizationId} and other.client_id <> ${id}
      except select split_part(own.email, '@', 2) from ${users} as own
      where own.organization_id = ${organizationId}
    ) as named`);
  return rows.flatMap((row) => (row.domain === null || freeMailDomains.has(row.domain) ? [] : [row.domain]));
}

/** Erases the activities of these domains that belong to no client. */
async function* eraseUnassigned(
  db: TenantDb,
  domains: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<number, number> {
  const { id, clientId, participants } = activities;
  const unassigned = { where: isNull(clientId), columns: { id, participants } };
  let erased = 0;
  for await (const page of readRows(db, activities, unassigned, signal)) {
    const ofDomains = page.filter((row) =>
      domainsOf(row.participants).some((each) => domains.includes(each)),
    );
    const ids = ofDomains.map((row) => row.id);
    // Another one may have assigned some of them meanwhile.
    const isOne = sql`${isNull(clientId)} and ${isAnyOf(id, ids)}`;
    if (ofDomains.length > 0)
      erased += await db.transaction((transaction) => eraseActivities(transaction, isOne));
    yield page.length;
  }
  return erased;
}

/**
 * Erases the counts of these domains, and the rules that wait for a client with one of them.
 * @returns the number of counts
 */
async function eraseDomains(db: TenantDb, domains: string[]): Promise<number> {
  const { domain, clientId } = assignmentRules;
  await db.delete(assignmentRules, and(isNull(clientId), isAnyOf(domain, domains)));
  const isCount = isAnyOf(connectionDomains.domain, domains);
  return (await db.delete(connectionDomains, isCount).returning({ one: sql`1` })).length;
}

/**
 * Erases a batch of the activities of a client that is marked as deleted; with the last of them also its cards, its
 * rules, and the client itself. Runs in a transaction.
 */
export async function eraseClientBatch(
  transaction: TenantDb,
  id: string,
): Promise<{ activities: number; isDone: boolean }> {
  const isRule = eq(assignmentRules.clientId, id);
  const isOfClient = eq(activities.clientId, id);
  // Until the transaction ends nothing is recorded for the client. Rules are locked before jobs, as by their backlog.
  await lockOrganization(transaction);
  await transaction.select({ id: assignmentRules.id }, assignmentRules, isRule).for('update');
  const erased = await eraseActivities(transaction, isOfClient);
  const [left] = await transaction.select({ id: activities.id }, activities, isOfClient).limit(1);
  if (left) return { activities: erased, isDone: false };
  await transaction.delete(assignmentRules, isRule);
  await transaction.delete(snoozes, eq(snoozes.clientId, id));
  await transaction.delete(clients, eq(clients.id, id));
  return { activities: erased, isDone: true };
}
