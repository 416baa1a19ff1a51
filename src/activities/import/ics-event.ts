import ICAL from 'ical.js';
import { toUtc, utc, type Zone, zoneByName } from '../time-zone.ts';
import { clean, decodeLines } from './charset.ts';
import { htmlToText } from './html.ts';
import type { ScannedEvent } from './ics-scan.ts';
import { BadEvent, type CalendarTime, parseCalendarTime, zoneOf } from './ics-time.ts';
import { firstParticipants, type ImportedActivity, toAddress, toSubject } from './imported-activity.ts';

/** The fields of a meeting other than its time. */
export type EventFields = Pick<ImportedActivity, 'subject' | 'content' | 'participants' | 'participantNames'>;

/** A time with its time zone. */
export interface Moment extends CalendarTime {
  zone: Zone;
  utcMs: number;
}

const maxDescriptionLength = 1_024 * 1_024;

const tag =
  /<\/?(?:a|b|br|body|div|em|font|h[1-6]|head|html|html-blob|i|li|ol|p|span|strong|table|td|tr|u|ul)(?:\s[^<>]{0,4096})?\/?>/i;
const breakingTag = /<(?:br|p|div|li|tr|html)\b/i;

/** Converts a description to plain text. Some programs write HTML, against the standard. */
async function plainText(text: string): Promise<string> {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  if (!tag.test(lines)) return lines.trim();
  // Character references can produce characters that `clean` removes.
  return clean(await htmlToText(breakingTag.test(lines) ? lines : lines.replaceAll('\n', '<br>')));
}

/** A cache: parsing a zone takes up to 0.1 s, and every event of a file may reference it. */
const zones = new Map<string, Zone | undefined>();
const maxZones = 100;

function definedZone(definition: string): Zone | undefined {
  if (!zones.has(definition)) {
    if (zones.size === maxZones) zones.clear();
    zones.set(definition, zoneOf(definition));
  }
  return zones.get(definition);
}

function parse(text: string): ICAL.Component {
  // The library supports only upper-case rules.
  const lines = clean(decodeLines(text))
    .split('\n')
    .map((line) => (/^RRULE[;:]/i.test(line) ? line.replace(/\s/g, '').toUpperCase() : line));
  return new ICAL.Component(ICAL.parse(lines.join('\n')));
}

/** Reads one VEVENT. */
export class CalendarEvent {
  readonly isCancelled: boolean;
  private readonly component: ICAL.Component;
  private readonly zones: ReadonlyMap<string, string>;

  /** @throws BadEvent, or an error of the library when it cannot parse the text */
  constructor({ text, calendar: { method, zones } }: ScannedEvent) {
    if (text === '') throw new BadEvent('has no END:VEVENT');
    this.component = parse(text);
    this.zones = zones;
    this.isCancelled = method === 'CANCEL' || this.text('STATUS').toUpperCase() === 'CANCELLED';
  }

  has(name: string): boolean {
    return this.component.hasProperty(name.toLowerCase());
  }

  get rules(): ICAL.Recur[] {
    const values = this.all('RRULE').map((property) => property.getFirstValue());
    return values.filter((value) => value instanceof ICAL.Recur);
  }

  /** @throws BadEvent when the event has no such time */
  moment(name: string): Moment {
    const [moment] = this.moments(name);
    if (!moment) throw new BadEvent(`has no start (${name})`);
    return moment;
  }

  /** The times of a property, or the starts of periods. Dates and times without a zone count as UTC. */
  *moments(name: string): Generator<Moment> {
    for (const property of this.all(name)) {
      const tzid = this.parameter(property, 'tzid').trim();
      const [, , , ...values]: unknown[] = property.toJSON();
      for (const value of values) yield this.toMoment(name, tzid, value);
    }
  }

  async fields(): Promise<EventFields> {
    const location = toSubject(this.text('LOCATION'));
    const description = this.text('DESCRIPTION') || this.text('X-ALT-DESC');
    if (description.length >= maxDescriptionLength) throw new BadEvent('has a description longer than 1 MiB');
    const parts = [location === '' ? '' : `Location: ${location}`, await plainText(description)];
    return {
      subject: this.subject,
      content: parts.filter((part) => part !== '').join('\n\n'),
      ...this.participants(),
    };
  }

  get subject(): string {
    return toSubject(this.text('SUMMARY'));
  }

  /**
   * The organizer and the attendees, without rooms and equipment. Attendees who declined are included, since an
   * invitation to a client belongs to that client.
   */
  private participants() {
    const people = [...this.all('ORGANIZER'), ...this.all('ATTENDEE')].filter(
      (property) => !/^(?:room|resource)$/i.test(this.parameter(property, 'cutype')),
    );
    return firstParticipants(
      people.map((property) => {
        const written = String(property.getFirstValue())
          .trim()
          .replace(/^mailto:/i, '');
        const address = toAddress(written) ?? toAddress(this.parameter(property, 'email'));
        return [address, this.parameter(property, 'cn')] as const;
      }),
    );
  }

  private toMoment(name: string, tzid: string, value: unknown): Moment {
    const [written] = Array.isArray(value) ? value : [value];
    // Undoes the jCal format (RFC 7265), which the library applies to invalid dates too.
    const text = String(written).replace(/[-:]/g, '').replace(/T$/, '');
    const time = parseCalendarTime(text);
    if (!time) throw new BadEvent(`has no valid date in ${name}: ${text.slice(0, 100)}`);
    const definition = this.zones.get(tzid);
    const zone =
      time.isDate || time.isUtc || tzid === ''
        ? utc
        : ((definition && definedZone(definition)) ?? zoneByName(tzid));
    if (!zone) {
      const reason = 'has a time zone that is neither defined in the file nor in the IANA database';
      throw new BadEvent(`${reason}: ${tzid.slice(0, 100)}`);
    }
    return { ...time, zone, utcMs: toUtc(time.wallMs, zone) };
  }

  private all(name: string): ICAL.Property[] {
    return this.component.getAllProperties(name.toLowerCase());
  }

  /** The value as it is written, whatever type it states: the library throws on a value of another type. */
  private text(name: string): string {
    const [, , , value] = this.component.getFirstProperty(name.toLowerCase())?.toJSON() ?? [];
    return typeof value === 'string' ? value.trim() : '';
  }

  private parameter(property: ICAL.Property, name: string): string {
    return String(property.getFirstParameter(name) ?? '');
  }
}
