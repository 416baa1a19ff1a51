import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type ImportItem, readActivities } from '../../../src/activities/import/read.ts';
import { readMails } from '../../../src/connections/read-mails.ts';

const directory = mkdtempSync(join(tmpdir(), 'clientele-bounds-'));
afterAll(() => rmSync(directory, { recursive: true }));

async function readOne(name: string, content: string): Promise<ImportItem> {
  const path = join(directory, name);
  writeFileSync(path, content);
  for await (const item of readActivities(path, undefined, new Date(0))) return item;
  throw new Error('Nothing was read.');
}

const addresses = Array.from({ length: 150 }, (_, index) => `p${index}@globex.example`);

test('an email keeps at most 998 characters of its subject and 100 participants', async () => {
  const headers = [
    `Subject: ${'s'.repeat(997)}😀${'s'.repeat(4_000)}`,
    `To: ${addresses.join(',\r\n ')}`,
    'Date: Mon, 2 Nov 2026 10:00:00 +0000',
  ];
  const item = await readOne('long.eml', `${headers.join('\r\n')}\r\n\r\nHello`);
  if (!item.ok) throw new Error(item.reason);
  expect(item.activity.subject).toBe('s'.repeat(997));
  expect(item.activity.participants).toEqual(addresses.slice(0, 100));
});

test('an email keeps at most 1 MiB of its text', async () => {
  const head = 'From: pat@globex.example\r\nDate: Mon, 2 Nov 2026 10:00:00 +0000\r\n\r\n';
  const item = await readOne('text.eml', `${head}${`${'All is well. '.repeat(70)}\r\n`.repeat(2_000)}`);
  if (!item.ok) throw new Error(item.reason);
  expect(item.activity.content).toHaveLength(1_024 * 1_024);
});

test('an email with 120,000 spaces in a header is read', async () => {
  const head = `Content-Type: text/plain;${' '.repeat(120_000)}charset=utf-8\r\nDate: Mon, 2 Nov 2026 10:00:00 +0000`;
  const item = await readOne('spaces.eml', `Subject: Renewal\r\n${head}\r\n\r\nHello`);
  if (!item.ok) throw new Error(item.reason);
  expect(item.activity.content).toBe('Hello');
});

test('an email without an end of its headers is refused for their length', async () => {
  const item = await readOne('head.eml', `From: pat@globex.example\r\nX-Long: ${'x'.repeat(600_000)}`);
  expect(item).toMatchObject({ ok: false, reason: 'has headers longer than 512 KiB' });
});

test('an email of 25 MB of control characters is read in the memory of its thread', async () => {
  const head = 'From: pat@globex.example\nDate: Mon, 2 Nov 2026 10:00:00 +0000\n';
  const type = 'Content-Type: text/plain; charset=windows-1252\nContent-Transfer-Encoding: 8bit\n\n';
  const line = Buffer.alloc(900, Buffer.of(0x80, 0x85, 0x82, 0x82, 0x80, 0x85, 0x85));
  line[899] = 0x0a;
  const lines = Array.from({ length: 27_000 }, () => line);
  const mail = Buffer.concat([Buffer.from(head + type, 'latin1'), ...lines]);
  const [read] = await readMails([{ bytes: mail, receivedAtMs: undefined }], new AbortController().signal);
  if (!read?.ok) throw new Error(read?.reason);
  expect(read.activity.content).toHaveLength(1_024 * 1_024);
  expect(read.activity.content).toMatch(/^€…‚‚€……€/);
});

test.each([
  ['subject', { subject: 's'.repeat(999) }],
  ['participants', { participants: addresses }],
  ['participants', { participants: ['p'.repeat(321)] }],
])('a line over the bounds is refused with the reason: %s', async (field, more) => {
  const line = { type: 'note', occurredAt: '2026-11-02T10:00:00Z', ...more };
  const item = await readOne('long.jsonl', JSON.stringify(line));
  expect(item).toMatchObject({ ok: false, reason: expect.stringContaining(`${field} must be`) });
});

/** So long that 100 of them would make a list page of megabytes. */
const longAddresses = Array.from(
  { length: 99 },
  (_, index) => `${index}${'p'.repeat(60)}@${'d'.repeat(200)}.example`,
);

