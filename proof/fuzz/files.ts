import fc, { type Arbitrary } from 'fast-check';
import type { ImportFormat } from '../../src/activities/import/read.ts';
import { lengthUpTo, listed, mostOf, nearMatch, run, text, value, written } from './texts.ts';

/** The files are as hostile in small, and the time is for one of them. */
const maxFileBytes = 1_000_000;

const joined = (lines: Arbitrary<string[]>, ...ends: string[]) =>
  fc.tuple(lines, fc.constantFrom(...ends)).map(([all, end]) => all.join(end));
const manyOf = <T>(one: Arbitrary<T>, few: number, max: number) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.array(one, { maxLength: few }) },
    lengthUpTo(max).chain((maxLength) => fc.array(one, { maxLength })),
  );

const dates = listed(
  'Mon, 2 Nov 2026 10:00:00 +0000¦2026-11-02T10:00:00Z¦31 Feb 2026 10:00 Z¦2 Nov 99999 10:00',
);
const addresses = value(
  listed(
    'Pat <pat@globex.example>¦ann@acme.example¦"A, B" <a@b.example>¦group: a@b.example, c@d.example;¦<<x@y>>¦' +
      '=?utf-8?q?P=C3=A4t?= <pat@globex.example>¦a@b@c¦(comment) a@b.example',
  ),
  300,
);
const addressList = joined(manyOf(addresses, 4, 300), ', ', ',', ';', ',\r\n ', ' ');

const head = mostOf(
  written`From: ${addressList}`,
  written`To: ${addressList}`,
  written`Cc: ${addressList}`,
  written`Date: ${value(dates)}`,
  written`Subject: ${value(['Renewal', 'Re: Renewal', '=?utf-8?b?R3LDvMOfZQ==?=', '=?iso-8859-1?q?=FC?='])}`,
  written`Message-ID: <${value(['1@x', '2@x'], 300)}>`,
  written`Received: from a by b; ${value(dates)}`,
  written`${value(['X-Trace', 'List-Id', ''])}: ${value(['x'])}`,
  nearMatch(3_000),
);
const headers = fc.oneof(
  { weight: 9, arbitrary: head },
  fc.tuple(head, lengthUpTo(300)).map(([lines, times]) => Array<string[]>(times).fill(lines).flat()),
  fc
    .tuple(head, fc.array(run(50), { maxLength: 500 }))
    .map(([lines, folded]) => [...lines, ...folded.map((each) => ` ${each}`)]),
);

const tags = listed(
  '<p>¦</p>¦<br>¦</a>¦<style>x</style>¦<title>¦<li>¦<!--¦-->¦&amp;¦&#x41;¦&#55296;¦<script>¦</script>¦<b¦' +
    '<table><tr><td>¦</body>¦<a href="http://evil.com">',
);
const html = fc
  .array(
    fc.oneof(
      fc.constantFrom(...tags),
      fc.tuple(fc.constantFrom(...tags), lengthUpTo(3_000)).map(([tag, times]) => tag.repeat(times)),
      text(500),
    ),
    { maxLength: 15 },
  )
  .map((pieces) => pieces.join(''));

const encodings: Record<string, (content: string) => string> = {
  '8bit': (content) => content,
  'x-uuencode': (content) => content,
  'BASE64 ': (content) => Buffer.from(content).toString('base64'),
  base64: (content) =>
    Buffer.from(content)
      .toString('base64')
      .replaceAll(/.{1,76}/g, '$&\r\n'),
  'quoted-printable': (content) =>
    content.replaceAll(/[^\x20-\x3c\x3e-\x7e\n]/g, (character) =>
      [...Buffer.from(character)].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join(''),
    ),
};
const charsets = listed('utf-8¦UTF8¦iso-8859-1¦windows-1252¦utf-16¦utf-7¦gb18030¦iso-2022-jp¦x-none¦¦"');
const types = listed('text/plain¦text/html¦text/calendar¦text/plain; format=flowed¦image/png');
const gap = fc.oneof({ weight: 19, arbitrary: fc.constantFrom('; ', ';\r\n ', ' ;', '') }, run(20_000));
const leaf = fc
  .tuple(
    value(types, 500),
    gap,
    value(charsets, 200),
    fc.constantFrom(...Object.keys(encodings)),
    fc.oneof(text(5_000), html),
  )
  .map(
    ([type, between, charset, encoding, content]) =>
      `Content-Type: ${type}${between}charset=${charset}\nContent-Transfer-Encoding: ${encoding}\n\n${encodings[encoding]?.(content)}`,
  );

