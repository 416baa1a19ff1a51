import { clean } from './charset.ts';
import { htmlToText } from './html.ts';
import { type CalendarEvent, type Property, splitCalendars, unescapeText } from './ics-lines.ts';
import { BadRule, maxFileWork, recentTimes, type Work } from './ics-recurrence.ts';
import { type CalendarTime, dayMs, lastUpTo, parseCalendarTime, toUtc, utc, type Zone } from './ics-time.ts';
import { ZoneFinder } from './ics-zones.ts';
import {
  cutTo,
  isCredible,
  maxParticipants,
  type ReadResult,
  toAddress,
  toSourceId,
  toSubject,
  withSourceId,
} from './imported-activity.ts';

/** The longest file that is read, in bytes; the times of an event may depend on any other place in it. */
export const maxCalendarBytes = 25 * 1_024 * 1_024;

/** Most meetings of an event that repeats; of more, the newest are taken. */
const maxOccurrences = 1_000;

/** How much a meeting that repeats says, in characters; it is kept with every occurrence. No more is ever shown. */
const maxRepeated = 10_240;

/** Most meetings of a file: one of 25 MiB could have many millions. */
const maxMeetings = 100_000;

/** Why an event cannot be read, as the end of a sentence. */
class BadEvent extends Error {}

/** A time with the zone of its clock. */
interface Moment extends CalendarTime {
  zone: Zone;
  utcMs: number;
}

/** What a meeting says apart from its time. */
interface Said {
  subject: string;
  content: string;
  participants: string[];
}

const brief = (said: Said): Said => ({ ...said, content: cutTo(said.content, maxRepeated) });

/** An event that speaks for later occurrences of another one (RECURRENCE-ID with RANGE=THISANDFUTURE). */
interface Successor {
  utcMs: number;
  event: CalendarEvent;
}

/** What a file says about single occurrences of the event with one UID. */
interface Exceptions {
  instants: Set<number>;
  /** Whole days, where the occurrence is named by its date. */
  days: Set<number>;
  successors: Successor[];
  isCancelled: boolean;
}

const dayOf = (wallMs: number) => Math.floor(wallMs / dayMs);

const first = (event: CalendarEvent, name: string) =>
  event.properties.find((property) => property.name === name);
const all = (event: CalendarEvent, name: string) =>
  event.properties.filter((property) => property.name === name);
const textOf = (event: CalendarEvent, name: string) => unescapeText(first(event, name)?.value ?? '').trim();

const uidOf = (event: CalendarEvent) => textOf(event, 'UID').replace(/\s+/g, ' ');
const isCancelled = (event: CalendarEvent) =>
  event.calendar.method === 'CANCEL' || textOf(event, 'STATUS').toUpperCase() === 'CANCELLED';

/** How an occurrence is known: its date, or the instant it was meant for, in one spelling. */
const occurrenceId = (wallOrUtcMs: number, isDate: boolean) => {
  const spelled = new Date(wallOrUtcMs).toISOString().replace(/[-:]|\.\d+/g, '');
  return isDate ? spelled.slice(0, 8) : spelled;
};

const tag =
  /<\/?(?:a|b|br|body|div|em|font|h[1-6]|head|html|html-blob|i|li|ol|p|span|strong|table|td|tr|u|ul)(?:\s[^<>]{0,4096})?\/?>/i;
const breakingTag = /<(?:br|p|div|li|tr|html)\b/i;

/** The text of a description, which programs write as HTML too, whatever the standard says. */
async function plainText(text: string): Promise<string> {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  if (!tag.test(lines)) return lines.trim();
  // Character references may stand for what no text may hold.
  return clean(await htmlToText(breakingTag.test(lines) ? lines : lines.replaceAll('\n', '<br>')));
}

/**
 * The organizer before the attendees, without rooms and equipment. Those who declined stay: they were asked, and an
 * invitation to a client belongs to that client.
 */
function participantsOf(event: CalendarEvent): string[] {
  const kept = new Set<string>();
  for (const { parameters, value } of [...all(event, 'ORGANIZER'), ...all(event, 'ATTENDEE')]) {
    if (/^(?:room|resource)$/i.test(parameters.get('CUTYPE') ?? '')) continue;
    const written = value.trim().replace(/^mailto:/i, '');
    const address = toAddress(written) ?? toAddress(parameters.get('EMAIL') ?? '');
    if (address !== undefined) kept.add(address);
  }
  return [...kept].slice(0, maxParticipants);
}

async function readSaid(event: CalendarEvent): Promise<Said> {
  const location = toSubject(textOf(event, 'LOCATION'));
  const description = textOf(event, 'DESCRIPTION') || textOf(event, 'X-ALT-DESC');
  const parts = [location === '' ? '' : `Location: ${location}`, await plainText(description)];
  return {
    subject: toSubject(textOf(event, 'SUMMARY')),
    content: parts.filter((part) => part !== '').join('\n\n'),
    participants: participantsOf(event),
  };
}

