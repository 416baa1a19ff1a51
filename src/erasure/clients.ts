import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { domainsOf } from '../activities/participant-domains.ts';
import { listIntegrations } from '../activities/queries.ts';
import { activities } from '../activities/table.ts';
import { assignmentRules, clients } from '../clients/table.ts';
import { connectionDomains } from '../connections/table.ts';
import { auditEntries } from '../core/db/audit/table.ts';
import type { Db } from '../core/db/database.ts';
import { pageSize } from '../core/db/page-size.ts';
import { readPages } from '../core/db/pages.ts';
import type { Author } from '../core/db/side-records.ts';
import { TenantDb } from '../core/db/tenant.ts';
import { freeMailDomains } from '../core/free-mail.ts';
import { insightJobs, insightSummaries, insights } from '../insights/table.ts';
import { lockOrganization } from '../organization/queries.ts';
import { users } from '../users/table.ts';
import { eraseActivities, readBound } from './activities.ts';
import { clearAuditValues, eraseIdempotencyKeys } from './side-records.ts';

/** A client of an organization. */
export interface ClientKey {
  readonly organizationId: string;
  readonly id: string;
}

/** The numbers of rows that were erased. */
export interface ErasedClient {
  readonly id: string;
  readonly activities: number;
  readonly countedDomains: number;
  readonly idempotencyKeys: number;
  readonly auditValues: number;
}

const isClient = ({ organizationId, id }: ClientKey) =>
  and(eq(clients.organizationId, organizationId), eq(clients.id, id));

/** Finds the name of a client that can be erased, whether deleted or not. */
export async function findErasableClient(
  db: Db,
  key: ClientKey,
): Promise<{ readonly name: string } | undefined> {
  const [found] = await db.select({ name: clients.name }).from(clients).where(isClient(key));
  return found;
}

/**
 * Erases a client with everything about it, in batches: activities, also unassigned ones of its domains, cards, rules and
 * counted domains. The client is gone for callers from the first batch on. Safe to repeat after an interruption.
 * Yields the number of activities erased so far.
 * @returns undefined when the organization has no such client
 */
export async function* eraseClient(
  db: Db,
  key: ClientKey,
  author: Author,
  signal: AbortSignal,
): AsyncGenerator<number, ErasedClient | undefined> {
  if (!(await beginErasure(db, key, author))) return undefined;
  const { organizationId, id } = key;
  const domains = await ownDomains(db, key);
  let erased = yield* eraseUnassigned(db, organizationId, domains, signal);
  const countedDomains = await eraseCountedDomains(db, organizationId, domains);
  await eraseWaitingRules(db, organizationId, domains);
  const idempotencyKeys = await eraseIdempotencyKeys(db, organizationId, [id], signal);
  // First the entries that do not name the client: the others tell an interrupted erasure its domains.
  const ofDomains = await clearAuditValues(db, organizationId, { words: domains, except: id }, signal);
  const ofClient = await clearAuditValues(db, organizationId, { words: [id] }, signal);
  for (let isDone = false; !isDone; ) {
    signal.throwIfAborted();
    const batch = await db.transaction((transaction) => eraseClientBatch(transaction, key));
    erased += batch.activities;
    yield erased;
    isDone = batch.isDone;
  }
  return { id, activities: erased, countedDomains, idempotencyKeys, auditValues: ofDomains + ofClient };
}

/** Marks the client as deleted, with the audit entry of its erasure. False when there is no such client. */
function beginErasure(db: Db, key: ClientKey, author: Author): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const tenant = new TenantDb(transaction, key.organizationId, true);
    // What is being recorded is there when the activities are read.
    await lockOrganization(tenant);
    const marked = await transaction
      .update(clients)
      .set({ deletedAt: sql`coalesce(${clients.deletedAt}, now())` })
      .where(isClient(key))
      .returning({ id: clients.id });
    if (marked.length === 0) return false;
    await tenant.audit(author, { resource: `clients/${key.id}` });
    return true;
  });
}

/**
 * The domains of the client and of its rules that no other client, rule or user has; without those of free mail. The audit
 * log has the rules that a deletion of the client unwired.
 */
