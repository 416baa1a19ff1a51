import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readCalendar } from '../../../src/activities/import/ics.ts';
import { scanCalendars } from '../../../src/activities/import/ics-scan.ts';
import { readGroup } from '../../../src/activities/import/ics-thread.ts';
import { activityOf, calendar, event, importFiles, lines, now, readAll, reasonOf, start } from './files.ts';

const fixture = join(import.meta.dirname, 'fixtures', 'team.ics');
const files = importFiles();
const path = join(files.directory, 'cal.ics');
const read = (content: string | Buffer) => files.read('cal.ics', content);

/** Reads events of one UID in this process: a thread would run the build. */
function readHere(events: string, at = now) {
  const scanned = scanCalendars(Buffer.from(calendar(events))) ?? [];
  return readGroup({ uid: scanned[0]?.uid ?? '', events: scanned, nowMs: at.getTime() });
}

/** The start of each meeting, or the reason why it cannot be read. */
const startsOf = async (events: string, at = now) =>
  (await readHere(events, at)).map((result) =>
    'reason' in result ? result.reason : new Date(result.utcMs).toISOString(),
  );

/** The starts of an event that repeats by one rule. */
const starts = (dtstart: string, rule: string, at = now) =>
  startsOf(event('UID:u', `DTSTART${dtstart}`, `RRULE:${rule}`), at);

/** The fields of the only meeting of an event. */
async function meeting(...inside: string[]) {
  const [only, ...others] = await readHere(event('UID:u', start, ...inside));
  expect(others).toEqual([]);
  if (!only || 'reason' in only) throw new Error(`not read: ${only?.reason}`);
  return only.fields;
}