const { mail } = fc.letrec<{ mail: string; part: string; multipart: string }>((tie) => ({
  mail: fc
    .tuple(headers, tie('part'), fc.constantFrom('\n', '\r\n'))
    .map(([lines, part, end]) => [...lines, part].join(end)),
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: leaf },
    { weight: 3, arbitrary: tie('multipart') },
    tie('mail').map((inner) => `Content-Type: message/rfc822\n\n${inner}`),
  ),
  multipart: fc
    .tuple(
      value(['b', 'bb', '-', '--', 'a b', 'boundary-1'], 70),
      fc.constantFrom('mixed', 'alternative', 'related', 'digest', 'report', ''),
      fc.constantFrom('', '"'),
      fc.array(tie('part'), { maxLength: 3 }),
      fc.constantFrom('--\n', '\n', ' --\n'),
    )
    .map(([boundary, kind, quote, parts, end]) =>
      [
        `Content-Type: multipart/${kind}; boundary=${quote}${boundary}${quote}\n`,
        ...parts.map((part) => `--${boundary}\n${part}`),
        `--${boundary}${end}`,
      ].join('\n'),
    ),
}));

/** Parts within parts, deeper than they are read. */
const nested = fc.tuple(leaf, lengthUpTo(40)).map(([part, depth]) =>
  Array(depth)
    .fill(0)
    .reduce((inner) => `Content-Type: multipart/mixed; boundary=b\n\n--b\n${inner}\n--b--\n`, part),
);

const mbox = fc
  .array(
    written`${value(['From a@b Mon Nov  2 10:00:00 2026', 'From MAILER-DAEMON Mon Nov  2 10:00:00 2026'], 1_500)}\n${mail.map((each) => each.replaceAll(/^(>*From )/gm, '>$1'))}\n\n`,
    { minLength: 1, maxLength: 4 },
  )
  .map((mails) => mails.join(''));

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
const rulePart = fc.oneof(
  ...Object.entries(ruleParts).map(([name, values]) => value(values, 100).map((each) => `${name}=${each}`)),
);
const rule = fc
  .tuple(
    fc.constantFrom('SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY', 'NEVER'),
    fc.array(rulePart, { maxLength: 4 }),
  )
  .map(([frequency, parts]) => [`RRULE:FREQ=${frequency}`, ...parts].join(';'));

const time = value(
  listed(
    '20261102T100000Z¦20261102T100000¦20261102¦20261029T023000¦19700101T000000¦00010101T000000Z¦99991231T235959Z¦' +
      '20261102T240000',
  ),
  50,
);
const zoneName = value(['Europe/Berlin', 'Own', 'W. Europe Standard Time', 'Nowhere/Land', 'UTC'], 100);
const zoned = fc.oneof(fc.constantFrom('', ';VALUE=DATE', ';TZID="Own"'), written`;TZID=${zoneName}`);
const times = manyOf(time, 2, 2_000).map((all) => all.join());
const timeOf = (name: string) => written`${fc.constant(name)}${zoned}:${times}`;
const block = (name: string, lines: Arbitrary<string[]>) =>
  lines.map((all) => [`BEGIN:${name}`, ...all, `END:${name}`].join('\n'));
const escaped = (content: Arbitrary<string>) =>
  content.map((any) => any.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r?\n/g, '\\n'));
const attendee = written`ATTENDEE${fc.constantFrom('', ';CUTYPE=ROOM', ';EMAIL=x@y.example')}:mailto:${fc.nat(2_000)}@globex.example`;

