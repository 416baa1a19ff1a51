import { and, eq, gt, ne, type SQL, sql } from 'drizzle-orm';
import type { ImportedActivity } from '../../activities/import/imported-activity.ts';
import { recordActivities, withoutErased } from '../../activities/record.ts';
import { cancelActivities, reviseActivities } from '../../activities/revise.ts';
import type { TenantDb } from '../../core/db/tenant.ts';
import { isAnyOf } from '../../core/db/tenant-rows.ts';
import type { DomainCounts } from '../domains.ts';
import type { LeasedConnection } from '../leases.ts';
import { auditActivities, countDomains, stored } from '../progress.ts';
import { connectionDomains, connections } from '../table.ts';
import type { Validators } from './feed.ts';
import { connectionCalendars, connectionMeetings } from './table.ts';

/** The maximum number of meetings that are stored, or looked up, at once. */
export const batchMeetings = 200;

/** A meeting of a calendar. */
export interface Meeting {
  readonly uid: string;
  /** SHA-256 of the activity, in hexadecimal. */
  readonly fingerprint: string;
  readonly activity: ImportedActivity;
}

const ofCalendar = (
  table: typeof connectionMeetings | typeof connectionCalendars | typeof connectionDomains,
  { id }: LeasedConnection,
) => eq(table.connectionId, id);

/**
 * Reads the recorded meetings of a calendar by their source id. `awaitsLead` is true for one that takes place and that no
 * calendar leads, such as one whose leading calendar has dropped it.
 */
export async function readMeetings(db: TenantDb, connection: LeasedConnection, which?: SQL) {
  const { sourceId, uid, fingerprint, occurredAt, takesPlace, leads } = connectionMeetings;
  const columns = { sourceId, uid, fingerprint, occurredAt, takesPlace, leads };
  const isOne = and(ofCalendar(connectionMeetings, connection), which);
  const meetings = await db.select(columns, connectionMeetings, isOne);
  const unled = meetings.filter((meeting) => meeting.takesPlace && !meeting.leads);
  const ids = unled.map((meeting) => meeting.sourceId);
  const elsewhere = await readElsewhere(db, connection, ids, 'leads');
  const waiting = new Set(ids.filter((id) => !elsewhere.has(id)));
  return new Map(
    meetings.map((meeting) => [meeting.sourceId, { ...meeting, awaitsLead: waiting.has(meeting.sourceId) }]),
  );
}

export type KnownMeetings = Awaited<ReturnType<typeof readMeetings>>;
export type KnownMeeting = NonNullable<ReturnType<KnownMeetings['get']>>;

/** True if the calendar holds a meeting to come that no calendar leads. */
export async function hasMeetingToLead(db: TenantDb, connection: LeasedConnection): Promise<boolean> {
  const isToCome = and(gt(connectionMeetings.occurredAt, sql`now()`), eq(connectionMeetings.leads, false));
  const meetings = await readMeetings(db, connection, isToCome);
  return [...meetings.values()].some(({ awaitsLead }) => awaitsLead);
}

/** Of some meetings, reads those that another calendar of the integration holds or leads. */
async function readElsewhere(
  db: TenantDb,
  { id, integration }: LeasedConnection,
  sourceIds: readonly string[],
  role: 'takesPlace' | 'leads',
): Promise<ReadonlySet<string>> {
  const { sourceId, connectionId } = connectionMeetings;
  const isElsewhere = and(isAnyOf(sourceId, sourceIds), eq(connectionMeetings[role], true));
  const ofOther = and(
    db.own(connections),
    eq(connections.id, connectionId),
    eq(connections.integration, integration),
    ne(connections.id, id),
  );
  const rows = await db.select({ sourceId }, connectionMeetings, isElsewhere).innerJoin(connections, ofOther);
  return new Set(rows.map((row) => row.sourceId));
}

/** Reads what is known of the calendar's file; undefined before it was first read. */
export async function readValidators(db: TenantDb, connection: LeasedConnection) {
  const { etag, lastModified, fileHash, intervalSeconds, readAt } = connectionCalendars;
  const columns = { etag, lastModified, fileHash, intervalSeconds, readAt };
  return (await db.select(columns, connectionCalendars, ofCalendar(connectionCalendars, connection)))[0];
}

/**
 * Records meetings that are new, and revises those that were recorded before unless another calendar leads them. In two
 * transactions, since each may lock the jobs of clients only once; a meeting counts as known after the second.
 * @throws LeaseLost, StoreFailed
 */