describe('a file of calendars', () => {
  it('gives its events as meetings, one for each occurrence, and names their place by number and UID', async () => {
    const weekly = (sourceId: string, occurredAt: string, subject = 'Weekly') => ({
      sourceId: `weekly-1@acme.example:${sourceId}`,
      type: 'meeting',
      subject,
      content: '',
      occurredAt,
      participants: ['ann@acme.example'],
      archivedAt: null,
    });
    const items = await readAll(fixture);
    expect(items.map(activityOf)).toEqual([
      {
        sourceId: 'kickoff-1@acme.example',
        type: 'meeting',
        subject: 'Kick-off with Globex, round 1',
        content:
          'Location: Room 5, Oslo\n\nAgenda:\n- who does what\n- dates; a first plan for the weeks that follow',
        occurredAt: '2026-10-20T12:00:00.000Z',
        participants: ['ann@acme.example', 'pat@globex.example', 'lou@globex.example'],
        participantNames: ['Ann: Sales; Acme', 'Pat', ''],
        archivedAt: null,
      },
      weekly('20261012T070000Z', '2026-10-12T07:00:00.000Z'),
      weekly('20261026T080000Z', '2026-10-26T08:00:00.000Z'),
      weekly('20261109T080000Z', '2026-11-09T08:00:00.000Z'),
      weekly('20261102T080000Z', '2026-11-03T10:00:00.000Z', 'Weekly, moved'),
      expect.objectContaining({ sourceId: 'fair-1@acme.example', occurredAt: '2026-11-30T00:00:00.000Z' }),
    ]);
    const series = [2, 2, 2, 3].map((number) => `, event ${number} <weekly-1@acme.example>`);
    expect(items.map(({ where }) => where.slice(fixture.length))).toEqual([
      ', event 1 <kickoff-1@acme.example>',
      ...series,
      ', event 5 <fair-1@acme.example>',
    ]);
  });

  it('names the place of an event without a UID by its subject', async () => {
    const [item] = await read(calendar(event('SUMMARY:Lunch\x1b[2J', start)));
    expect(item?.where).toMatch(/, event 1 Lunch\[2J$/);
  });

  it.each([
    ['LF line ends', (text: string) => text.replaceAll('\r\n', '\n')],
    ['a byte order mark', (text: string) => `\ufeff${text}`],
    ['lower case', (text: string) => text.replace(/^[A-Z-]+(?=[:;])/gm, (name) => name.toLowerCase())],
    ['empty lines', (text: string) => text.replaceAll('\r\nDTSTART', '\r\n\r\nDTSTART')],
    ['no end', (text: string) => text.replace('END:VCALENDAR\r\n', '')],
  ])('may have %s', async (_name, change) => {
    const content = calendar(event('UID:u', 'SUMMARY:Grüße', start));
    expect(activityOf((await read(change(content)))[0])).toMatchObject({
      sourceId: 'u',
      subject: 'Grüße',
      occurredAt: '2026-11-02T09:00:00.000Z',
    });
  });

  it('is unfolded before its characters are read, and other bytes than UTF-8 count as windows-1252', async () => {
    const subjectOf = async (latin1: string) => {
      const content = Buffer.from(calendar(event('UID:u', `SUMMARY:${latin1}`, start)), 'latin1');
      return activityOf((await read(content))[0]).subject;
    };
    expect(await subjectOf('\xc3\r\n \xbc')).toBe('ü');
    expect(await subjectOf('\xfc\x80')).toBe('ü€');
  });

  it.each([
    ['different events', 'b'],
    ['the same event', 'a'],
  ])('may hold several calendars of %s, each with time zones of its own', async (_what, second) => {
    const zone = (offset: string) =>
      lines(
        ...['BEGIN:VTIMEZONE', 'TZID:Here', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
        ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, 'END:STANDARD', 'END:VTIMEZONE'],
      );
    const of = (uid: string) => event(`UID:${uid}`, 'DTSTART;TZID=Here:20261102T090000');
    const items = await read(calendar(zone('+0200'), of('a')) + calendar(of(second), zone('-0330')));
    expect(items.map((item) => activityOf(item).occurredAt)).toEqual([
      '2026-11-02T07:00:00.000Z',
      '2026-11-02T12:30:00.000Z',
    ]);
  });

  it.each([
    ['an empty file', ''],
    ['a JPEG', Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe0), Buffer.alloc(200_000, 0xa7)])],
    ['an event outside of any calendar', event('UID:u', start)],
  ])('is not %s, which one item reports', async (_name, content) => {
    const items = await read(content);
    expect(items.map(reasonOf)).toEqual(['is not a calendar: it has no BEGIN:VCALENDAR line']);
  });

  it('is refused when it is longer than 25 MiB', async () => {
    await read(calendar());
    truncateSync(path, 25 * 1_024 * 1_024);
    expect((await readAll(path)).map(reasonOf)).toEqual([]);
    truncateSync(path, 25 * 1_024 * 1_024 + 1);
    expect((await readAll(path)).map(reasonOf)).toEqual(['is longer than 25 MiB']);
  });

  it('gives 50,000 events at most, and says that there were more', async () => {
    const found = [];
    const file = Buffer.from(calendar(lines('BEGIN:VEVENT', 'UID:u').repeat(50_010)));
    for await (const { result } of readCalendar(file, now)?.results ?? []) found.push(result);
    expect(found).toHaveLength(50_001);
    expect(found.at(-2)).toMatchObject({ reason: 'has no END:VEVENT' });
    expect(found.at(-1)).toMatchObject({ reason: expect.stringContaining('more than 50,000 events') });
  });

  it('gives neither item nor failure for other components and cancelled meetings', async () => {
    const cancellation = calendar(lines('METHOD:CANCEL'), event('UID:a', start));
    const others = ['VTODO', 'VJOURNAL', 'VFREEBUSY'].map((name) =>
      lines(`BEGIN:${name}`, start, `END:${name}`),
    );
    expect(await read(calendar(...others, event('UID:b', start, 'STATUS:cancelled')))).toEqual([]);
    expect(await read(cancellation + calendar(event('UID:a', start)))).toEqual([]);
  });

  it('identifies a meeting without a UID, or with one that is too long, by a stable hash', async () => {
    const idOf = async (...inside: string[]) =>
      activityOf((await read(calendar(event(start, ...inside))))[0]).sourceId;
    const hash = /^sha256:[0-9a-f]{64}$/;
    expect(await idOf()).toMatch(hash);
    expect(await idOf(`UID:${'u'.repeat(255)}`)).toBe('u'.repeat(255));
    const long = `UID:${'u'.repeat(256)}`;
    const before = await idOf(long);
    expect(before).toMatch(hash);
    expect(await idOf(long, 'SUMMARY:Changed')).toBe(before);
    expect(await idOf(`${long}x`)).not.toBe(before);
  });
});

