import { hash } from 'node:crypto';
import { readCalendar } from '../../activities/import/ics.ts';
import type { ImportedActivity } from '../../activities/import/imported-activity.ts';
import { dayMs } from '../../activities/time-zone.ts';
import type { TenantDb } from '../../core/db/tenant.ts';
import { countItem, hasCountedOfInterest, othersOf } from '../domains.ts';
import { ConnectionFault } from '../fault.ts';
import { type LeasedConnection, recordAnswer, recordInStep, tenantOf } from '../leases.ts';
import { calendarSecret } from '../schemas.ts';
import { type ConnectionServices, openSecret } from '../services.ts';
import { Contents } from './cancelled.ts';
import { fetchFeed } from './feed.ts';
import {
  batchMeetings,
  type CalendarCounts,
  cancelMeetings,
  finishReading,
  hasMeetingToLead,
  type KnownMeetings,
  type Meeting,
  readMeetings,
  readValidators,
  storeMeetings,
} from './store.ts';

/**
 * Brings the activities of a leased calendar in sync with its file, once it is its turn.
 * @returns the time until the calendar is due again, in milliseconds
 * @throws ConnectionFault when the file cannot be read, LeaseLost
 */
export const keepCalendar = (
  services: ConnectionServices,
  connection: LeasedConnection,
  signal: AbortSignal,
): Promise<number> =>
  services.receiving(connection.organizationId, async () => {
    const url = new URL(calendarSecret.parse(openSecret(services.secrets, connection)).url);
    const tenant = tenantOf(services.db, connection);
    const known = await readValidators(tenant, connection);
    // An unchanged file gives further meetings as time goes on, when a domain gets a client, or another calendar drops one.
    const isStale =
      known === undefined ||
      Date.now() - Date.parse(known.readAt) > dayMs ||
      (await hasMeetingToLead(tenant, connection)) ||
      (await hasCountedOfInterest(tenant, connection.id, connection.integration));
    const feed = await fetchFeed(url, isStale ? undefined : known, connection.allowPrivate, signal);
    await recordAnswer(tenant, connection);
    const counts = feed.file && (await syncMeetings(tenant, connection, url.host, feed.file, signal));
    await finishReading(tenant, connection, feed, counts);
    await recordInStep(tenant, connection);
    return feed.intervalSeconds * 1_000;
  });

/** Records what is new in a calendar's file, revises what has changed, and archives what was cancelled. */
async function syncMeetings(
  tenant: TenantDb,
  connection: LeasedConnection,
  host: string,
  file: Buffer,
  signal: AbortSignal,
): Promise<CalendarCounts> {
  const now = new Date();
  const reading = readCalendar(file, now, connection.organizationId);
  if (!reading) throw new ConnectionFault(`${host} sends no calendar at the URL`);
  const known = await readMeetings(tenant, connection);
  const contents = new Contents(reading.uids);
  const counts: CalendarCounts = {
    ...{ seen: 0, recorded: 0, skipped: 0, skippedReasons: {} },
    ...{ domains: new Map(), hasNews: false, isUnfinished: false },
  };
  const batch = new Map<string, Meeting>();
  const storeBatch = async () => {
    const wanted = await ofInterest(tenant, connection, [...batch.values()], known, counts);
    batch.clear();
    const changed = wanted.filter(({ fingerprint, activity: { sourceId } }) => {
      const before = known.get(sourceId);
      return !before?.takesPlace || before.awaitsLead || before.fingerprint !== fingerprint;
    });
    counts.recorded += wanted.length;
    counts.hasNews ||= changed.length > 0;
    if (changed.length > 0) await storeMeetings(tenant, connection, changed);
  };
  let isCutShort = false;
  for await (const { uid, result, ...read } of reading.results) {
    signal.throwIfAborted();
    isCutShort ||= read.cutShortBy !== undefined;
    counts.isUnfinished ||= read.cutShortBy === 'time';
    counts.seen++;
    if (result.ok) {
      const { activity } = result;
      contents.addMeeting(uid, activity.sourceId, Date.parse(activity.occurredAt));
      batch.set(activity.sourceId, { uid, fingerprint: fingerprintOf(activity), activity });
    } else {
      contents.addFailure(uid);
      countSkipped(counts, result.reason);
    }
    if (batch.size === batchMeetings) await storeBatch();
  }
  await storeBatch();
  const cancelled = [...known.values()]
    .filter((meeting) => !isCutShort && meeting.takesPlace && contents.hasCancelled(meeting, now.getTime()))
    .map(({ sourceId }) => sourceId);
  for (let at = 0; at < cancelled.length; at += batchMeetings)
    await cancelMeetings(tenant, connection, cancelled.slice(at, at + batchMeetings));
  counts.hasNews ||= cancelled.length > 0;
  return counts;
}

/** The meetings that concern a client, or did when they were recorded; of the others, counts the domains. */
async function ofInterest(
  tenant: TenantDb,
  { keep, integration }: LeasedConnection,
  meetings: readonly Meeting[],
  known: KnownMeetings,
  counts: CalendarCounts,
): Promise<readonly Meeting[]> {
  if (keep === 'all') return meetings;
  const participants = meetings.map(({ activity }) => activity.participants);
  const others = await othersOf(tenant, integration, participants);
  return meetings.filter(({ activity }, index) => {
    const { domains = [], isOfInterest = false } = others[index] ?? {};
    if (isOfInterest || known.has(activity.sourceId)) return true;
    countSkipped(counts, 'concerns no client');
    countItem(counts.domains, domains, activity.occurredAt);
    return false;
  });
}

function countSkipped(counts: CalendarCounts, reason: string): void {
  // What follows a colon is text of the event.
  const [kind = ''] = reason.split(':');
  counts.skipped++;
  counts.skippedReasons[kind] = (counts.skippedReasons[kind] ?? 0) + 1;
}

function fingerprintOf(activity: ImportedActivity): string {
  const { subject, content, occurredAt, participants, participantNames } = activity;
  const told = [subject, content, occurredAt, participants, participantNames];
  return hash('sha256', JSON.stringify(told), 'hex');
}
