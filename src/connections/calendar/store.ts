import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { ImportedActivity } from '../../activities/import/imported-activity.ts';
import { recordActivities, withoutErased } from '../../activities/record.ts';
import { cancelActivities, reviseActivities } from '../../activities/revise.ts';
import type { Db } from '../../core/db/database.ts';
import { TenantDb } from '../../core/db/tenant.ts';
import type { LeasedConnection } from '../leases.ts';
import { auditActivities, stored } from '../progress.ts';
import { connectionDomains, connections } from '../table.ts';
import type { Validators } from './feed.ts';
import { connectionCalendars, connectionMeetings } from './table.ts';

/** The maximum number of meetings in a transaction. */
export const batchMeetings = 200;

/** A meeting of a calendar. */
export interface Meeting {
  readonly uid: string;
  /** SHA-256 of the activity, in hexadecimal. */
  readonly fingerprint: string;
  readonly activity: ImportedActivity;
}

export type KnownMeeting = Awaited<ReturnType<typeof selectMeetings>>[number];

const ofCalendar = (
  table: typeof connectionMeetings | typeof connectionCalendars | typeof connectionDomains,
  { organizationId, id }: LeasedConnection,
) => and(eq(table.organizationId, organizationId), eq(table.connectionId, id));

/** True for a meeting that a calendar holds and none leads, such as one whose leading calendar has dropped it. */
const awaitsLead = ({ organizationId, id, integration }: LeasedConnection) => sql<boolean>`(
  ${connectionMeetings.takesPlace} and not ${connectionMeetings.leads} and not exists (
    select from connection_meetings other
    join connections holder on holder.organization_id = other.organization_id and holder.id = other.connection_id
    where other.organization_id = ${organizationId} and other.connection_id <> ${id}
      and other.source_id = ${connectionMeetings.sourceId} and other.leads and holder.integration = ${integration}))`;

const selectMeetings = (db: Db, connection: LeasedConnection) =>
  db
    .select({
      sourceId: connectionMeetings.sourceId,
      uid: connectionMeetings.uid,
      fingerprint: connectionMeetings.fingerprint,
      occurredAt: connectionMeetings.occurredAt,
      takesPlace: connectionMeetings.takesPlace,
      awaitsLead: awaitsLead(connection),
    })
    .from(connectionMeetings)
    .where(ofCalendar(connectionMeetings, connection));