describe('a UID', () => {
  it('is decoded when it is the turn of its event, and not at all if it is too long', async () => {
    const decode = vi.spyOn(String.prototype, 'toWellFormed');
    onTestFinished(() => decode.mockRestore());
    const events = ['é '.repeat(1_000), 'é', 'b'].map((uid) => event(`UID:${uid}`, start));
    const { results } = readCalendar(Buffer.from(calendar(...events)), now) ?? expect.fail();
    const next = async () => (await results.next()).value?.result;
    expect(await next()).toMatchObject({ ok: false, reason: 'has a UID longer than 1000 bytes' });
    expect(decode).not.toHaveBeenCalled();
    expect(await next()).toMatchObject({ ok: true, activity: { sourceId: 'é' } });
    expect(decode).toHaveBeenCalledTimes(1);
  });
});

describe('a broken event', () => {
  it.each([
    ['has no start (DTSTART)'],
    ['has no valid date in DTSTART: 20260230T090000', 'DTSTART:20260230T090000'],
    ['cannot be read: invalid line (no token ";" or ":") "what is this"', start, 'what is this'],
    ['cannot be read: invalid line (no matching double quote) ";X="a:b"', start, 'SUMMARY;X="a:b'],
    ['has a description longer than 1 MiB', start, `DESCRIPTION:${'x'.repeat(1_024 * 1_024)}`],
    [
      'has a time zone that is neither defined in the file nor in the IANA database: Mars/Base',
      'DTSTART;TZID=Mars/Base:20261102T090000',
    ],
    ['has no valid date in EXDATE: soon', start, 'RRULE:FREQ=DAILY', 'EXDATE:soon'],
    [expect.stringMatching(/^cannot be read: invalid frequency "OFTEN"/), start, 'RRULE:FREQ=OFTEN'],
    [
      'cannot be read: For WEEKLY recurrences neither BYMONTHDAY nor BYYEARDAY may appear',
      ...[start, 'RRULE:FREQ=WEEKLY;BYMONTHDAY=3'],
    ],
    ['has a recurrence rule with 0 in BYMONTHDAY', start, 'RRULE:FREQ=MINUTELY;BYMONTHDAY=0'],
    [
      'has a recurrence rule that takes too long to expand: FREQ=SECONDLY',
      ...['DTSTART:19700101T000000Z', 'RRULE:FREQ=SECONDLY'],
    ],
    [
      'cannot be read: Same occurrence found twice, protecting you from death by recursion',
      ...[start, 'RRULE:FREQ=YEARLY;INTERVAL=999999999'],
    ],
  ])('is reported with its reason: %s', async (reason, ...inside) => {
    expect(await startsOf(event('UID:x', ...inside))).toEqual([reason]);
  });

  const properties = 'SUMMARY LOCATION DESCRIPTION STATUS X-ALT-DESC ORGANIZER ATTENDEE RECURRENCE-ID';
  it.each(properties.split(' '))('costs only itself, whatever value type its %s states', async (name) => {
    const types = `date date-time time duration period recur utc-offset binary boolean integer float uri cal-address
      text unknown x`;
    for (const type of types.split(/\s+/))
      for (const value of ['hello', '', '1', ':', ';,\\,', '20260230', '-PT']) {
        const broken = event('UID:u', start, `${name};VALUE=${type.toUpperCase()}:${value}`);
        const series = event('UID:u', start, 'RRULE:FREQ=DAILY;COUNT=2');
        // Only the series has this occurrence.
        const second = expect.arrayContaining(['2026-11-03T09:00:00.000Z']);
        expect([type, value, await startsOf(series + broken)]).toEqual([type, value, second]);
      }
  });

  it('has its reason and its place, and the others are read, also when the file ends too early', async () => {
    const content = calendar(
      event('UID:a', start),
      event('UID:x', 'DTSTART:16010101'),
      event('UID:y', 'DTSTART:21010101'),
      event('UID:b', start),
      event('UID:c', 'SUMMARY:Lost', start),
    );
    const items = await read(content.slice(0, content.indexOf('Lost')));
    expect(items.map((item) => [item.where.slice(path.length), reasonOf(item)])).toEqual([
      [', event 1 <a>', undefined],
      [', event 2 <x>', 'has a start outside the years 1970 to 2100'],
      [', event 3 <y>', 'has a start outside the years 1970 to 2100'],
      [', event 4 <b>', undefined],
      [', event 5 <c>', 'has no END:VEVENT'],
    ]);
  });
});

