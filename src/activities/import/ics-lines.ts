import { clean, decodeLegacy } from './charset.ts';
import { BoundedBytes } from './lines.ts';

/** A property of a calendar (RFC 5545, 3.1): names in capitals, the value as written. */
export interface Property {
  name: string;
  parameters: ReadonlyMap<string, string>;
  value: string;
}

/** The definition of a time zone (VTIMEZONE): what each of its STANDARD and DAYLIGHT parts says. */
export interface ZoneDefinition {
  observances: Property[][];
}

export interface Calendar {
  /** In capitals; empty when there is none. */
  method: string;
  /** By TZID. */
  zones: Map<string, ZoneDefinition>;
}

export interface CalendarEvent {
  calendar: Calendar;
  properties: Property[];
  /** Why it cannot be used; what it says is then not kept whole. */
  problem?: string;
}

/** The most that is kept of one event, in characters. */
const maxEventCharacters = 1_024 * 1_024;

/** So many attendees of an event are looked at. */
const maxAttendees = 1_000;

const eventProperties = new Set([
  ...['UID', 'SUMMARY', 'DESCRIPTION', 'X-ALT-DESC', 'LOCATION', 'STATUS', 'ORGANIZER', 'ATTENDEE'],
  ...['DTSTART', 'RECURRENCE-ID', 'RRULE', 'RDATE', 'EXDATE'],
]);
const zoneProperties = new Set(['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO', 'RRULE', 'RDATE']);

const readParameters = new Set(['TZID', 'VALUE', 'RANGE', 'CUTYPE', 'EMAIL']);

const newline = 0x0a;
const isFold = (byte: number | undefined) => byte === 0x20 || byte === 0x09;

/** The lines of the file, unfolded, without empty ones. Bytes, since a fold may fall inside a character. Each is valid until the next. */
function* contentLines(file: Buffer): Generator<Buffer> {
  let from = file.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf)) ? 3 : 0;
  let line = new BoundedBytes(file.length);
  while (from < file.length) {
    const found = file.indexOf(newline, from);
    const next = found === -1 ? file.length : found + 1;
    let end = found === -1 ? file.length : found;
    while (end > from && file[end - 1] === 0x0d) end -= 1;
    line.add(file.subarray(from, end));
    from = isFold(file[next]) ? next + 1 : next;
    if (from !== next && from < file.length) continue;
    if (line.bytes.length === 0) continue;
    yield line.bytes;
    line = new BoundedBytes(file.length);
  }
}

function nameOf(line: Buffer): string | undefined {
  return /^([a-z0-9-]+)[;:]/i.exec(line.toString('latin1', 0, 100))?.[1]?.toUpperCase();
}

/** Reads a line whose name is known to be `name`; undefined when it has no value. */
function toProperty(name: string, line: Buffer): Property | undefined {
  const text = clean(decodeLegacy(line));
  const parameters = new Map<string, string>();
  let isQuoted = false;
  let start = name.length;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted || (character !== ';' && character !== ':')) continue;
    const [parameter = '', ...values] = text.slice(start + 1, at).split('=');
    if (readParameters.has(parameter.toUpperCase())) {
      parameters.set(parameter.toUpperCase(), values.join('=').replaceAll('"', ''));
    }
    start = at;
    if (character === ':') return { name, parameters, value: text.slice(at + 1) };
  }
  return undefined;
}

/** The text that a value of type TEXT stands for (RFC 5545, 3.3.11). */
export function unescapeText(value: string): string {
  return value.replace(/\\([\\;,nN"])/g, (_escape, character: string) =>
    character === 'n' || character === 'N' ? '\n' : character,
  );
}

/**
 * Splits a file of calendars (RFC 5545) into its events, of all its calendars and in their order. What an event holds
 * inside itself, such as an alarm, and properties that nobody reads are left out. An event that never ends, that is
 * too long, or that has a line that is no property comes with its `problem`.
 * @returns undefined when the file has no calendar
 */
export function splitCalendars(file: Buffer): CalendarEvent[] | undefined {
  const events: CalendarEvent[] = [];
  let found = false;
  let calendar: Calendar | undefined;
  let event: CalendarEvent | undefined;
  let characters = 0;
  let attendees = 0;
  let depth = 0;
  let zone: ZoneDefinition | undefined;
  let observance: Property[] | undefined;

  function begin(component: string): void {
    if (component === 'VCALENDAR') {
      leaveOpenEvent();
      calendar = { method: '', zones: new Map() };
      found = true;
    } else if (component === 'VEVENT' && calendar) {
      leaveOpenEvent();
      event = { calendar, properties: [] };
      events.push(event);
      characters = attendees = depth = 0;
      zone = undefined;
    } else if (event) {
      depth += 1;
    } else if (component === 'VTIMEZONE' && calendar) {
      zone = { observances: [] };
    } else if (component === 'STANDARD' || component === 'DAYLIGHT') {
      observance = [];
      zone?.observances.push(observance);
    }
  }

  function end(component: string): void {
    if (component === 'VCALENDAR') {
      leaveOpenEvent();
      calendar = undefined;
    } else if (component === 'VEVENT') event = undefined;
    else if (event) depth = Math.max(0, depth - 1);
    else if (component === 'VTIMEZONE') zone = undefined;
    else if (component === 'STANDARD' || component === 'DAYLIGHT') observance = undefined;
  }

  function leaveOpenEvent(): void {
    if (event) giveUp(event, 'does not end: its END:VEVENT is missing');
    event = undefined;
  }

  function giveUp(broken: CalendarEvent, problem: string): void {
    if (broken.problem) return;
    broken.problem = problem;
    // What names it stays, so that its failure can be told by its name.
    broken.properties = broken.properties.filter(({ name }) => name === 'UID');
  }

  function addToEvent(to: CalendarEvent, name: string | undefined, line: Buffer): void {
    if (name !== undefined && !eventProperties.has(name)) return;
    if (to.problem && name !== 'UID') return;
    if (name === 'ATTENDEE' && ++attendees > maxAttendees) return;
    const property = name === undefined ? undefined : toProperty(name, line);
    characters += line.length;
    if (name === undefined) giveUp(to, 'has a line that is no property');
    else if (!property) giveUp(to, `has a broken line for ${name}`);
    else if (characters > maxEventCharacters) giveUp(to, 'is longer than 1 MiB');
    else to.properties.push(property);
  }

  for (const line of contentLines(file)) {
    const name = nameOf(line);
    if (name === 'BEGIN' || name === 'END') {
      const component = line
        .toString('latin1', name.length + 1, name.length + 100)
        .trim()
        .toUpperCase();
      if (name === 'BEGIN') begin(component);
      else end(component);
    } else if (event) {
      if (depth === 0) addToEvent(event, name, line);
    } else if (name !== undefined && zone) {
      const isWanted = observance ? zoneProperties.has(name) : name === 'TZID';
      const property = isWanted ? toProperty(name, line) : undefined;
      if (property && observance) observance.push(property);
      else if (property) calendar?.zones.set(property.value.trim(), zone);
    } else if (calendar && name === 'METHOD') {
      calendar.method = toProperty(name, line)?.value.trim().toUpperCase() ?? '';
    }
  }
  leaveOpenEvent();
  return found ? events : undefined;
}
