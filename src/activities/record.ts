import { hash } from 'node:crypto';
import { and, asc, eq, gt, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { clientsByDomain, holdClientsByDomain, takeBacklogRule } from '../clients/assignment-rules.ts';
import { assignmentRules } from '../clients/table.ts';
import type { Db } from '../core/db/database.ts';
import { newId } from '../core/db/id.ts';
import { TenantDb, type TenantReader } from '../core/db/tenant.ts';
import type { TenantRows } from '../core/db/tenant-rows.ts';
import { named, parameter, remove, update } from '../core/db/tenant-statements.ts';
import { type ImportedActivity, withSourceId } from './import/imported-activity.ts';
import { domainsOf } from './participant-domains.ts';
import { activities, erasedActivities } from './table.ts';

const backlogRows = 500;

/** A part of the unassigned activities after one. */
const unassigned = named('activities.unassigned', { after: activities.id }, (db, { after }) =>
  db
    .select(
      { id: activities.id, source: activities.source, participants: activities.participants },
      activities,
      and(isNull(activities.clientId), gt(activities.id, after)),
    )
    .orderBy(asc(activities.id))
    .limit(backlogRows),
);

const assignment = update('activities.assign', activities, { ids: parameter<string[]>() }, ({ ids }) => ({
  columns: { id: activities.id },
  where: and(sql`${activities.id} = any(${ids}::uuid[])`, isNull(activities.clientId)),
}));

/**
 * Records a batch of activities, all or none. Each is assigned to the client of the first participant whose domain has a
 * wired rule for the integration; without such a rule it stays unassigned. An activity whose `sourceId` exists is a
 * duplicate and changes nothing; see `withoutCopies` for mail. So is one that was erased.
 * @param incoming at most 1,000 activities
 * @param idOf chooses the id of an activity; new ones by default
 * @returns counts; `imported` includes the unassigned
 */
export function recordActivities(
  db: TenantDb,
  integration: string,
  incoming: readonly ImportedActivity[],
  idOf: (activity: ImportedActivity) => string | undefined = () => undefined,
) {
  return db.transaction(async (transaction) => {
    const clients = await holdClientsByDomain(transaction, integration, allDomains(incoming));
    const fresh = await withoutErased(transaction, integration, incoming);
    /** Inserts activities; of those with the same `sourceId`, the first one. Skips those whose `sourceId` exists. */
    const insertNew = async (batch: readonly ImportedActivity[]) => {
      const rows = (await withoutCopies(transaction, integration, batch)).map((activity) => ({
        ...activity,
        id: idOf(activity) ?? newId(),
        source: integration,
        clientId: firstClient(activity.participants, clients),
        participantNames: activity.participantNames ?? [],
        immutable: true,
      }));
      if (rows.length === 0) return { inserted: [], skipped: [] };
      // A fixed order prevents deadlocks between batches with the same messages.
      rows.sort((a, b) => (a.sourceId < b.sourceId ? -1 : Number(a.sourceId > b.sourceId)));
      const insertion = transaction.insert(activities, rows).onConflictDoNothing();
      const inserted = await insertion.returning({ id: activities.id, clientId: activities.clientId });
      const ids = new Set(inserted.map(({ id }) => id));
      return { inserted, skipped: rows.filter(({ id }) => !ids.has(id)) };
    };
    const first = await insertNew(fresh);
    // Since the look-up, another process may have recorded other messages with the ids of these.
    const second = await insertNew(first.skipped.filter(({ isMail }) => isMail));
    const inserted = [...first.inserted, ...second.inserted];
    const unassigned = inserted.filter(({ clientId }) => clientId === null).length;
    return { imported: inserted.length, duplicates: incoming.length - inserted.length, unassigned };
  });
}

const ofSources = { source: erasedActivities.source, sourceHashes: parameter<string[]>() };

const isErased = ({ source, sourceHashes }: Record<keyof typeof ofSources, Placeholder>) =>
  and(
    eq(erasedActivities.source, source),
    sql`${erasedActivities.sourceHash} = any(array(select decode(hash, 'hex') from unnest(${sourceHashes}::text[]) as hash))`,
  );

const erased = named('activities.erased', ofSources, (db, placeholders) =>
  db.select(
    { sourceHash: erasedActivities.sourceHash, occurredAt: erasedActivities.occurredAt },
    erasedActivities,
    isErased(placeholders),
  ),
);

const restoration = remove('activities.restore', erasedActivities, ofSources, (placeholders) => ({
  columns: { source: erasedActivities.source },
  where: isErased(placeholders),
}));

/** The hash by which an erased activity is known. */
const hashOf = (sourceId: string) => hash('sha256', sourceId, 'hex');

/** Leaves out the activities that were erased. Mail with the id of erased mail, but another time, is another message. */
export async function withoutErased(
  db: TenantReader,
  integration: string,
  incoming: readonly ImportedActivity[],
): Promise<readonly ImportedActivity[]> {
  const sourceHashes = incoming.map(({ sourceId }) => hashOf(sourceId));
  const rows = await db.all(erased, { source: integration, sourceHashes });
  if (rows.length === 0) return incoming;
  const times = new Map(rows.map(({ sourceHash, occurredAt }) => [sourceHash, occurredAt]));
  return incoming.filter(({ sourceId, occurredAt, isMail }) => {
    const time = times.get(hashOf(sourceId));
    return time === undefined || (isMail && time !== occurredAt);
  });
}

/**
 * Remembers ids as hashes, so that no copy of what had them is recorded.
 * @param ids a table or a query of them, with `source`, `source_id` and `occurred_at`, and a condition if need be
 */
export const rememberErased = (db: TenantRows, ids: SQL): SQL => sql`
  insert into ${erasedActivities} (organization_id, source, source_hash, occurred_at)
  select distinct on (source, source_id) ${db.organizationId}::uuid, source, sha256(convert_to(source_id, 'UTF8')), occurred_at
  from ${ids}
  on conflict (organization_id, source, source_hash)
  do update set occurred_at = excluded.occurred_at, erased_at = now()`;

/** Forgets that activities were erased, so that they can be recorded again. */
export async function allowErased(
  db: TenantDb,
  integration: string,
  incoming: readonly ImportedActivity[],
): Promise<void> {
  const sourceHashes = incoming.map(({ sourceId }) => hashOf(sourceId));
  await db.write(restoration, { source: integration, sourceHashes });
}

const times = named(
  'activities.timesBySourceId',
  { source: activities.source, ids: parameter<string[]>() },
  (db, { source, ids }) =>
    db.select(
      { sourceId: activities.sourceId, occurredAt: activities.occurredAt },
      activities,
      and(eq(activities.source, source), sql`${activities.sourceId} = any(${ids})`),
    ),
);

/**
 * Leaves out copies of mail, and gives mail that has the id of another message a hash of its fields as id: a
 * `Message-ID` that was used before, on purpose or by mistake, must not keep a message from being recorded. Messages are
 * the same if id and time are.
 */
async function withoutCopies(
  db: TenantDb,
  integration: string,
  incoming: readonly ImportedActivity[],
): Promise<ImportedActivity[]> {
  const ids = incoming.flatMap(({ isMail, sourceId }) => (isMail ? [sourceId] : []));
  const recorded = ids.length === 0 ? [] : await db.all(times, { source: integration, ids });
  const known = new Map(recorded.map(({ sourceId, occurredAt }) => [sourceId, occurredAt]));
  return incoming.flatMap((activity) => {
    const { sourceId, ...fields } = activity;
    if (!fields.isMail) return activity;
    const time = known.get(sourceId);
    if (time === activity.occurredAt) return [];
    const own = time === undefined ? activity : withSourceId(undefined, fields);
    if (time !== undefined && known.has(own.sourceId)) return [];
    known.set(own.sourceId, own.occurredAt);
    return own;
  });
}

/**
 * Assigns activities that were recorded before their rule was wired: checks the next 500 unassigned ones for one rule with
 * a backlog, and records the progress, in one transaction.
 * @param organizationId only rules of this organization; undefined for all
 * @returns the number of activities assigned; undefined when no rule has a backlog or other workers hold them all
 */
export function assignBacklog(db: Db, organizationId: string | undefined): Promise<number | undefined> {
  return db.transaction(async (transaction) => {
    const rule = await takeBacklogRule(transaction, organizationId);
    if (!rule) return undefined;
    const tenant = new TenantDb(transaction, rule.organizationId, true);
    // Of every integration; each is assigned by the rules of its own.
    const rows = await tenant.all(unassigned, { after: rule.after });
    const idsByClient = new Map<string, string[]>();
    for (const source of new Set(rows.map((row) => row.source))) {
      const ofSource = rows.filter((row) => row.source === source);
      const clients = await clientsByDomain(tenant, source, allDomains(ofSource));
      for (const row of ofSource) {
        const client = firstClient(row.participants, clients);
        if (client !== null) idsByClient.set(client, [...(idsByClient.get(client) ?? []), row.id]);
      }
    }
    let assigned = 0;
    // A fixed order prevents deadlocks, since each statement locks the job of its client.
    for (const [clientId, ids] of [...idsByClient].sort(([a], [b]) => (a < b ? -1 : 1)))
      assigned += (await tenant.write(assignment, { ids }, { clientId })).length;
    const backlogAfter = rows.length < backlogRows ? null : (rows.at(-1)?.id ?? null);
    const progress = { backlogAfter, updatedAt: sql`now()` };
    await tenant.update(assignmentRules, progress, eq(assignmentRules.id, rule.id));
    return assigned;
  });
}

/** The client of the first participant whose domain has one, or null. */
export function firstClient(
  participants: readonly string[],
  clients: ReadonlyMap<string, string>,
): string | null {
  const domain = domainsOf(participants).find((each) => clients.has(each));
  return clients.get(domain ?? '') ?? null;
}

/** The domains of all participants, without duplicates. */
export const allDomains = (all: readonly { participants: readonly string[] }[]) => [
  ...new Set(all.flatMap(({ participants }) => domainsOf(participants))),
];