test('an email or meeting keeps the first participants that fit into 4,096 bytes, each complete', async () => {
  const mail = await readOne(
    'bytes.eml',
    `To: ${longAddresses.join(',\r\n ')}\r\nDate: Mon, 2 Nov 2026 10:00:00 +0000\r\n\r\nHello`,
  );
  const attendees = longAddresses.map((address) => `ATTENDEE:mailto:${address}`).join('\n');
  const meeting = await readOne(
    'bytes.ics',
    `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:20261102T100000Z\n${attendees}\nEND:VEVENT\nEND:VCALENDAR\n`,
  );
  for (const item of [mail, meeting]) {
    if (!item.ok) throw new Error(item.reason);
    const { participants } = item.activity;
    expect(participants).toEqual(longAddresses.slice(0, participants.length));
    const bytes = Buffer.byteLength(participants.join(''));
    expect(bytes).toBeLessThanOrEqual(4_096);
    expect(bytes + Buffer.byteLength(longAddresses[participants.length] ?? '')).toBeGreaterThan(4_096);
  }
});

test('a line with more bytes of participants is refused with the limit', async () => {
  const line = (participants: string[]) =>
    JSON.stringify({ type: 'note', occurredAt: '2026-11-02T10:00:00Z', participants });
  expect(await readOne('bytes.jsonl', line(longAddresses))).toMatchObject({
    ok: false,
    reason: expect.stringContaining('4,096 bytes of UTF-8'),
  });
  // Bytes are counted, and not characters: 100 × 40 of two bytes each.
  expect(await readOne('wide.jsonl', line(Array(100).fill('ä'.repeat(40))))).toMatchObject({ ok: false });
  expect(await readOne('narrow.jsonl', line(Array(100).fill('a'.repeat(40))))).toMatchObject({ ok: true });
  // None of very many wrong ones is told by itself.
  const many = await readOne('many.jsonl', line(Array(100_000).fill('')));
  expect(many).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/^participants must be [^;]{0,300}$/),
  });
});

test('an email with more than 128 KiB of addresses is refused, and one with 1,900 addresses is accepted', async () => {
  const mail = (count: number) =>
    `Cc: ${Array.from({ length: count }, (_, index) => `p${index} <p${index}@${'d'.repeat(40)}.example>`).join(',\n ')}\nDate: Mon, 2 Nov 2026 10:00:00 +0000\n\nHello`;
  expect(await readOne('few.eml', mail(1_900))).toMatchObject({ ok: true });
  const many = await readOne('many.eml', mail(5_000));
  expect(many).toMatchObject({ ok: false, reason: 'has more than 128 KiB of addresses' });
});

test.each([
  [
    'a header with very many spaces',
    'eml',
    `Content-Type: multipart/mixed; boundary=b\n\n--b\n\n\x80\n--b\nContent-Type: text/plain${' '.repeat(500_000)}x\n\nhi\n--b--\n`,
  ],
  ['lines that begin a header', 'eml', `\n\x80\n${'content-type: text/plain '.repeat(40_000)}\n`],
  ['a charset that never comes', 'eml', `\n\x80\n${` charset${' '.repeat(300)}`.repeat(20_000)}\n`],
])('%s is read quickly', async (_what, kind, content) => {
  const head = 'From: ann@acme.example\nDate: Mon, 2 Nov 2026 10:00:00 +0000\n';
  const path = join(directory, `slow.${kind}`);
  writeFileSync(path, Buffer.from(head + content, 'latin1'));
  const items = [];
  for await (const item of readActivities(path, undefined, new Date(0))) items.push(item.ok);
  expect(items).toHaveLength(1);
});

test('a meeting that repeats forever is read quickly, however long its UID and whatever changes its later occurrences', async () => {
  const event = (lines: string) => `BEGIN:VEVENT\n${lines}\nEND:VEVENT\n`;
  const dates = Array(50_000).fill('20261102T100000').join(',');
  const file = [
    'BEGIN:VCALENDAR\n',
    event(`UID:${'u'.repeat(900_000)}\nDTSTART:20261102T100000Z\nRRULE:FREQ=DAILY`),
    event('UID:a\nDTSTART:20261102T100000Z\nRRULE:FREQ=DAILY'),
    event(
      `UID:a\nSTATUS:${'x'.repeat(100_000)}\nDTSTART;TZID=Europe/Berlin:${dates}\nRECURRENCE-ID;RANGE=THISANDFUTURE:20261102T100000Z`,
    ),
    event('UID:b\nDTSTART:20261102T100000Z\nRRULE:FREQ=SECONDLY'),
    'END:VCALENDAR\n',
  ].join('');
  const path = join(directory, 'slow.ics');
  writeFileSync(path, file);
  const reasons = [];
  for await (const item of readActivities(path, undefined, new Date('2029-01-01')))
    if (!item.ok) reasons.push(item.reason);
  expect(reasons).toEqual([
    'has a UID longer than 1000 characters',
    'has a recurrence rule that takes too long to expand: FREQ=SECONDLY',
  ]);
});
