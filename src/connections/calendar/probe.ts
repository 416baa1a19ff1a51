import { readCalendar } from '../../activities/import/ics.ts';
import type { TenantReader } from '../../core/db/tenant.ts';
import { reasonOf } from '../../core/reason.ts';
import { resolvePublic } from '../addresses.ts';
import { othersOf } from '../domains.ts';
import { fetchFeed } from './feed.ts';
import { batchMeetings } from './store.ts';

/** The parts of a calendar that work, as far as they were tried. */
export interface CalendarProbe {
  /** The address that the host has. */
  address: string | null;
  tls: 'verified' | 'none' | null;
  /** The number of meetings that a reading gives. */
  meetings: number | null;
  /** The number of those with a participant whose domain has a client or a rule. */
  ofClients: number | null;
  /** The number of events that cannot be read. */
  unreadable: number | null;
  failure: string | null;
}

/**
 * Tries a calendar without recording a meeting. Stops at the first step that fails.
 * @param maxBytes by default the size that a connection reads
 * @param signal aborts with the fault to report
 */
export async function probeCalendar(
  db: TenantReader,
  calendar: { readonly url: URL; readonly allowPrivate: boolean; readonly integration: string },
  maxBytes: number | undefined,
  signal: AbortSignal,
): Promise<CalendarProbe> {
  const { url, allowPrivate, integration } = calendar;
  const test: CalendarProbe = {
    address: null,
    tls: null,
    meetings: null,
    ofClients: null,
    unreadable: null,
    failure: null,
  };
  try {
    test.address = (await resolvePublic(url.hostname, allowPrivate))[0] ?? null;
    const { file } = await fetchFeed(url, undefined, allowPrivate, signal, maxBytes);
    test.tls = url.protocol === 'https:' ? 'verified' : 'none';
    const counts = { meetings: 0, ofClients: 0, unreadable: 0 };
    let batch: string[][] = [];
    const count = async () => {
      const others = await othersOf(db, integration, batch);
      counts.meetings += others.length;
      counts.ofClients += others.filter(({ isOfInterest }) => isOfInterest).length;
      batch = [];
    };
    const reading = file && readCalendar(file, new Date(), db.organizationId);
    for await (const { result } of reading?.results ?? []) {
      signal.throwIfAborted();
      if (result.ok) batch.push(result.activity.participants);
      else counts.unreadable++;
      // In parts, so that other requests are answered between them.
      if (batch.length === batchMeetings) await count();
    }
    await count();
    Object.assign(test, counts);
  } catch (error) {
    test.failure = reasonOf(signal.aborted ? signal.reason : error);
  }
  return test;
}