/** True if the calendar holds a meeting to come that no calendar leads. */
export async function hasMeetingToLead(db: Db, connection: LeasedConnection): Promise<boolean> {
  const found = await db
    .select({ sourceId: connectionMeetings.sourceId })
    .from(connectionMeetings)
    .where(
      and(
        ofCalendar(connectionMeetings, connection),
        gt(connectionMeetings.occurredAt, sql`now()`),
        awaitsLead(connection),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** Of some meetings, reads those that another calendar of the integration holds or leads. */
async function readElsewhere(
  db: Db,
  { organizationId, id, integration }: LeasedConnection,
  sourceIds: string[],
  role: 'takesPlace' | 'leads',
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ sourceId: connectionMeetings.sourceId })
    .from(connectionMeetings)
    .innerJoin(
      connections,
      and(
        eq(connections.organizationId, connectionMeetings.organizationId),
        eq(connections.id, connectionMeetings.connectionId),
      ),
    )
    .where(
      and(
        eq(connectionMeetings.organizationId, organizationId),
        inArray(connectionMeetings.sourceId, sourceIds),
        eq(connectionMeetings[role], true),
        eq(connections.integration, integration),
        ne(connections.id, id),
      ),
    );
  return new Set(rows.map(({ sourceId }) => sourceId));
}

/** Reads the recorded meetings of a calendar by their source id. */
export async function readMeetings(
  db: Db,
  connection: LeasedConnection,
): Promise<ReadonlyMap<string, KnownMeeting>> {
  const meetings = await selectMeetings(db, connection);
  return new Map(meetings.map((meeting) => [meeting.sourceId, meeting]));
}

/** Reads what is known of the calendar's file; undefined before it was first read. */
export async function readValidators(db: Db, connection: LeasedConnection) {
  const { etag, lastModified, fileHash, intervalSeconds, readAt } = connectionCalendars;
  const [state] = await db
    .select({ etag, lastModified, fileHash, intervalSeconds, readAt })
    .from(connectionCalendars)
    .where(ofCalendar(connectionCalendars, connection));
  return state;
}

/**
 * Records meetings that are new, and revises those that were recorded before unless another calendar leads them. In two
 * transactions, since each may lock the jobs of clients only once; a meeting counts as known after the second.
 * @throws LeaseLost, StoreFailed
 */
export async function storeMeetings(
  db: Db,
  connection: LeasedConnection,
  meetings: readonly Meeting[],
): Promise<void> {
  const { organizationId, integration } = connection;
  const current = meetings.map(({ activity }) => activity);
  const sourceIds = current.map(({ sourceId }) => sourceId);
  await stored(db, connection, async (transaction) => {
    const tenant = new TenantDb(transaction, organizationId, true);
    const { imported } = await recordActivities(tenant, integration, current);
    await auditActivities(tenant, connection, 'record', imported);
  });
  await stored(db, connection, async (transaction) => {
    const tenant = new TenantDb(transaction, organizationId, true);
    const revised = await reviseActivities(tenant, integration, current, async () => {
      // Not before, since a person may be erased from some of them until they are locked.
      const left = new Set(await withoutErased(tenant, integration, current));
      const present = meetings.filter(({ activity }) => left.has(activity));
      const others = await readElsewhere(transaction, connection, sourceIds, 'leads');
      const led = new Set(
        present.map(({ activity }) => activity.sourceId).filter((sourceId) => !others.has(sourceId)),
      );
      await writeMeetings(transaction, connection, present, led);
      return led;
    });
    await auditActivities(tenant, connection, 'revise', revised);
  });
}

async function writeMeetings(
  transaction: Db,
  { organizationId, id: connectionId }: LeasedConnection,
  meetings: readonly Meeting[],
  led: ReadonlySet<string>,
): Promise<void> {
  const rows = meetings.map(({ uid, fingerprint, activity: { sourceId, occurredAt } }) => ({
    organizationId,
    connectionId,
    sourceId,
    uid,
    fingerprint,
    occurredAt,
    takesPlace: true,
    leads: led.has(sourceId),
  }));
  if (rows.length === 0) return;
  const { organizationId: organization, connectionId: calendar, sourceId } = connectionMeetings;
  await transaction
    .insert(connectionMeetings)
    .values(rows)
    .onConflictDoUpdate({
      target: [organization, calendar, sourceId],
      set: {
        uid: sql`excluded.uid`,
        fingerprint: sql`excluded.fingerprint`,
        occurredAt: sql`excluded.occurred_at`,
        takesPlace: true,
        leads: sql`excluded.leads`,
      },
    });
}

/**
 * Records that meetings were cancelled. Their activities are archived unless the meeting still takes place in another
 * calendar of the integration, which leads it from its next reading on.
 * @throws LeaseLost, StoreFailed
 */
export async function cancelMeetings(
  db: Db,
  connection: LeasedConnection,
  sourceIds: string[],
): Promise<void> {
  const { organizationId, integration } = connection;
  await stored(db, connection, async (transaction) => {
    const tenant = new TenantDb(transaction, organizationId, true);
    const cancelled = await cancelActivities(tenant, integration, sourceIds, async () => {
      await transaction
        .update(connectionMeetings)
        .set({ takesPlace: false, leads: false })
        .where(
          and(ofCalendar(connectionMeetings, connection), inArray(connectionMeetings.sourceId, sourceIds)),
        );
      const kept = await readElsewhere(transaction, connection, sourceIds, 'takesPlace');
      return sourceIds.filter((sourceId) => !kept.has(sourceId));
    });
    await auditActivities(tenant, connection, 'cancel', cancelled);
  });
}

/** The counts of a calendar as it is now. */
export interface CalendarCounts {
  readonly seen: number;
  readonly recorded: number;
  readonly skipped: number;
  readonly skippedReasons: Record<string, number>;
  /** The domains of meetings that concern no client. */
  readonly domains: ReadonlyMap<string, { messages: number; latestAt: string }>;
  /** True if a meeting was new or had changed. */
  readonly hasNews: boolean;
}

/** Saves what a server says of a file that has not changed since it was read. @throws LeaseLost, StoreFailed */
export const saveValidators = (
  db: Db,
  connection: LeasedConnection,
  { etag, lastModified, intervalSeconds }: Validators,
): Promise<void> =>
  stored(db, connection, async (transaction) => {
    await transaction
      .update(connectionCalendars)
      .set({ etag, lastModified, intervalSeconds })
      .where(ofCalendar(connectionCalendars, connection));
  });

/** Records that the whole file was read. @throws LeaseLost, StoreFailed */
export const finishReading = (
  db: Db,
  connection: LeasedConnection,
  { etag, lastModified, fileHash, intervalSeconds }: Validators,
  { domains, hasNews, ...counts }: CalendarCounts,
): Promise<void> =>
  stored(db, connection, async (transaction) => {
    const { organizationId, id: connectionId } = connection;
    const values = { etag, lastModified, fileHash, intervalSeconds, readAt: sql`now()` };
    await transaction
      .insert(connectionCalendars)
      .values({ organizationId, connectionId, ...values })
      .onConflictDoUpdate({
        target: [connectionCalendars.organizationId, connectionCalendars.connectionId],
        set: values,
      });
    await transaction
      .update(connections)
      .set({ ...counts, ...(hasNews ? { lastReceivedAt: sql`now()` } : {}) })
      .where(and(eq(connections.organizationId, organizationId), eq(connections.id, connectionId)));
    await transaction.delete(connectionDomains).where(ofCalendar(connectionDomains, connection));
    const rows = [...domains].map(([domain, each]) => ({
      organizationId,
      connectionId,
      mailbox: '',
      domain,
      ...each,
    }));
    for (let at = 0; at < rows.length; at += 1_000)
      await transaction.insert(connectionDomains).values(rows.slice(at, at + 1_000));
  });
