import { BoundReached, bundledProgram, type InThread, runInThreads } from '../../core/threads.ts';
import { withDeadline } from '../../core/timeouts.ts';
import { clean, decodeLegacy } from './charset.ts';
import { type ScannedEvent, scanCalendars } from './ics-scan.ts';
import type { EventGroup, ThreadResult } from './ics-thread.ts';
import { isCredible, type ReadResult, toSourceId, withSourceId } from './imported-activity.ts';

/** The longest file that is read, in bytes; the times of an event may depend on any other place in it. */
export const maxCalendarBytes = 25 * 1_024 * 1_024;

/** No UID is longer, in characters; a standard asks for 255 bytes at most (RFC 7986, 5.3). */
const maxUidLength = 1_000;

/** Most meetings of a file: one of 25 MiB could have many millions. */
const maxMeetings = 100_000;

/** A definition of a time zone that is longer is not looked at. */
const maxZoneCharacters = 64 * 1_024;

/** No more definitions than these are handed over in one call. */
const maxZones = 100;

/** As many events as fit are read in one call, since each call takes a tenth of a millisecond. */
const maxCallCharacters = 16 * 1_024;

export interface CalendarLimits {
  /** For a batch. One that takes longer is read UID by UID, so nothing is lost where a machine is slow. */
  readonly batchMs: number;
  /** For the events of one UID; they usually take a few milliseconds. */
  readonly groupMs: number;
  /** For all calls of a file. */
  readonly fileMs: number;
}

const usualLimits: CalendarLimits = { batchMs: 2_000, groupMs: 5_000, fileMs: 120_000 };

type Reader = InThread<{ groups: readonly EventGroup[]; nowMs: number }, ThreadResult[]>;

const readers = new Map<number, Reader>();

function readerOf(deadlineMs: number): Reader {
  const reader =
    readers.get(deadlineMs) ??
    runInThreads(bundledProgram('ics-thread'), { threads: 1, deadlineMs, memoryMb: 256 });
  readers.set(deadlineMs, reader);
  return reader;
}

const never = new AbortController().signal;

interface ScannedGroup {
  uid: string;
  /** Of the first event. */
  number: number;
  events: ScannedEvent[];
  /** Why it is not handed to the thread. */
  problem?: string | undefined;
}

function problemOf({ text }: ScannedEvent, uid: string): string | undefined {
  if (text === '') return 'does not end: its END:VEVENT is missing';
  return uid.length > maxUidLength ? `has a UID longer than ${maxUidLength} characters` : undefined;
}

/** Gathers the events with the same UID, in the order in which their first ones come. */
function groupsOf(events: readonly ScannedEvent[]): Iterable<ScannedGroup> {
  const groups = new Map<string | number, ScannedGroup>();
  for (const event of events) {
    const written = clean(decodeLegacy(Buffer.from(event.uid, 'latin1')));
    const uid = written
      .replace(/\\([\\;,])/g, '$1')
      .replace(/\s+/g, ' ')
      .trim();
    const problem = problemOf(event, uid);
    const key = problem === undefined && uid !== '' ? uid : event.number;
    const group = groups.get(key);
    if (group) group.events.push(event);
    else groups.set(key, { uid, number: event.number, problem, events: [event] });
  }
  return groups.values();
}

/** Adds the definitions of the zones that an event names. */
function addZones(zones: Map<string, string>, { text, calendar }: ScannedEvent): void {
  for (const [, name = ''] of text.matchAll(/;TZID="?([^":;,\n]*)/gi)) {
    const zone = calendar.zones.get(name.trim());
    if (zone !== undefined && zone.length <= maxZoneCharacters && zones.size < maxZones)
      zones.set(name.trim(), zone);
  }
}

/** The events as they are copied to the thread. Those of one calendar share its zones, which are copied once. */
function toThread(groups: readonly ScannedGroup[]): EventGroup[] {
  const zonesByCalendar = new Map<ScannedEvent['calendar'], Map<string, string>>();
  const toText = (event: ScannedEvent) => {
    const zones = zonesByCalendar.get(event.calendar) ?? new Map<string, string>();
    zonesByCalendar.set(event.calendar, zones);
    addZones(zones, event);
    return {
      number: event.number,
      text: event.text,
      isCancelled: event.calendar.method === 'CANCEL',
      zones,
    };
  };
  return groups.map(({ uid, events }) => ({ uid, events: events.map(toText) }));
}

