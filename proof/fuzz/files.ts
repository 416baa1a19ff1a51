import { readFileSync } from 'node:fs';
import fc, { type Arbitrary } from 'fast-check';
import type { ImportFormat } from '../../src/activities/import/read.ts';
import { listed } from '../bad-input/corpus.ts';
import { lengthUpTo, run, text } from './texts.ts';

/** The files are as hostile in small, and the time is for one of them. */
const maxFileBytes = 1_000_000;

const linesOf = (name: string) =>
  readFileSync(new URL(`../../test/activities/import/fixtures/${name}`, import.meta.url), 'utf8').split(
    /\r?\n/,
  );

/** Sound files, whose lines are harmed. */
const sound = {
  eml: linesOf('newsletter.eml'),
  mbox: linesOf('conversation.mbox'),
  ics: linesOf('team.ics'),
};

/** Lines that mean something elsewhere. */
const strayLines = listed(
  'From: a@b¦From a@b Mon Nov  2 10:00:00 2026¦Date: 31 Feb 2026 10:00 Z¦Received: from a; 2 Nov 99999 10:00¦--outer¦' +
    'Content-Type: text/plain; charset=utf-7; format=flowed¦Content-Type: text/html;charset=iso-2022-jp¦' +
    'Content-Type: multipart/mixed; boundary=outer¦Content-Type: message/rfc822¦Content-Type: text/calendar; charset="¦' +
    'Content-Transfer-Encoding: base64¦Content-Transfer-Encoding: x-uuencode¦Subject: =?utf-8?b?R3LDvMOfZQ==?=¦' +
    'To: group: a@b.example, c@d.example;, <<x@y>>, =?utf-8?q?P=C3=A4t?= <p@q.example>¦BEGIN:VEVENT¦END:VEVENT¦' +
    'DTSTART;TZID=Own:20261029T023000¦DTSTART;VALUE=DATE:99991231¦RECURRENCE-ID;RANGE=THISANDFUTURE:20261102T080000Z¦' +
    'RDATE;TZID=Europe/Berlin:20261029T023000,00010101T000000¦EXDATE:20261102T240000¦STATUS:CANCELLED¦METHOD:CANCEL¦' +
    'TZOFFSETTO:+9999¦BEGIN:VTIMEZONE¦END:VCALENDAR¦SUMMARY:evil.com/login¦X-ALT-DESC;FMTTYPE=text/html:<p>x',
);

const ruleParts = listed(
  'INTERVAL=0¦INTERVAL=1000000000¦COUNT=99999999¦COUNT=0¦UNTIL=99991231¦UNTIL=x¦BYDAY=-1FR¦BYDAY=53SU¦BYDAY=XX¦' +
    'BYMONTH=2¦BYMONTH=13¦BYMONTHDAY=30¦BYMONTHDAY=0¦BYYEARDAY=-366¦BYWEEKNO=53¦BYHOUR=0,1,2,3,4,5,6,7,8,9¦BYHOUR=24¦' +
    'BYMINUTE=0,10,20¦BYSECOND=60¦BYSETPOS=366¦WKST=MO',
);
const frequencies = listed('SECONDLY¦MINUTELY¦HOURLY¦DAILY¦WEEKLY¦MONTHLY¦YEARLY¦NEVER');
const rule = fc
  .tuple(fc.constantFrom(...frequencies), fc.subarray(ruleParts, { maxLength: 4 }))
  .map(([frequency, parts]) => [`RRULE:FREQ=${frequency}`, ...parts].join(';'));

const hostileLine = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...strayLines, ...Object.values(sound).flat()) },
  rule,
  text(4_000),
);

/** Changes lines from a place on: how many, to what, and how often that is repeated. */
const change = fc.tuple(
  fc.nat(),
  fc.nat(3),
  fc.oneof(
    fc.array(hostileLine, { maxLength: 3 }).map((inserted) => () => inserted),
    // What comes after the name of a line is replaced.
    text(2_000).map(
      (value) => (lines: string[]) => lines.map((line) => line.replace(/[:=].*/, () => `:${value}`)),
    ),
    lengthUpTo(3_000).map((times) => (lines: string[]) => Array<string[]>(times).fill(lines).flat()),
  ),
);

const harmed = (lines: readonly string[]) =>
  fc.tuple(fc.array(change, { maxLength: 6 }), fc.constantFrom('\n', '\r\n')).map(([changes, end]) =>
    changes
      .reduce(
        (all, [from, count, to]) => {
          const at = from % (all.length + 1);
          return all.toSpliced(at, count, ...to(all.slice(at, at + count)));
        },
        [...lines],
      )
      .join(end),
  );

const person = fc.oneof(
  fc.constantFrom('pat@globex.example', 'ann@acme.example', 'Pat Lee', 'evil.com', '', 'a@b'),
  run(340).map((name) => `${name}@x.example`),
);
const odd = fc.oneof(fc.constantFrom<unknown>(null, 0, -1, 2 ** 53, '', {}, [], true, ' ', '\0'), run(400));
const field = (usual: Arbitrary<unknown>) => fc.oneof({ weight: 6, arbitrary: usual }, odd);
const record = fc.record(
  {
    type: field(fc.constantFrom('email', 'call', 'meeting', 'note', 'chat')),
    subject: field(text(500).map((any) => any.slice(0, 998))),
    content: field(text(5_000)),
    occurredAt: field(fc.nat(500 * 24).map((hours) => new Date(Date.UTC(2025, 8, 1, hours)).toISOString())),
    participants: field(fc.array(person, { maxLength: 5 })),
    id: field(fc.nat(1_000).map((number) => `id-${number}`)),
  },
  { requiredKeys: ['type', 'occurredAt'] },
);
const line = fc.oneof(
  { weight: 9, arbitrary: record.map((each) => JSON.stringify(each)) },
  lengthUpTo(50_000).map((depth) => '['.repeat(depth)),
  fc.tuple(record, fc.nat(500)).map(([each, end]) => JSON.stringify(each).slice(0, end)),
);

const contents: Record<ImportFormat, Arbitrary<string>> = {
  eml: harmed(sound.eml),
  mbox: harmed(sound.mbox),
  ics: harmed(sound.ics),
  jsonl: fc.array(line, { minLength: 1, maxLength: 30 }).map((lines) => lines.join('\n')),
};

export interface ImportFile {
  readonly format: ImportFormat;
  readonly bytes: Buffer;
}

/** A file to import: of one of the formats, nearly, or nothing of the kind. */
export const importFile: Arbitrary<ImportFile> = fc
  .tuple(
    fc
      .constantFrom<ImportFormat>('eml', 'mbox', 'ics', 'jsonl', 'jsonl')
      .chain((format) =>
        fc.tuple(
          fc.constant(format),
          fc.oneof({ weight: 40, arbitrary: contents[format] }, text(20_000), ...Object.values(contents)),
        ),
      ),
    fc.constantFrom<BufferEncoding>('utf8', 'utf8', 'utf8', 'latin1'),
    fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 5 }),
  )
  .map(([[format, content], encoding, changes]) => {
    const bytes = Buffer.from(content, encoding).subarray(0, maxFileBytes);
    for (const [at, byte] of changes.slice(2)) if (bytes.length > 0) bytes[at % bytes.length] = byte;
    return { format, bytes };
  });