describe('a meeting', () => {
  const html = '<html><body><p>Dear Pat</p></body></html>';

  it.each([
    [
      'DESCRIPTION:Hello&nbsp\\;<b>Pat</b>\\,<br>see <a href="https://globex.example/x">the plan</a>.',
      'Hello Pat,\nsee the plan.',
    ],
    ['DESCRIPTION:One\\n<b>Two</b>', 'One\nTwo'],
    [`X-ALT-DESC;FMTTYPE=text/html:${html}`, 'Dear Pat'],
    ['DESCRIPTION:1 < 2 and <ann@acme.example> > 0', '1 < 2 and <ann@acme.example> > 0'],
  ])('has its description as plain text: %s', async (description, content) => {
    expect((await meeting(description)).content).toBe(content);
  });

  it('keeps no NUL and no half of a surrogate pair, whatever its description refers to', async () => {
    const { subject, content } = await meeting('SUMMARY:a\0b', 'DESCRIPTION:<p>x&#0\\;y&#xD800\\;z');
    expect(subject).toBe('ab');
    expect(content).not.toContain('\0');
    expect(content.isWellFormed()).toBe(true);
  });

  it('has the organizer first, wherever it stands, and addresses only', async () => {
    const { participants } = await meeting(
      'ATTENDEE;CUTYPE=RESOURCE:mailto:beamer@acme.example',
      'ATTENDEE:pat@globex.example',
      'ATTENDEE:tel:+47123',
      'ATTENDEE;EMAIL=kim@globex.example:/principals/17',
      'ORGANIZER:mailto:ann@acme.example',
    );
    expect(participants).toEqual(['ann@acme.example', 'pat@globex.example', 'kim@globex.example']);
  });

  it.each([
    ['UTC', ':20260701T090000Z', '2026-07-01T09:00:00.000Z'],
    ['no zone: UTC', ':20260701T090000', '2026-07-01T09:00:00.000Z'],
    ['all day: midnight in UTC', ';VALUE=DATE:20260701', '2026-07-01T00:00:00.000Z'],
    ['a name of the IANA database', ';TZID=America/St_Johns:20260701T090000', '2026-07-01T11:30:00.000Z'],
    ['a time that is skipped', ';TZID=Europe/Berlin:20260329T023000', '2026-03-29T01:30:00.000Z'],
    ['a time that comes twice: the first', ';TZID=Europe/Berlin:20261025T023000', '2026-10-25T00:30:00.000Z'],
    ['long ago', ':19990102T030405Z', '1999-01-02T03:04:05.000Z'],
    ['far ahead', ':20991231', '2099-12-31T00:00:00.000Z'],
    ['a leap second', ':20161231T235960Z', '2016-12-31T23:59:59.000Z'],
  ])('starts at the time of its time zone: %s', async (_name, dtstart, occurredAt) => {
    expect(await startsOf(event('UID:u', `DTSTART${dtstart}`))).toEqual([occurredAt]);
  });
});