type Batch = [ScannedGroup, ...ScannedGroup[]];

/** Splits groups into what is read in one call; one that has a problem stands alone. */
function* batchesOf(groups: Iterable<ScannedGroup>): Generator<Batch> {
  let batch: Batch | undefined;
  let characters = 0;
  for (const group of groups) {
    const length = group.events.reduce((sum, { text }) => sum + text.length, 0);
    const isSeparate = batch?.[0].problem ?? group.problem;
    if (batch && isSeparate === undefined && characters + length <= maxCallCharacters) {
      batch.push(group);
      characters += length;
    } else {
      if (batch) yield batch;
      batch = [group];
      characters = length;
    }
  }
  if (batch) yield batch;
}

/** Reads the events of a file, batch by batch; those of a batch that reaches a bound group by group. */
async function* readBatches(
  events: readonly ScannedEvent[],
  now: Date,
  { batchMs, groupMs, fileMs }: CalendarLimits,
): AsyncGenerator<ThreadResult> {
  const call = readerOf(groupMs);
  const read = (batch: Batch) => {
    const input = { groups: toThread(batch), nowMs: now.getTime() };
    const late = new BoundReached('the batch is late');
    return batch.length === 1
      ? call(input, never)
      : withDeadline(batchMs, late, never, (signal) => call(input, signal));
  };
  const waiting = [...batchesOf(groupsOf(events))].reverse();
  let leftMs = fileMs;
  for (let batch = waiting.pop(); batch; batch = waiting.pop()) {
    const [{ uid, number, problem }] = batch;
    const label = uid === '' ? '' : `<${uid}>`;
    if (problem !== undefined) {
      yield { number, label, reason: problem };
      continue;
    }
    if (leftMs <= 0) {
      const reason = `and those behind it are left out: the file takes longer than ${fileMs / 1_000} s to read`;
      yield { number, label, reason };
      return;
    }
    const startedMs = performance.now();
    const outcome = await read(batch).catch(toBound);
    leftMs -= performance.now() - startedMs;
    if (!(outcome instanceof BoundReached)) yield* outcome;
    else if (batch.length === 1) yield { number, label, reason: `cannot be read: ${outcome.message}` };
    else waiting.push(...batch.map((group): Batch => [group]).reverse());
  }
}

function toBound(error: unknown): BoundReached {
  if (error instanceof BoundReached) return error;
  throw error;
}

function toResult(result: ThreadResult): ReadResult {
  const { label } = result;
  if ('reason' in result) return { ok: false, label, reason: result.reason };
  const at = new Date(result.utcMs);
  if (!isCredible(at)) return { ok: false, label, reason: 'has a start outside the years 1970 to 2100' };
  const { said, id } = result;
  const activity = { type: 'meeting', ...said, occurredAt: at.toISOString(), archivedAt: null } as const;
  return { ok: true, label, activity: withSourceId(id === undefined ? id : toSourceId(id), activity) };
}

/**
 * Reads a file of calendars (RFC 5545) into meetings. An event that repeats becomes its occurrences (`recentTimes`, of
 * which at most the newest 1,000). Cancelled events and occurrences, and what is no event, are passed over. Events are
 * read in a thread, so that one that takes too long fails, and the others are read.
 * @returns for each meeting, and each event that cannot be read, the number of the event in the file from 1, the events
 * with one UID together; undefined when the file has no calendar
 */
export function readCalendars(
  file: Buffer,
  now: Date,
  limits = usualLimits,
): AsyncGenerator<{ number: number; result: ReadResult }> | undefined {
  const events = scanCalendars(file);
  return events && readEvents(events, now, limits);
}

async function* readEvents(events: readonly ScannedEvent[], now: Date, limits: CalendarLimits) {
  let meetings = 0;
  for await (const read of readBatches(events, now, limits)) {
    const { number } = read;
    yield { number, result: toResult(read) };
    meetings++;
    if (meetings < maxMeetings) continue;
    const reason = `and those behind it are left out: the file has more than ${maxMeetings.toLocaleString('en')} meetings`;
    yield { number, result: { ok: false as const, label: '', reason } };
    return;
  }
}