export async function storeMeetings(
  db: TenantDb,
  connection: LeasedConnection,
  meetings: readonly Meeting[],
): Promise<void> {
  const { integration } = connection;
  const current = meetings.map(({ activity }) => activity);
  const sourceIds = current.map(({ sourceId }) => sourceId);
  await stored(db, connection, async (transaction) => {
    const { imported } = await recordActivities(transaction, integration, current);
    await auditActivities(transaction, connection, 'record', imported);
  });
  await stored(db, connection, async (transaction) => {
    const revised = await reviseActivities(transaction, integration, current, async () => {
      // Not before, since a person may be erased from some of them until they are locked.
      const left = new Set(await withoutErased(transaction, integration, current));
      const present = meetings.filter(({ activity }) => left.has(activity));
      const others = await readElsewhere(transaction, connection, sourceIds, 'leads');
      const led = new Set(
        present.map(({ activity }) => activity.sourceId).filter((sourceId) => !others.has(sourceId)),
      );
      await writeMeetings(transaction, connection, present, led);
      return led;
    });
    await auditActivities(transaction, connection, 'revise', revised);
  });
}

async function writeMeetings(
  transaction: TenantDb,
  { id: connectionId }: LeasedConnection,
  meetings: readonly Meeting[],
  led: ReadonlySet<string>,
): Promise<void> {
  const rows = meetings.map(({ uid, fingerprint, activity: { sourceId, occurredAt } }) => ({
    connectionId,
    sourceId,
    uid,
    fingerprint,
    occurredAt,
    takesPlace: true,
    leads: led.has(sourceId),
  }));
  if (rows.length === 0) return;
  const { organizationId, connectionId: calendar, sourceId } = connectionMeetings;
  await transaction.insert(connectionMeetings, rows).onConflictDoUpdate({
    target: [organizationId, calendar, sourceId],
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
  db: TenantDb,
  connection: LeasedConnection,
  sourceIds: string[],
): Promise<void> {
  const { integration } = connection;
  await stored(db, connection, async (transaction) => {
    const cancelled = await cancelActivities(transaction, integration, sourceIds, async () => {
      const isOne = and(
        ofCalendar(connectionMeetings, connection),
        isAnyOf(connectionMeetings.sourceId, sourceIds),
      );
      await transaction.update(connectionMeetings, { takesPlace: false, leads: false }, isOne);
      const kept = await readElsewhere(transaction, connection, sourceIds, 'takesPlace');
      return sourceIds.filter((sourceId) => !kept.has(sourceId));
    });
    await auditActivities(transaction, connection, 'cancel', cancelled);
  });
}

/** The counts of a calendar as it is now. */
export interface CalendarCounts {
  seen: number;
  recorded: number;
  skipped: number;
  readonly skippedReasons: Record<string, number>;
  /** The domains of meetings that concern no client. */
  readonly domains: DomainCounts;
  /** True if a meeting was new or had changed. */
  hasNews: boolean;
  /** True if time was lacking for some of its events. */
  isUnfinished: boolean;
}

/**
 * Records what is known of the file; nothing if it is unfinished, so that the next visit reads all of it.
 * @param read the counts of its meetings; undefined if it has not changed since it was read
 * @throws LeaseLost, StoreFailed
 */
export const finishReading = (
  db: TenantDb,
  connection: LeasedConnection,
  { etag, lastModified, fileHash, intervalSeconds }: Validators,
  read: CalendarCounts | undefined,
): Promise<void> =>
  stored(db, connection, async (transaction) => {
    const connectionId = connection.id;
    const readAt = sql`now()`;
    const values = { etag, lastModified, fileHash, intervalSeconds };
    if (read?.isUnfinished)
      await transaction.delete(connectionCalendars, ofCalendar(connectionCalendars, connection));
    else
      await transaction
        .insert(connectionCalendars, [{ connectionId, readAt, ...values }])
        .onConflictDoUpdate({
          target: [connectionCalendars.organizationId, connectionCalendars.connectionId],
          set: read ? { ...values, readAt } : values,
        });
    if (!read) return;
    const { domains, hasNews, isUnfinished, ...counts } = read;
    const counted = { ...counts, ...(hasNews ? { lastReceivedAt: sql`now()` } : {}) };
    await transaction.update(connections, counted, eq(connections.id, connectionId));
    await transaction.delete(connectionDomains, ofCalendar(connectionDomains, connection));
    await countDomains(transaction, connection, '', domains);
  });