describe('an event that repeats', () => {
  it('keeps its local hour across daylight saving changes', async () => {
    const berlin = ';TZID=Europe/Berlin:';
    expect(await starts(`${berlin}20260316T090000`, 'FREQ=WEEKLY;COUNT=3')).toEqual([
      '2026-03-16T08:00:00.000Z',
      '2026-03-23T08:00:00.000Z',
      '2026-03-30T07:00:00.000Z',
    ]);
    expect(await starts(`${berlin}20261019T090000`, 'FREQ=WEEKLY;UNTIL=20261026T080000Z')).toEqual([
      '2026-10-19T07:00:00.000Z',
      '2026-10-26T08:00:00.000Z',
    ]);
  });

  it('gives the occurrences from 730 days ago to 90 days ahead, however early it began', async () => {
    const found = await starts(':19700105T000000Z', 'FREQ=DAILY');
    expect([found[0], found.at(-1)]).toEqual(['2024-11-21T00:00:00.000Z', '2027-02-19T00:00:00.000Z']);
    expect(found).toHaveLength(821);
  });

  it('that has ended gives the occurrences of the two years before its end, however long ago', async () => {
    expect(await starts(':20010105T090000Z', 'FREQ=WEEKLY;COUNT=3')).toHaveLength(3);
    const found = await starts(':19950101T090000Z', 'FREQ=DAILY;UNTIL=20011231');
    expect([found[0], found.at(-1)]).toEqual(['2000-01-01T09:00:00.000Z', '2001-12-31T09:00:00.000Z']);
  });

  it('gives nothing yet when it begins later than in 90 days', async () => {
    expect(await starts(':20270601T090000Z', 'FREQ=WEEKLY')).toEqual([]);
    expect(await starts(':20270601T090000Z', 'FREQ=WEEKLY', new Date('2027-05-31'))).toHaveLength(13);
  });

  it('keeps only as much of a long text per occurrence as is ever shown', async () => {
    const long = event('UID:a', start, 'RRULE:FREQ=DAILY;COUNT=3', `DESCRIPTION:${'x'.repeat(50_000)}`);
    const fields = (await readHere(long)).map((result) => 'fields' in result && result.fields);
    expect(fields).toMatchObject(Array(3).fill({ content: 'x'.repeat(10_240) }));
    // One object, of which the thread sends a single copy.
    expect(new Set(fields).size).toBe(1);
  });

  it('gives its newest 1,000 occurrences when there are more', async () => {
    const found = await starts(':20240101T000000Z', 'FREQ=HOURLY');
    expect(found).toHaveLength(1_000);
    expect(found.at(-1)).toBe('2027-02-19T00:00:00.000Z');
  });

  it.each([
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2', ['2026-01-30', '2026-02-27']],
    // Begins on a Friday, which the rule does not include.
    ['FREQ=WEEKLY;BYDAY=MO;UNTIL=20260210', ['2026-01-30', '2026-02-02', '2026-02-09']],
    ['freq=weekly;interval=2;byday=tu,fr;count=3;wkst=mo', ['2026-01-30', '2026-02-10', '2026-02-13']],
    ['FREQ=MONTHLY;COUNT=2', ['2026-01-30', '2026-03-30']],
  ])('follows its rule: %s', async (rule, days) => {
    const found = await starts(':20260130T120000Z', rule);
    expect(found).toEqual(days.map((day) => `${day}T12:00:00.000Z`));
  });

  it('of a leap day comes in leap years only', async () => {
    const rule = 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;UNTIL=20250101';
    expect(await starts(';VALUE=DATE:20200229', rule)).toEqual(['2024-02-29T00:00:00.000Z']);
  });

  it('includes added dates and periods, and omits those excluded by time or day', async () => {
    const found = await startsOf(
      event(
        ...['UID:u', 'DTSTART;TZID=Europe/Berlin:20261102T090000', 'RRULE:FREQ=DAILY;COUNT=4'],
        ...['RDATE;VALUE=PERIOD:20261110T090000Z/PT1H,20261111T090000Z/PT1H'],
        ...['EXDATE:20261102T080000Z,20261111T090000Z', 'EXDATE;VALUE=DATE:20261104'],
      ),
    );
    expect(found).toEqual([
      '2026-11-03T08:00:00.000Z',
      '2026-11-05T08:00:00.000Z',
      '2026-11-10T09:00:00.000Z',
    ]);
  });

  it('keeps the identity of each occurrence when one is moved, cancelled or renamed in a later export', async () => {
    const series = event('UID:u', 'DTSTART;VALUE=DATE:20261102', 'RRULE:FREQ=DAILY;COUNT=3');
    const single = (...more: string[]) => event('UID:u', 'RECURRENCE-ID;VALUE=DATE:20261103', ...more);
    const idsOf = async (content: string) =>
      (await readHere(content)).map((result) => 'id' in result && result.id).sort();
    expect(await idsOf(series)).toEqual(['u:20261102', 'u:20261103', 'u:20261104']);
    expect(await idsOf(series + single('DTSTART;VALUE=DATE:20261120'))).toEqual(await idsOf(series));
    expect(await idsOf(single('DTSTART;VALUE=DATE:20261120'))).toEqual(['u:20261103']);
    expect(await idsOf(single('DTSTART;VALUE=DATE:20261103', 'STATUS:CANCELLED') + series)).toEqual([
      'u:20261102',
      'u:20261104',
    ]);
  });
});
