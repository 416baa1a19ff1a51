import type { Random } from '../bad-input/random.ts';
import { lengthUpTo, nearMatch, run, text, value } from './texts.ts';

const frequencies = ['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY', 'NEVER'];
const ruleParts = {
  INTERVAL: ['1', '2', '0', '-1', '999999', '1000000000'],
  COUNT: ['1', '10', '99999999', '0'],
  UNTIL: ['20261231', '20261231T000000Z', '99991231', 'x'],
  BYDAY: ['MO', 'MO,TU,WE,TH,FR', '-1FR', '5MO', '53SU', 'XX'],
  BYMONTH: ['2', '1,2,3,4,5,6,7,8,9,10,11,12', '13'],
  BYMONTHDAY: ['30', '31', '-31', '1,2,3', '0'],
  BYYEARDAY: ['366', '-366', '1'],
  BYWEEKNO: ['53', '-53', '1'],
  BYHOUR: ['0', '0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23', '24'],
  BYMINUTE: ['0', '0,10,20,30,40,50'],
  BYSECOND: ['0', '60'],
  BYSETPOS: ['1', '-1', '366'],
  WKST: ['SU', 'MO'],
};
const times = [
  '20261102T100000Z',
  '20261102T100000',
  '20261102',
  '20261029T023000',
  '19700101T000000',
  '00010101T000000Z',
  '99991231T235959Z',
  '20261102T240000',
];
const zones = ['Europe/Berlin', 'Own', 'W. Europe Standard Time', 'Nowhere/Land', 'UTC'];

function rule(random: Random): string {
  const parts = Object.entries(ruleParts)
    .filter(() => random.chance(0.15))
    .map(([name, values]) => `${name}=${value(random, values, 100)}`);
  const one = [`FREQ=${random.of(frequencies)}`, ...parts].join(';');
  return random.chance(0.03) ? `${one};BYDAY=${run(random, 600)}` : one;
}

function time(random: Random, name: string): string {
  const zone = random.of(['', '', `;TZID=${value(random, zones, 100)}`, ';VALUE=DATE', ';TZID="Own"']);
  const count = random.chance(0.05) ? lengthUpTo(random, 2_000) : 1;
  return `${name}${zone}:${Array.from({ length: count }, () => value(random, times, 50)).join(',')}`;
}

function escaped(content: string): string {
  return content.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r?\n/g, '\\n');
}

function event(random: Random, number: number): string[] {
  const lines = [
    `UID:${random.chance(0.8) ? `u${random.below(number + 2)}` : value(random, ['x'], 3_000)}`,
    time(random, 'DTSTART'),
    `SUMMARY:${escaped(value(random, ['Review', 'evil.com/login', '']))}`,
    `DESCRIPTION:${escaped(text(random, 4_000))}`,
    `LOCATION:${value(random, ['Room 1'])}`,
    `STATUS:${value(random, ['CONFIRMED', 'CANCELLED'], 200)}`,
    `ORGANIZER;CN=${value(random, ['Ann', '"A;B:C"'], 200)}:mailto:ann@acme.example`,
    ...Array.from(
      { length: random.chance(0.1) ? lengthUpTo(random, 1_500) : random.below(4) },
      (_, at) =>
        `ATTENDEE${random.of(['', ';CUTYPE=ROOM', ';EMAIL=x@y.example'])}:mailto:${at}@globex.example`,
    ),
    ...(random.chance(0.5) ? [`RRULE:${rule(random)}`] : []),
    ...(random.chance(0.15) ? [time(random, 'RDATE')] : []),
    ...(random.chance(0.15) ? [time(random, 'EXDATE')] : []),
    ...(random.chance(0.2)
      ? [time(random, random.of(['RECURRENCE-ID', 'RECURRENCE-ID;RANGE=THISANDFUTURE']))]
      : []),
    ...(random.chance(0.1) ? ['BEGIN:VALARM', 'TRIGGER:-PT15M', 'END:VALARM'] : []),
    ...(random.chance(0.05) ? [nearMatch(random, lengthUpTo(random, 2_000))] : []),
  ];
  return [
    'BEGIN:VEVENT',
    ...lines.filter(() => random.chance(0.95)),
    random.chance(0.97) ? 'END:VEVENT' : '',
  ];
}

function zone(random: Random): string[] {
  const part = (name: string) => [
    `BEGIN:${name}`,
    `DTSTART:${value(random, ['19701025T030000', '19700329T020000', '20261102T100000'], 50)}`,
    `TZOFFSETFROM:${value(random, ['+0200', '+0100', '-1200', '+9999'], 30)}`,
    `TZOFFSETTO:${value(random, ['+0100', '+0200', '+1400'], 30)}`,
    `RRULE:${random.chance(0.7) ? 'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU' : rule(random)}`,
    `END:${name}`,
  ];
  return ['BEGIN:VTIMEZONE', 'TZID:Own', ...part('STANDARD'), ...part('DAYLIGHT'), 'END:VTIMEZONE'];
}

/** Calendars that are some, nearly: rules without end, zones of their own, folded lines. */
export function calendar(random: Random): string {
  const count = random.chance(0.05) ? lengthUpTo(random, 60) : 1 + random.below(4);
  const lines = [
    'BEGIN:VCALENDAR',
    ...(random.chance(0.2) ? [`METHOD:${value(random, ['REQUEST', 'CANCEL'], 100)}`] : []),
    ...(random.chance(0.4) ? zone(random) : []),
    ...Array.from({ length: count }, (_, number) => event(random, number)).flat(),
    random.chance(0.95) ? 'END:VCALENDAR' : '',
  ];
  const ends = random.of(['\r\n', '\n']);
  const folded = random.chance(0.3) ? lines.map((each) => each.replaceAll(/.{60}/gs, `$&${ends} `)) : lines;
  return folded.join(ends);
}