const event = block(
  'VEVENT',
  mostOf(
    written`UID:${fc.oneof(fc.constantFrom('u0', 'u1', 'u2'), value(['x'], 3_000))}`,
    written`DTSTART${zoned}:${time}`,
    written`SUMMARY:${escaped(value(['Review', 'evil.com/login', '']))}`,
    written`DESCRIPTION:${escaped(text(4_000))}`,
    written`LOCATION:${value(['Room 1'])}`,
    written`STATUS:${value(['CONFIRMED', 'CANCELLED'], 200)}`,
    written`ORGANIZER;CN=${value(['Ann', '"A;B:C"'], 200)}:mailto:ann@acme.example`,
    manyOf(attendee, 3, 1_500).map((all) => all.join('\n')),
    rule,
    fc.oneof(
      timeOf('RDATE'),
      timeOf('EXDATE'),
      timeOf('RECURRENCE-ID'),
      timeOf('RECURRENCE-ID;RANGE=THISANDFUTURE'),
      nearMatch(2_000),
      fc.constant('BEGIN:VALARM\nTRIGGER:-PT15M\nEND:VALARM'),
      fc.constant('END:VEVENT'),
    ),
  ),
);
const offsets = (name: string) =>
  block(
    name,
    mostOf(
      written`DTSTART:${value(['19701025T030000', '19700329T020000', '20261102T100000'], 50)}`,
      written`TZOFFSETFROM:${value(['+0200', '+0100', '-1200', '+9999'], 30)}`,
      written`TZOFFSETTO:${value(['+0100', '+0200', '+1400'], 30)}`,
      fc.oneof(fc.constant('RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU'), rule),
    ),
  );
const calendar = fc
  .tuple(
    mostOf(
      written`METHOD:${value(['REQUEST', 'CANCEL'], 100)}`,
      block('VTIMEZONE', mostOf('TZID:Own', offsets('STANDARD'), offsets('DAYLIGHT'))),
    ),
    manyOf(event, 4, 60),
    fc.constantFrom('\r\n', '\n'),
    fc.boolean(),
  )
  .map(([before, events, end, isFolded]) => {
    const lines = ['BEGIN:VCALENDAR', ...before, ...events, 'END:VCALENDAR'].join('\n').split('\n');
    return (isFolded ? lines.map((each) => each.replaceAll(/.{60}/gs, `$&${end} `)) : lines).join(end);
  });

const person = fc.oneof(
  fc.constantFrom('pat@globex.example', 'ann@acme.example', 'Pat Lee', 'evil.com', '', 'a@b'),
  written`${run(340)}@x.example`,
);
const odd = fc.oneof(
  fc.constantFrom<unknown>(null, 0, -1, 2 ** 53, '', {}, [], true, ' ', '\0'),
  run(400),
  nearMatch(100),
);
const field = (usual: Arbitrary<unknown>) => fc.oneof({ weight: 6, arbitrary: usual }, odd);
const record = fc.record(
  {
    type: field(fc.constantFrom('email', 'call', 'meeting', 'note', 'chat')),
    subject: field(value(['Renewal', ''])),
    content: field(text(5_000)),
    occurredAt: field(value(['2026-11-02T10:00:00Z', '2026-10-02T10:00:00+02:00'])),
    participants: field(manyOf(person, 5, 3_000)),
    archivedAt: field(fc.constant(null)),
    id: field(fc.nat(1_000).map((number) => `id-${number}`)),
  },
  { requiredKeys: ['type', 'occurredAt'] },
);
const line = fc.oneof(
  { weight: 17, arbitrary: record.map((each) => JSON.stringify(each)) },
  run(1_000),
  lengthUpTo(50_000).map((depth) => '['.repeat(depth)),
  fc.tuple(record, fc.nat(500)).map(([each, end]) => JSON.stringify(each).slice(0, end)),
);
const jsonl = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join('\n'));

export interface ImportFile {
  readonly format: ImportFormat;
  readonly bytes: Buffer;
}

const contents: Record<ImportFormat, Arbitrary<string>> = {
  eml: fc.oneof({ weight: 19, arbitrary: mail }, nested),
  mbox,
  ics: calendar,
  jsonl,
};

/** A file to import: of one of the formats, nearly, or nothing of the kind. */
export const importFile: Arbitrary<ImportFile> = fc
  .tuple(
    fc
      .constantFrom<ImportFormat>('eml', 'eml', 'mbox', 'ics', 'ics', 'jsonl')
      .chain((format) =>
        fc.tuple(
          fc.constant(format),
          fc.oneof({ weight: 40, arbitrary: contents[format] }, text(20_000), ...Object.values(contents)),
        ),
      ),
    fc.constantFrom<BufferEncoding>('utf8', 'utf8', 'utf8', 'latin1'),
    fc.oneof(
      { weight: 5, arbitrary: fc.constant([]) },
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 5 }),
    ),
  )
  .map(([[format, content], encoding, changes]) => {
    const bytes = Buffer.from(content, encoding).subarray(0, maxFileBytes);
    for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte;
    return { format, bytes };
  });