function toResult(event: CalendarEvent, id: string | undefined, utcMs: number, said: Said): ReadResult {
  const uid = uidOf(event);
  const label = uid === '' ? said.subject : `<${uid}>`;
  const at = new Date(utcMs);
  if (!isCredible(at)) return { ok: false, label, reason: 'has a start outside the years 1970 to 2100' };
  const activity = { type: 'meeting', ...said, occurredAt: at.toISOString(), archivedAt: null } as const;
  return { ok: true, label, activity: withSourceId(id === undefined ? id : toSourceId(id), activity) };
}

/** Reads the events of one file; it holds what they share. */
class CalendarReader {
  private readonly nowMs: number;
  private readonly work: Work = { left: maxFileWork };
  private readonly zones = new ZoneFinder(this.work);
  private readonly exceptions = new Map<string, Exceptions>();

  constructor(events: readonly CalendarEvent[], now: Date) {
    this.nowMs = now.getTime();
    for (const event of events) this.noteException(event);
    for (const { successors } of this.exceptions.values()) successors.sort((a, b) => a.utcMs - b.utcMs);
  }

  private noteException(event: CalendarEvent): void {
    const recurrenceId = first(event, 'RECURRENCE-ID');
    const uid = uidOf(event);
    if (event.problem || uid === '' || (!recurrenceId && !isCancelled(event))) return;
    let exceptions = this.exceptions.get(uid);
    if (!exceptions) {
      exceptions = { instants: new Set(), days: new Set(), successors: [], isCancelled: false };
      this.exceptions.set(uid, exceptions);
    }
    if (!recurrenceId) {
      exceptions.isCancelled = true;
      return;
    }
    try {
      const { utcMs, wallMs, isDate } = this.momentOf(event, recurrenceId);
      if (isDate) exceptions.days.add(dayOf(wallMs));
      else exceptions.instants.add(utcMs);
      if (recurrenceId.parameters.get('RANGE')?.toUpperCase() === 'THISANDFUTURE')
        exceptions.successors.push({ utcMs, event });
    } catch (error) {
      // Reading the event itself gives the reason.
      if (!(error instanceof BadEvent)) throw error;
    }
  }

  /** What becomes of an event: nothing, one meeting, several, or the reason why it cannot be read. */
  async *read(event: CalendarEvent): AsyncGenerator<ReadResult> {
    const uid = uidOf(event);
    try {
      if (event.problem) throw new BadEvent(event.problem);
      if (isCancelled(event) || this.exceptions.get(uid)?.isCancelled) return;
      const repeats = first(event, 'RRULE') ?? first(event, 'RDATE');
      if (repeats && !first(event, 'RECURRENCE-ID')) yield* this.readSeries(event, uid);
      else yield this.readSingle(event, uid, await readSaid(event));
    } catch (error) {
      if (!(error instanceof BadEvent || error instanceof BadRule)) throw error;
      const label = uid === '' ? toSubject(textOf(event, 'SUMMARY')) : `<${uid}>`;
      yield { ok: false, label, reason: error.message };
    }
  }

  private readSingle(event: CalendarEvent, uid: string, said: Said): ReadResult {
    const start = this.startOf(event);
    if (uid === '') return toResult(event, undefined, start.utcMs, said);
    const recurrenceId = first(event, 'RECURRENCE-ID');
    if (!recurrenceId) return toResult(event, uid, start.utcMs, said);
    const { isDate, wallMs, utcMs } = this.momentOf(event, recurrenceId);
    const id = `${uid}:${occurrenceId(isDate ? wallMs : utcMs, isDate)}`;
    return toResult(event, id, start.utcMs, said);
  }

