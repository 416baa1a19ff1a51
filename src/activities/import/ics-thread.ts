import { reasonOf } from '../../core/reason.ts';
import { dayMs, toUtc } from '../time-zone.ts';
import { maxOccurrences } from './ics-bounds.ts';
import { CalendarEvent, type EventFields, type Moment } from './ics-event.ts';
import { recentTimes } from './ics-recurrence.ts';
import type { ScannedEvent } from './ics-scan.ts';
import { BadEvent } from './ics-time.ts';
import { cutTo } from './imported-activity.ts';

/** A meeting of an event, or the reason why the event cannot be read. The meetings of a series share their fields. */
export type ThreadResult = {
  /** Of the event in its file, from 1. */
  number: number;
  label: string;
} & ({ fields: EventFields; utcMs: number; id: string | undefined } | { reason: string });

/** The maximum length of a repeating meeting's text, in characters; it is stored with every occurrence. No more is ever shown. */
const maxRepeated = 10_240;

const dayOf = (wallMs: number) => Math.floor(wallMs / dayMs);

/** Identifies an occurrence by its original date or instant, in a fixed format. */
function occurrenceId(uid: string, { isDate, wallMs, utcMs }: Omit<Moment, 'zone' | 'isUtc'>) {
  if (uid === '') return undefined;
  const spelled = new Date(isDate ? wallMs : utcMs).toISOString().replace(/[-:]|\.\d+/g, '');
  return `${uid}:${isDate ? spelled.slice(0, 8) : spelled}`;
}

/** The times and days to leave out of a series, since they are excluded or another event of its UID replaces them. */
function exceptionsOf(event: CalendarEvent, group: readonly CalendarEvent[]) {
  const all = [...event.moments('EXDATE')];
  for (const other of group)
    try {
      const [replaced] = other.moments('RECURRENCE-ID');
      if (replaced) all.push(replaced);
    } catch {
      // Reading that event gives the reason.
    }
  return {
    instants: new Set(all.filter(({ isDate }) => !isDate).map(({ utcMs }) => utcMs)),
    days: new Set(all.filter(({ isDate }) => isDate).map(({ wallMs }) => dayOf(wallMs))),
  };
}

async function* readSeries(
  uid: string,
  event: CalendarEvent,
  group: readonly CalendarEvent[],
  nowMs: number,
) {
  const { wallMs: startMs, zone, isDate } = event.moment('DTSTART');
  const addedMs = Array.from(event.moments('RDATE'), ({ utcMs }) => utcMs + zone(utcMs));
  const { instants, days } = exceptionsOf(event, group);
  const series = { startMs, zone, rules: event.rules, addedMs };
  const times = recentTimes(series, nowMs + zone(nowMs))
    .map((wallMs) => ({ wallMs, utcMs: toUtc(wallMs, zone), isDate }))
    .filter(({ wallMs, utcMs }) => !instants.has(utcMs) && !days.has(dayOf(wallMs)))
    .slice(-maxOccurrences);

  if (times.length === 0) return;
  const fields = await event.fields();
  fields.content = cutTo(fields.content, maxRepeated);
  for (const time of times) yield { fields, utcMs: time.utcMs, id: occurrenceId(uid, time) };
}

async function* readEvent(uid: string, event: CalendarEvent, group: readonly CalendarEvent[], nowMs: number) {
  if (event.has('RECURRENCE-ID')) {
    const id = occurrenceId(uid, event.moment('RECURRENCE-ID'));
    yield { fields: await event.fields(), utcMs: event.moment('DTSTART').utcMs, id };
  } else if (event.has('RRULE') || event.has('RDATE')) {
    yield* readSeries(uid, event, group, nowMs);
  } else {
    yield { fields: await event.fields(), utcMs: event.moment('DTSTART').utcMs, id: uid || undefined };
  }
}

/** The library throws various errors for invalid input. */
const problemOf = (error: unknown) =>
  error instanceof BadEvent ? error.message : `cannot be read: ${reasonOf(error).slice(0, 200)}`;

/** The input of the worker thread: all events of a file with the same UID, or one event without a UID. */
export interface ThreadInput {
  uid: string;
  events: ScannedEvent[];
  nowMs: number;
}

/** Reads the meetings of a group of events. */
export async function readGroup({ uid, events, nowMs }: ThreadInput): Promise<ThreadResult[]> {
  const labelOf = (subject: string) => (uid === '' ? subject : `<${uid}>`);
  const results: ThreadResult[] = [];
  const parsed: { number: number; event: CalendarEvent }[] = [];
  for (const text of events) {
    try {
      parsed.push({ number: text.number, event: new CalendarEvent(text) });
    } catch (error) {
      results.push({ number: text.number, label: labelOf(''), reason: problemOf(error) });
    }
  }
  const group = parsed.map(({ event }) => event);
  if (group.some((event) => event.isCancelled && !event.has('RECURRENCE-ID'))) return results;
  for (const { number, event } of parsed) {
    if (event.isCancelled) continue;
    const label = labelOf(event.subject);
    try {
      for await (const meeting of readEvent(uid, event, group, nowMs))
        results.push({ number, label, ...meeting });
    } catch (error) {
      results.push({ number, label, reason: problemOf(error) });
    }
  }
  return results;
}

/** The entry point of a worker thread: reads the meetings of a group of events, and measures the time that it takes. */
export default async function readGroupTimed(input: ThreadInput) {
  const startedMs = performance.now();
  const results = await readGroup(input);
  return { results, tookMs: performance.now() - startedMs };
}
