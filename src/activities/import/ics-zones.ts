import type { Calendar, Property, ZoneDefinition } from './ics-lines.ts';
import { BadRule, timesUpTo, type Work } from './ics-recurrence.ts';
import { lastUpTo, parseCalendarTime, type Zone, zoneByName } from './ics-time.ts';

/** From the first of these on every change of a zone is worked out; what is read lies between. */
const fromMs = Date.UTC(1969, 0);
const toMs = Date.UTC(2101, 0);

const firstValue = (properties: readonly Property[], name: string) =>
  properties.find((property) => property.name === name)?.value ?? '';

/** Reads `+0100` or `-033015` (RFC 5545, 3.3.14). */
function parseOffset(text: string): number | undefined {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])(\d{2})(\d{2})(\d{2})?$/.exec(text.trim()) ?? [];
  if (sign === undefined) return undefined;
  const size = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return (sign === '-' ? -size : size) * 1_000;
}

/** When a STANDARD or DAYLIGHT part begins to hold, again and again, and from which offset to which it leads. */
function readObservance(properties: readonly Property[], work: Work) {
  const start = parseCalendarTime(firstValue(properties, 'DTSTART'));
  const offsetMs = parseOffset(firstValue(properties, 'TZOFFSETTO'));
  const fromOffsetMs = parseOffset(firstValue(properties, 'TZOFFSETFROM')) ?? offsetMs;
  if (!start || offsetMs === undefined || fromOffsetMs === undefined) return undefined;
  const valuesOf = (name: string) => properties.filter((property) => property.name === name);
  const added = valuesOf('RDATE').flatMap(({ value }) => value.split(',').map(parseCalendarTime));
  const series = {
    startMs: start.wallMs,
    rules: valuesOf('RRULE').map(({ value }) => value),
    addedMs: added.flatMap((time) => time?.wallMs ?? []),
    readUntil: (text: string) => {
      const until = parseCalendarTime(text);
      return until && until.wallMs + (until.isUtc ? fromOffsetMs : 0);
    },
  };
  const times = timesUpTo(series, fromMs, toMs, work);
  return times.map((time) => ({ utcMs: time - fromOffsetMs, offsetMs, fromOffsetMs }));
}

function zoneOf(definition: ZoneDefinition, work: Work): Zone | undefined {
  try {
    const transitions = definition.observances.flatMap((part) => readObservance(part, work) ?? []);
    transitions.sort((a, b) => a.utcMs - b.utcMs);
    const [earliest] = transitions;
    return earliest && ((utcMs) => lastUpTo(transitions, utcMs)?.offsetMs ?? earliest.fromOffsetMs);
  } catch (error) {
    if (error instanceof BadRule) return undefined;
    throw error;
  }
}

/** Finds the time zones of a file. */
export class ZoneFinder {
  private readonly work: Work;
  private readonly found = new Map<ZoneDefinition, Zone | undefined>();
  /** By what they say, since a file of many calendars may define the same zone in each. */
  private readonly worked = new Map<string, Zone | undefined>();

  constructor(work: Work) {
    this.work = work;
  }

  /** The zone of this name: as the calendar defines it, else by that name in the IANA database, else undefined. */
  find(name: string, calendar: Calendar): Zone | undefined {
    const definition = calendar.zones.get(name);
    if (!definition) return zoneByName(name);
    if (!this.found.has(definition)) this.found.set(definition, this.workOut(definition));
    return this.found.get(definition) ?? zoneByName(name);
  }

  private workOut(definition: ZoneDefinition): Zone | undefined {
    const said = JSON.stringify(
      definition.observances.map((part) => part.map(({ name, value }) => [name, value])),
    );
    if (!this.worked.has(said)) this.worked.set(said, zoneOf(definition, this.work));
    return this.worked.get(said);
  }
}
