import { expect, test } from 'vitest';
import { readMails } from '../../../src/connections/read-mails.ts';
import { activityOf, calendar, event, importFiles, reasonOf, start } from './files.ts';

const { read } = importFiles();
const readOne = async (name: string, content: string) => (await read(name, content))[0];
const date = 'Date: Mon, 2 Nov 2026 10:00:00 +0000';
const addresses = Array.from({ length: 101 }, (_, index) => `p${index}@globex.example`);

test('an email keeps at most 1 MiB of its text', async () => {
  const item = await readOne(
    'text.eml',
    `${date}\r\n\r\n${`${'All is well. '.repeat(70)}\r\n`.repeat(2_000)}`,
  );
  expect(activityOf(item).content).toHaveLength(1_024 * 1_024);
});

test('an email of 25 MB of control characters is read in the memory of its thread', async () => {
  const type = 'Content-Type: text/plain; charset=windows-1252\nContent-Transfer-Encoding: 8bit';
  const line = Buffer.alloc(900, Buffer.of(0x80, 0x85, 0x82, 0x82, 0x80, 0x85, 0x85));
  line[899] = 0x0a;
  const lines = Array.from({ length: 27_000 }, () => line);
  const mail = Buffer.concat([Buffer.from(`${date}\n${type}\n\n`), ...lines]);
  const [item] = await readMails(
    [{ bytes: mail, receivedAtMs: undefined }],
    'acme',
    new AbortController().signal,
  );
  const { content } = activityOf(item);
  expect(content).toHaveLength(1_024 * 1_024);
  expect(content).toMatch(/^€…‚‚€……€/);
});

/** So long that 100 of them would make a list page of megabytes. */
const longAddresses = Array.from(
  { length: 99 },
  (_, index) => `${index}${'p'.repeat(60)}@${'d'.repeat(200)}.example`,
);

const files: Record<string, (subject: string, people: string[]) => [name: string, content: string]> = {
  email: (subject, people) => [
    'long.eml',
    `Subject: ${subject}\r\nTo: ${people.join(',\r\n ')}\r\n${date}\r\n\r\nHello`,
  ],
  meeting: (subject, people) => {
    const attendees = people.map((address) => `ATTENDEE:mailto:${address}`);
    return ['long.ics', calendar(event(start, `SUMMARY:${subject}`, ...attendees))];
  },
};

test.each(Object.entries(files))(
  'the %s keeps 998 characters of its subject, and the first 100 participants that fit into 4,096 bytes, each complete',
  async (_what, fileOf) => {
    const readWith = async (people: string[]) =>
      activityOf(await readOne(...fileOf(`${'s'.repeat(997)}😀${'s'.repeat(4_000)}`, people)));
    const { subject, participants: first } = await readWith(addresses);
    expect([subject, first]).toEqual(['s'.repeat(997), addresses.slice(0, 100)]);
    const { participants } = await readWith(longAddresses);
    expect(participants).toEqual(longAddresses.slice(0, participants.length));
    const bytes = Buffer.byteLength(participants.join(''));
    expect(bytes).toBeLessThanOrEqual(4_096);
    expect(bytes + Buffer.byteLength(longAddresses[participants.length] ?? '')).toBeGreaterThan(4_096);
  },
);

test('a line with more bytes of participants is refused with the limit', async () => {
  const line = (participants: string[]) =>
    JSON.stringify({ type: 'note', occurredAt: '2026-11-02T10:00:00Z', participants });
  const refused = await readOne('bytes.jsonl', line(longAddresses));
  expect(reasonOf(refused)).toContain('4,096 bytes of UTF-8');
  // Bytes are counted, and not characters: 100 × 40 of two bytes each.
  expect(await readOne('wide.jsonl', line(Array(100).fill('ä'.repeat(40))))).toMatchObject({ ok: false });
  expect(await readOne('narrow.jsonl', line(Array(100).fill('a'.repeat(40))))).toMatchObject({ ok: true });
  // None of very many wrong ones is told by itself.
  const many = await readOne('many.jsonl', line(Array(100_000).fill('')));
  expect(reasonOf(many)).toMatch(/^participants must be [^;]{0,300}$/);
});

const manySpaces = ' '.repeat(500_000);

test.each([
  ['spaces in a header', `Content-Type: text/plain;${' '.repeat(120_000)}charset=utf-8\n\nHello`],
  [
    'spaces in a header of a part',
    `Content-Type: multipart/mixed; boundary=b\n\n--b\n\n\x80\n--b\nContent-Type: text/plain${manySpaces}x\n\nhi\n--b--\n`,
  ],
  ['lines that begin a header', `\n\x80\n${'content-type: text/plain '.repeat(40_000)}\n`],
  [
    'addresses',
    `Cc: ${Array.from({ length: 9_000 }, (_, index) => `p${index} <p${index}@${'d'.repeat(30)}.example>`).join(',\n ')}\n\nHello`,
  ],
  ['charsets that never come', `\n\x80\n${` charset${' '.repeat(300)}`.repeat(20_000)}\n`],
])('an email with very many %s is read quickly', async (_what, content) => {
  const items = await read('slow.eml', Buffer.from(`${date}\n${content}`, 'latin1'));
  expect(items).toMatchObject([{ ok: true }]);
});