async function ownDomains(db: Db, { organizationId, id }: ClientKey): Promise<string[]> {
  const rows = await db
    .selectDistinct({ domain: sql<string>`named.domain` })
    .from(sql`(
      select ${clients.domain} as domain from ${clients} where ${isClient({ organizationId, id })}
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
  db: Db,
  organizationId: string,
  domains: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<number, number> {
  if (domains.length === 0) return 0;
  let erased = 0;
  for (const source of await listIntegrations(new TenantDb(db, organizationId), Number.POSITIVE_INFINITY))
    for await (const page of readUnassigned(db, organizationId, source, signal)) {
      const ids = page
        .filter(({ participants }) => domainsOf(participants).some((domain) => domains.includes(domain)))
        .map(({ id }) => id);
      erased += await eraseAll(db, organizationId, ids);
      yield erased;
    }
  return erased;
}

/** Reads the activities of an integration that belong to no client, page by page. */
const readUnassigned = (db: Db, organizationId: string, source: string, signal: AbortSignal) =>
  readPages(async (last: { readonly id: string } | undefined) => {
    const { id, participants } = activities;
    const where = and(
      eq(activities.organizationId, organizationId),
      eq(activities.source, source),
      isNull(activities.clientId),
      last && gt(id, last.id),
    );
    const size = await pageSize(db, activities, {
      ...readBound,
      columns: [participants],
      where,
      orderBy: [id],
    });
    return db.select({ id, participants }).from(activities).where(where).orderBy(asc(id)).limit(size);
  }, signal);

/** Erases these activities, in as many batches as their bytes need. */
async function eraseAll(db: Db, organizationId: string, ids: readonly string[]): Promise<number> {
  let erased = 0;
  while (erased < ids.length) {
    const batch = await eraseActivities(db, organizationId, inArray(activities.id, [...ids]));
    // Others may have erased some of them.
    if (batch === 0) break;
    erased += batch;
  }
  return erased;
}

async function eraseCountedDomains(db: Db, organizationId: string, domains: string[]): Promise<number> {
  if (domains.length === 0) return 0;
  const erased = await db
    .delete(connectionDomains)
    .where(
      and(eq(connectionDomains.organizationId, organizationId), inArray(connectionDomains.domain, domains)),
    )
    .returning({ domain: connectionDomains.domain });
  return erased.length;
}

/** Erases the rules that wait for a client with one of these domains. */
async function eraseWaitingRules(db: Db, organizationId: string, domains: string[]): Promise<void> {
  if (domains.length === 0) return;
  await db
    .delete(assignmentRules)
    .where(
      and(
        eq(assignmentRules.organizationId, organizationId),
        isNull(assignmentRules.clientId),
        inArray(assignmentRules.domain, domains),
      ),
    );
}

/**
 * Erases a batch of the activities of a client that is marked as deleted; with the last of them also its cards, its
 * rules, and the client itself. Runs in a transaction.
 */
export async function eraseClientBatch(
  transaction: Db,
  { organizationId, id }: ClientKey,
): Promise<{ activities: number; isDone: boolean }> {
  const rules = and(eq(assignmentRules.organizationId, organizationId), eq(assignmentRules.clientId, id));
  // Until the transaction ends nothing is recorded for the client. Rules are locked before jobs, as by their backlog.
  await lockOrganization(new TenantDb(transaction, organizationId, true));
  await transaction.select({ id: assignmentRules.id }).from(assignmentRules).where(rules).for('update');
  const erased = await eraseActivities(transaction, organizationId, eq(activities.clientId, id));
  const [left] = await transaction
    .select({ id: activities.id })
    .from(activities)
    .where(and(eq(activities.organizationId, organizationId), eq(activities.clientId, id)))
    .limit(1);
  if (left) return { activities: erased, isDone: false };
  for (const table of [insightJobs, insights, insightSummaries])
    await transaction
      .delete(table)
      .where(and(eq(table.organizationId, organizationId), eq(table.clientId, id)));
  await transaction.delete(assignmentRules).where(rules);
  await transaction.delete(clients).where(isClient({ organizationId, id }));
  return { activities: erased, isDone: true };
}
