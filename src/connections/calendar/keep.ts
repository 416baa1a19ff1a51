import { createHash } from 'node:crypto';
import { readWholeCalendar } from '../../activities/import/ics.ts';
import type { ImportedActivity } from '../../activities/import/imported-activity.ts';
import { dayMs } from '../../activities/time-zone.ts';
import type { TenantDb } from '../../core/db/tenant.ts';
import { countItem, hasCountedOfInterest, othersOf } from '../domains.ts';
import { ConnectionFault } from '../fault.ts';
import { type LeasedConnection, recordAnswer, recordInStep, tenantOf } from '../leases.ts';
import { calendarSecret } from '../schemas.ts';
import { type ConnectionServices, secretContext } from '../services.ts';
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
  saveValidators,
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
  services.receiving(connection.organizationId, () => {
    signal.throwIfAborted();
    return syncCalendar(services, connection, signal);
  });

async function syncCalendar(
  services: ConnectionServices,
  connection: LeasedConnection,
  signal: AbortSignal,
): Promise<number> {
  const context = secretContext(connection.organizationId, connection.id);
  const secret = JSON.parse(services.secrets.decrypt(connection.secret ?? '', context));
  const url = new URL(calendarSecret.parse(secret).url);
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
  if (feed.file !== undefined) {
    const reading = new CalendarSync(connection, tenant, new Date());
    const counts = await reading.read(url.host, feed.file, signal);
    await finishReading(tenant, connection, feed, counts);
  } else if (feed.etag !== known?.etag || feed.lastModified !== known?.lastModified)
    await saveValidators(tenant, connection, feed);
  await recordInStep(tenant, connection);
  return feed.intervalSeconds * 1_000;
}

/** One reading of a calendar's file. */
class CalendarSync {
  readonly #connection: LeasedConnection;
  readonly #tenant: TenantDb;
  readonly #now: Date;
  #known: KnownMeetings = new Map();
  readonly #counts: CalendarCounts = {
    seen: 0,
    recorded: 0,
    skipped: 0,
    skippedReasons: {},
    domains: new Map(),
    hasNews: false,
  };

  constructor(connection: LeasedConnection, tenant: TenantDb, now: Date) {
    this.#connection = connection;
    this.#tenant = tenant;
    this.#now = now;
  }

  /** Records what is new, revises what has changed, and archives what was cancelled. */
  async read(host: string, file: Buffer, signal: AbortSignal): Promise<CalendarCounts> {
    const reading = readWholeCalendar(file, this.#now, this.#connection.organizationId);
    if (!reading) throw new ConnectionFault(`${host} sends no calendar at the URL`);
    this.#known = await readMeetings(this.#tenant, this.#connection);
    const contents = new Contents(reading.uids);
    const meetings = new Map<string, Meeting>();
    let isCutShort = false;
    for await (const { uid, result, ...read } of reading.results) {
      signal.throwIfAborted();
      isCutShort ||= read.isCutShort;
      this.#counts.seen++;
      if (result.ok) {
        const { activity } = result;
        contents.addMeeting(uid, activity.sourceId, Date.parse(activity.occurredAt));
        meetings.set(activity.sourceId, { uid, fingerprint: fingerprintOf(activity), activity });
      } else {
        contents.addFailure(uid);
        this.#skip(result.reason);
      }
      if (meetings.size === batchMeetings) await this.#store(meetings);
    }
    await this.#store(meetings);
    if (!isCutShort) await this.#cancel(contents);
    return this.#counts;
  }

  /** Stores a batch and empties it. */
  async #store(batch: Map<string, Meeting>): Promise<void> {
    const meetings = [...batch.values()];
    batch.clear();
    const wanted = await this.#wanted(meetings);
    const changed = wanted.filter(({ fingerprint, activity: { sourceId } }) => {
      const known = this.#known.get(sourceId);
      return !known?.takesPlace || known.awaitsLead || known.fingerprint !== fingerprint;
    });
    this.#counts.recorded += wanted.length;
    if (changed.length === 0) return;
    this.#counts.hasNews = true;
    await storeMeetings(this.#tenant, this.#connection, changed);
  }

  /** The meetings that concern a client, or did when they were recorded; of the others, counts the domains. */
  async #wanted(meetings: readonly Meeting[]): Promise<Meeting[]> {
    const { keep, integration } = this.#connection;
    if (keep === 'all') return [...meetings];
    const participants = meetings.map(({ activity }) => activity.participants);
    const others = await othersOf(this.#tenant, integration, participants);
    return meetings.filter(({ activity }, index) => {
      const { domains = [], isOfInterest = false } = others[index] ?? {};
      if (isOfInterest || this.#known.has(activity.sourceId)) return true;
      this.#skip('concerns no client');
      countItem(this.#counts.domains, domains, activity.occurredAt);
      return false;
    });
  }

  #skip(reason: string): void {
    // What follows a colon is text of the event.
    const [kind = ''] = reason.split(':');
    this.#counts.skipped++;
    this.#counts.skippedReasons[kind] = (this.#counts.skippedReasons[kind] ?? 0) + 1;
  }

  async #cancel(contents: Contents): Promise<void> {
    const nowMs = this.#now.getTime();
    const cancelled = [...this.#known.values()]
      .filter((meeting) => meeting.takesPlace && contents.hasCancelled(meeting, nowMs))
      .map(({ sourceId }) => sourceId);
    for (let at = 0; at < cancelled.length; at += batchMeetings)
      await cancelMeetings(this.#tenant, this.#connection, cancelled.slice(at, at + batchMeetings));
    if (cancelled.length > 0) this.#counts.hasNews = true;
  }
}

function fingerprintOf(activity: ImportedActivity): string {
  const { subject, content, occurredAt, participants, participantNames } = activity;
  return createHash('sha256')
    .update(JSON.stringify([subject, content, occurredAt, participants, participantNames]))
    .digest('hex');
}
