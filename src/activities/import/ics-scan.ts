/** The maximum number of events that are read of a file: 25 MiB could hold a million. */
export const maxEvents = 50_000;

/** The maximum length of the time zones of a calendar: they are copied for each event. Further ones are ignored. */
const maxZoneCharacters = 256 * 1_024;

/** A calendar of a file. */
interface Calendar {
  method: string;
  /** The text of each VTIMEZONE by its TZID. */
  zones: Map<string, string>;
}

/** The text of an event, one character per byte, since each line may be UTF-8 or windows-1252. */
export interface ScannedEvent {
  calendar: Calendar;
  /** Its position among the events of the file, from 1. */
  number: number;
  /** As written, one character per byte; empty if missing. */
  uid: string;
  /** From BEGIN to END; empty if the END is missing. */
  text: string;
}

const lineOfInterest = /^(BEGIN|END|UID|METHOD|TZID)[;:][^\n]*/gim;

/** Joins folded lines (RFC 5545, 3.1). Works on bytes, since a fold may split a character. */
const unfold = (file: Buffer) =>
  file
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .replaceAll('\r', '')
    .replace(/\n[ \t]/g, '');

/**
 * Finds the events of all calendars in a file, in order, without parsing them. Stops at the event after the last that is
 * read, whose text is empty.
 * @returns undefined when the file has no calendar
 */
export function scanCalendars(file: Buffer): ScannedEvent[] | undefined {
  const text = unfold(file);
  const events: ScannedEvent[] = [];
  let hasCalendar = false;
  let calendar: Calendar | undefined;
  let event: ScannedEvent | undefined;
  let depth = 0;
  let start = 0;
  let tzid = '';
  let zoneCharacters = 0;

  for (const { 0: line, 1: property = '', index } of text.matchAll(lineOfInterest)) {
    const value = line.slice(line.indexOf(':') + 1).trim();
    const mark = /^(?:BEGIN|END)$/i.test(property);
    const begins = /^BEGIN$/i.test(property);
    const name = (mark ? value.slice(0, 40) : property).toUpperCase();
    if (mark && name === 'VCALENDAR') {
      event = undefined;
      calendar = begins ? { method: '', zones: new Map() } : undefined;
      hasCalendar ||= begins;
      zoneCharacters = 0;
    } else if (begins && name === 'VEVENT' && calendar) {
      event = { calendar, number: events.length + 1, uid: '', text: '' };
      events.push(event);
      if (event.number > maxEvents) break;
      start = index;
      depth = 0;
    } else if (mark && name === 'VEVENT') {
      if (event) event.text = text.slice(start, index + line.length);
      event = undefined;
    } else if (event) {
      if (mark) depth += begins ? 1 : -1;
      else if (name === 'UID' && depth === 0) event.uid ||= value;
    } else if (name === 'VTIMEZONE') {
      if (begins) start = index;
      else {
        const zone = text.slice(start, index + line.length);
        zoneCharacters += tzid.length + zone.length;
        if (zoneCharacters <= maxZoneCharacters) calendar?.zones.set(tzid, zone);
      }
    } else if (name === 'TZID') tzid = value;
    else if (name === 'METHOD' && calendar) calendar.method = value.slice(0, 10).toUpperCase();
  }
  return hasCalendar ? events : undefined;
}
