import { isCredible } from '../../core/rest/fields.ts';
import { BoundReached, bundledProgram, runInThreads } from '../../core/threads.ts';
import { neverAborted } from '../../core/timeouts.ts';
import { clean, decodeLines } from './charset.ts';
import { maxEvents, type ScannedEvent, scanCalendars } from './ics-scan.ts';
import type readGroupTimed from './ics-thread.ts';
import type { ThreadInput, ThreadResult } from './ics-thread.ts';
import { type ReadResult, toSourceId, withSourceId } from './imported-activity.ts';

/** The maximum size of a file, in bytes. It is held whole, since an event may depend on any part of it. */
export const maxCalendarBytes = 25 * 1_024 * 1_024;

/** The maximum number of lines of a file; splitting more of them would block the process for seconds. */
const maxLines = 1_000_000;

/** The reason to reject a calendar file for its number of lines; undefined if there is none. */
export function calendarProblem(file: Buffer): string | undefined {
  let lines = 0;
  for (let at = file.indexOf(0x0a); at !== -1; at = file.indexOf(0x0a, at + 1))
    if (++lines > maxLines) return `has more than ${maxLines.toLocaleString('en')} lines`;
  return undefined;
}

/** The maximum length of a UID, in bytes. RFC 7986, 5.3, recommends fewer than 255. */
const maxUidBytes = 1_000;

/** The maximum number of meetings of a file: 25 MiB could hold many millions. */
const maxMeetings = 100_000;

/** The time for the events of one UID; they usually take a few milliseconds. */
const groupMs = 5_000;

/** The time for all events of a file, without the waits for a thread: other organizations decide how long these are. */
const fileMs = 120_000;

const readInThread = runInThreads<ThreadInput, Awaited<ReturnType<typeof readGroupTimed>>>(
  bundledProgram('ics-thread'),
  { threads: 2, deadlineMs: groupMs, memoryMb: 256 },
);

/** Groups the events by UID, in the order of each group's first event. One whose UID is missing or too long is alone. */
function groupsOf(events: readonly ScannedEvent[]): Iterable<[ScannedEvent, ...ScannedEvent[]]> {
  const groups = new Map<string | number, [ScannedEvent, ...ScannedEvent[]]>();
  for (const event of events) {
    const { uid, number } = event;
    const key = uid === '' || uid.length > maxUidBytes ? number : uid;
    const group = groups.get(key);
    if (group) group.push(event);
    else groups.set(key, [event]);
  }
  return groups.values();
}

const readUid = (written: string) =>
  clean(decodeLines(written))
    .replace(/\\([\\;,])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();

function toResult(read: ThreadResult): ReadResult {
  const { label } = read;
  if ('reason' in read) return { ok: false, label, reason: read.reason };
  const at = new Date(read.utcMs);
  if (!isCredible(at)) return { ok: false, label, reason: 'has a start outside the years 1970 to 2100' };
  const { fields, id } = read;
  const activity = { type: 'meeting', ...fields, occurredAt: at.toISOString(), archivedAt: null } as const;
  return { ok: true, label, activity: withSourceId(id === undefined ? id : toSourceId(id), activity) };
}

interface ReadEvent {
  /** Empty if the event has none. */
  uid: string;
  /** Of the event in its file, from 1. */
  number: number;
  result: ReadResult;
  /**
   * The limit that was reached, in the last result of a calendar that did: it says that all later events were skipped. With
   * more time, a reading could give the rest.
   */
  cutShortBy?: 'size' | 'time';
}

/**
 * Reads the events of a file UID by UID, so that one that reaches a bound fails without the others.
 * @param uids gets the UIDs of the events that were read
 */
async function* readEvents(
  events: readonly ScannedEvent[],
  now: Date,
  turn: string | undefined,
  uids: Set<string>,
): AsyncGenerator<ReadEvent> {
  let leftMs = fileMs;
  let meetings = 0;
  for (const group of groupsOf(events)) {
    const [{ uid: written, number }] = group;
    const isTooLong = written.length > maxUidBytes;
    // Decoded when it is its turn, and not at once with those of all events.
    const uid = isTooLong ? '' : readUid(written);
    const label = uid === '' ? '' : `<${uid}>`;
    const failure = (reason: string) => ({ number, label, reason });
    const cutShort = (cutShortBy: 'size' | 'time', problem: string) => {
      const reason = `and all later events were skipped: the file ${problem}`;
      return { uid, number, result: toResult(failure(reason)), cutShortBy };
    };
    if (number > maxEvents)
      return yield cutShort('size', `has more than ${maxEvents.toLocaleString('en')} events`);
    if (leftMs <= 0) return yield cutShort('time', `takes longer than ${fileMs / 1_000} s to read`);
    let results: ThreadResult[] = [failure(`has a UID longer than ${maxUidBytes} bytes`)];
    if (!isTooLong) {
      if (uid !== '') uids.add(uid);
      const input = { uid, events: group, nowMs: now.getTime() };
      const outcome = await readInThread(input, neverAborted, turn).catch((error: unknown) => {
        if (!(error instanceof BoundReached)) throw error;
        return { tookMs: groupMs, results: [failure(`cannot be read: ${error.message}`)] };
      });
      leftMs -= outcome.tookMs;
      results = outcome.results;
    }
    for (const result of results) {
      yield { uid, number: result.number, result: toResult(result) };
      if (++meetings === maxMeetings)
        return yield cutShort('size', `has more than ${maxMeetings.toLocaleString('en')} meetings`);
    }
  }
}

/**
 * Reads the meetings of a calendar file (RFC 5545). A recurring event becomes its occurrences (see `recentTimes`), at most
 * the newest 1,000. Cancelled events and occurrences are skipped, and so are to-dos and other components. Events are read
 * in a thread, so that one that takes too long fails without the others.
 * @param turn calendars with the same one, such as an organization's, are read one event after the other
 * @returns `uids` of the events that were read, cancelled ones too: of all, unless the results are cut short. An event of
 * these that gives neither a meeting nor a failure is cancelled. `results` for each meeting and each event that cannot be
 * read, with the number of the event in the file, from 1; events with the same UID come together. Undefined if the file
 * has no calendar.
 */
export function readCalendar(
  file: Buffer,
  now: Date,
  turn?: string,
): { readonly uids: ReadonlySet<string>; readonly results: AsyncGenerator<ReadEvent> } | undefined {
  const events = scanCalendars(file);
  if (!events) return undefined;
  const uids = new Set<string>();
  return { uids, results: readEvents(events, now, turn, uids) };
}
