import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { holdClientsByDomain } from '../clients/assignment-rules.ts';
import type { TenantDb } from '../core/db/tenant.ts';
import { named, parameter, update } from '../core/db/tenant-statements.ts';
import type { ImportedActivity } from './import/imported-activity.ts';
import { allDomains, firstClient } from './record.ts';
import { activities } from './table.ts';

const isAnyOf = (sourceIds: unknown) => sql`${activities.sourceId} = any(${sourceIds}::text[])`;

/** Mail of the same integration may have the id of a meeting. */
const isMeeting = eq(activities.type, 'meeting');

/** Locks the rows in a fixed order, so that two transactions wait for each other and never deadlock. */
const recorded = named(
  'activities.recorded',
  { source: activities.source, sourceIds: parameter<string[]>() },
  (db, { source, sourceIds }) =>
    db
      .select(
        {
          sourceId: activities.sourceId,
          clientId: activities.clientId,
          participants: activities.participants,
        },
        activities,
        and(eq(activities.source, source), isMeeting, isAnyOf(sourceIds)),
      )
      .orderBy(asc(activities.sourceId))
      .for('update'),
);

const readRecorded = (db: TenantDb, source: string, sourceIds: string[]) =>
  db.all(recorded, { source, sourceIds });

/** One statement for all, since each locks the jobs of its clients in order. */
const revision = update(
  'activities.revise',
  activities,
  { source: activities.source, revised: parameter<string>() },
  ({ source, revised }) => ({
    columns: { sourceId: activities.sourceId },
    // As text first: the driver would encode a parameter of type jsonb once more.
    from: sql`jsonb_to_recordset(${revised}::text::jsonb) as revised (
      "sourceId" text, "clientId" uuid, subject text, content text, "occurredAt" timestamptz, participants text[],
      "participantNames" text[])`,
    where: and(
      eq(activities.source, source),
      sql`${activities.sourceId} = revised."sourceId"`,
      sql`(${activities.subject}, ${activities.content}, ${activities.occurredAt}, ${activities.participants},
        ${activities.participantNames}, ${activities.archivedAt}) is distinct from (revised.subject, revised.content,
        revised."occurredAt", revised.participants, revised."participantNames", null::timestamptz)`,
    ),
    set: {
      clientId: sql`revised."clientId"`,
      subject: sql`revised.subject`,
      content: sql`revised.content`,
      occurredAt: sql`revised."occurredAt"`,
      participants: sql`revised.participants`,
      participantNames: sql`revised."participantNames"`,
      archivedAt: null,
      updatedAt: sql`now()`,
    },
  }),
);

const cancellation = update(
  'activities.cancel',
  activities,
  { source: activities.source, sourceIds: parameter<string[]>() },
  ({ source, sourceIds }) => ({
    columns: { sourceId: activities.sourceId },
    where: and(eq(activities.source, source), isMeeting, isAnyOf(sourceIds), isNull(activities.archivedAt)),
    set: { archivedAt: sql`now()`, updatedAt: sql`now()` },
  }),
);

/**
 * Updates recorded meetings to what their calendar says now: time, subject, content and participants. None stays archived.
 * When the participants change, the client is chosen again; an activity keeps its client if that gives none. Activities
 * that say the same stay untouched. Runs in a transaction.
 * @param current at most 1,000 activities, found by `sourceId`; those that are not recorded are ignored
 * @param choose returns the source ids to revise, once all are locked
 * @returns the number of activities changed
 */
export function reviseActivities(
  db: TenantDb,
  integration: string,
  current: readonly ImportedActivity[],
  choose?: () => Promise<ReadonlySet<string>>,
): Promise<number> {
  return db.transaction(async (transaction) => {
    const bySourceId = new Map(current.map((activity) => [activity.sourceId, activity]));
    const clients = await holdClientsByDomain(transaction, integration, allDomains(current));
    const rows = await readRecorded(transaction, integration, [...bySourceId.keys()]);
    const chosen = await choose?.();
    const revised = rows.flatMap((row) => {
      const activity = bySourceId.get(row.sourceId);
      if (!activity || chosen?.has(row.sourceId) === false) return [];
      const { sourceId, subject, content, occurredAt, participants, participantNames = [] } = activity;
      const areSame = participants.join('\n') === row.participants.join('\n');
      const clientId = (areSame ? undefined : firstClient(participants, clients)) ?? row.clientId;
      return [{ sourceId, clientId, subject, content, occurredAt, participants, participantNames }];
    });
    if (revised.length === 0) return 0;
    const values = { source: integration, revised: JSON.stringify(revised) };
    return (await transaction.write(revision, values)).length;
  });
}

/**
 * Archives meetings that were cancelled. Runs in a transaction.
 * @param sourceIds at most 1,000
 * @param choose returns those to archive, once all are locked
 * @returns the number of activities archived
 */
export function cancelActivities(
  db: TenantDb,
  integration: string,
  sourceIds: string[],
  choose: () => Promise<string[]> = async () => sourceIds,
): Promise<number> {
  return db.transaction(async (transaction) => {
    await readRecorded(transaction, integration, sourceIds);
    const values = { source: integration, sourceIds: await choose() };
    return (await transaction.write(cancellation, values)).length;
  });
}