  private async *readSeries(event: CalendarEvent, uid: string): AsyncGenerator<ReadResult> {
    const start = this.startOf(event);
    const exceptions = this.exceptions.get(uid);
    const excluded = all(event, 'EXDATE').flatMap((property) => this.momentsOf(event, property));
    const excludedInstants = new Set(excluded.filter(({ isDate }) => !isDate).map(({ utcMs }) => utcMs));
    const excludedDays = new Set(excluded.filter(({ isDate }) => isDate).map(({ wallMs }) => dayOf(wallMs)));
    const times: { wallMs: number; utcMs: number }[] = [];
    for (const wallMs of this.timesOf(event, start).reverse()) {
      const utcMs = toUtc(wallMs, start.zone);
      const day = dayOf(wallMs);
      if (excludedInstants.has(utcMs) || excludedDays.has(day)) continue;
      if (exceptions?.instants.has(utcMs) || exceptions?.days.has(day)) continue;
      times.push({ wallMs, utcMs });
      if (times.length === maxOccurrences) break;
    }

    const said = new Map<CalendarEvent, Said>();
    for (const { wallMs, utcMs } of times.reverse()) {
      const successor = lastUpTo(exceptions?.successors ?? [], utcMs)?.event;
      if (successor && isCancelled(successor)) continue;
      const speaker = successor ?? event;
      const says = said.get(speaker) ?? brief(await readSaid(speaker));
      said.set(speaker, says);
      const id =
        uid === '' ? undefined : `${uid}:${occurrenceId(start.isDate ? wallMs : utcMs, start.isDate)}`;
      yield toResult(event, id, successor ? this.movedBy(successor, utcMs) : utcMs, says);
    }
  }

  private timesOf(event: CalendarEvent, start: Moment): number[] {
    const toWall = (moment: Moment) => moment.utcMs + start.zone(moment.utcMs);
    const added = all(event, 'RDATE').flatMap((property) => this.momentsOf(event, property));
    const series = {
      startMs: start.wallMs,
      rules: all(event, 'RRULE').map(({ value }) => value),
      addedMs: added.map(toWall),
      readUntil: (text: string) => {
        const until = parseCalendarTime(text);
        if (!until) return undefined;
        // A date includes that day.
        if (until.isDate) return until.wallMs + dayMs - 1_000;
        return until.isUtc ? until.wallMs + start.zone(until.wallMs) : until.wallMs;
      },
    };
    return recentTimes(series, this.nowMs + start.zone(this.nowMs), this.work);
  }

  /** When an occurrence takes place that follows `successor`: as far from its old time as that one is from its own. */
  private movedBy(successor: CalendarEvent, utcMs: number): number {
    const recurrenceId = first(successor, 'RECURRENCE-ID');
    const { zone, wallMs } = this.startOf(successor);
    if (!recurrenceId) return utcMs;
    const before = this.momentOf(successor, recurrenceId).utcMs;
    return toUtc(utcMs + zone(utcMs) + wallMs - (before + zone(before)), zone);
  }

  private startOf(event: CalendarEvent): Moment {
    const start = first(event, 'DTSTART');
    if (!start) throw new BadEvent('has no start (DTSTART)');
    return this.momentOf(event, start);
  }

  private momentOf(event: CalendarEvent, property: Property): Moment {
    const [moment] = this.momentsOf(event, property);
    if (!moment) throw new BadEvent(`has no valid date in ${property.name}: ${property.value.slice(0, 100)}`);
    return moment;
  }

  /** The times of a property; of a period, its start. Dates and times without a zone count as UTC. */
  private momentsOf(event: CalendarEvent, { name, parameters, value }: Property): Moment[] {
    const texts = value.split(',').filter((text) => text.trim() !== '');
    return texts.map((text) => {
      const time = parseCalendarTime(text.replace(/\/.*/s, ''));
      if (!time) throw new BadEvent(`has no valid date in ${name}: ${text.slice(0, 100)}`);
      const tzid = parameters.get('TZID')?.trim();
      const isPlain = time.isDate || time.isUtc || !tzid;
      const zone = isPlain ? utc : this.zones.find(tzid, event.calendar);
      if (!zone) {
        const reason = 'has a time zone that neither the file defines nor the IANA database knows';
        throw new BadEvent(`${reason}: ${tzid?.slice(0, 100)}`);
      }
      return { ...time, zone, utcMs: toUtc(time.wallMs, zone) };
    });
  }
}

/**
 * Reads a file of calendars (RFC 5545) into meetings. An event that repeats becomes its occurrences (`recentTimes`, of
 * which at most the newest 1,000). Cancelled events and occurrences, and what is no event, are passed over.
 * @returns for each meeting, and each event that cannot be read, the number of the event in the file from 1;
 * undefined when the file has no calendar
 */
export function readCalendars(
  file: Buffer,
  now: Date,
): AsyncGenerator<{ number: number; result: ReadResult }> | undefined {
  const events = splitCalendars(file);
  return events && readEvents(events, now);
}

async function* readEvents(events: readonly CalendarEvent[], now: Date) {
  const reader = new CalendarReader(events, now);
  let meetings = 0;
  for (const [index, event] of events.entries()) {
    for await (const result of reader.read(event)) {
      yield { number: index + 1, result };
      meetings++;
      if (meetings < maxMeetings) continue;
      const reason = `and those behind it are left out: the file has more than ${maxMeetings.toLocaleString('en')} meetings`;
      yield { number: index + 1, result: { ok: false as const, label: '', reason } };
      return;
    }
  }
}
