import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { toThread } from '../../../src/activities/import/imported-activity.ts';
import {
  type ImportedActivity,
  type ImportItem,
  readActivities,
} from '../../../src/activities/import/read.ts';
import { activityOf, importFiles, now, readAll, reasonOf } from './files.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const megabyte = 1_024 * 1_024;
const jpeg = Buffer.of(0xff, 0xd8, 0xff, 0xe0);
const { directory, read } = importFiles();

/** Reads a file of this content; a string is written as latin1, so that `\xfc` is that one byte. */
const readContent = (content: string | Buffer, ending: string) =>
  read(`file${ending}`, typeof content === 'string' ? Buffer.from(content, 'latin1') : content);

async function readOne(content: string | Buffer, ending = '.eml'): Promise<ImportItem | undefined> {
  const items = await readContent(content, ending);
  expect(items).toHaveLength(1);
  return items[0];
}

const date = 'Date: Fri, 20 Nov 2026 20:35:34 +0000\n';
const separator = 'From ann@acme.example Fri Nov 20 20:35:34 2026\n';

async function mail(headers: string, body = 'Hello'): Promise<ImportedActivity> {
  return activityOf(await readOne(`From: ann@acme.example\n${headers}\n${body}`));
}

describe('mbox', () => {
  it('reads every message with its subject, people, content and date, and names its place', async () => {
    const path = join(fixtures, 'conversation.mbox');
    const items = await readAll(path);
    expect(items.map(({ where }) => where)).toEqual([
      `${path}, message 1 <renewal-1@acme.example>`,
      `${path}, message 2 no date of its own`,
      `${path}, message 3`,
    ]);
    expect(items.map(activityOf)).toEqual([
      {
        sourceId: 'renewal-1@acme.example',
        type: 'email',
        subject: 'Grüße and the renewal',
        content:
          'Dear Pat,\n\nFrom now on we send the offers on Fridays.\nFrom the next one, with prices.\n' +
          '>From is what it quotes.\n\nFrom here to Oslo is 400 km.\n\nAnn',
        occurredAt: '2026-11-20T19:35:34.000Z',
        participants: ['ann@acme.example', 'pat@globex.example', 'lou@globex.example', 'kim@globex.example'],
        participantNames: ['Ann Berg', 'Pat Moss', '', ''],
        archivedAt: null,
        isMail: true,
      },
      expect.objectContaining({
        occurredAt: '2026-11-21T08:00:00.000Z',
        participants: ['pat@globex.example'],
      }),
      expect.objectContaining({
        occurredAt: '2026-11-22T08:10:11.000Z',
        subject: '',
        sourceId: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      }),
    ]);
  });

  it('keeps the names of its people beside their addresses, with their accents', async () => {
    const { participants, participantNames } = activityOf(
      await readOne(
        `${date}From: =?utf-8?Q?Imre_V=C3=A1rga?= <ivarga@globex.example>\n` +
          'To: ann@acme.example, "Dahl, =?iso-8859-1?Q?S=F8ren?=" <sd@globex.example>\n' +
          'Cc: Ann Roe <Ann@acme.example>, lou@globex.example\n\nHello',
      ),
    );
    const others = ['ann@acme.example', 'sd@globex.example', 'lou@globex.example'];
    expect(participants).toEqual(['ivarga@globex.example', ...others]);
    expect(participantNames).toEqual(['Imre Várga', 'Ann Roe', 'Søren Dahl', '']);
  });

  it('keeps control characters of an email out of the name of its place', async () => {
    const item = await readOne(`Subject: a\x1b[2Jb\n${date}\nHello`);
    expect(item?.where).toMatch(/\.eml a\[2Jb$/);
  });

  it('splits a file with CRLF line ends', async () => {
    const message = `${separator}From: ann@acme.example\n${date}\nOne\n\nFrom there on\n>From here\n\n`;
    const items = await readContent(message.repeat(3).replaceAll('\n', '\r\n'), '.mbox');
    expect(items.map((item) => activityOf(item).content)).toEqual(
      Array(3).fill('One\n\nFrom there on\nFrom here'),
    );
  });

  it('takes a separator only after an empty line', async () => {
    const item = await readOne(`${separator}${date}\nOne\n${separator}two`, '.mbox');
    expect(activityOf(item).content).toBe(`One\n${separator}two`);
  });

  it('finds separators across chunk boundaries', async () => {
    for (let padding = 65_400; padding < 65_540; padding += 7) {
      const first = `${separator}${date}\n${'x'.repeat(padding)}\n\n`;
      const items = await readContent(`${first}${separator}${date}\n>From two`, '.mbox');
      expect(items.map((item) => activityOf(item).content)).toEqual(['x'.repeat(padding), 'From two']);
    }
  });

  it('reports text before the first message, and reads the messages', async () => {
    const items = await readContent(`What is this?\n\n${separator}${date}\nOne`, '.mbox');
    expect(items.map((item) => item.ok)).toEqual([false, true]);
  });

  it.each([
    ['a JPEG', Buffer.concat([jpeg, Buffer.alloc(200_000, 0xa7)])],
    ['an empty file', ''],
    ['a mail without a separator', `From: ann@acme.example\n${date}\nHello`],
  ])('calls %s no mbox file, in one item', async (_name, content) => {
    expect(reasonOf(await readOne(content, '.mbox'))).toMatch(/^is not an mbox file/);
  });

  it('reports an empty message and one without headers, and goes on', async () => {
    const content = `${separator}\n${separator}\nJust text\n\n${separator}${date}\nOne`;
    const items = await readContent(content, '.mbox');
    expect(items.map(reasonOf)).toEqual(['is empty', 'is not an email: it has no email headers', undefined]);
  });

  it('reads a large file in constant memory, and skips a message and a line longer than 25 MiB', async () => {
    const path = join(directory, 'large.mbox');
    const file = createWriteStream(path);
    const small =
      `${separator}${date}\n${`${'Some words of no weight. '.repeat(12)}\n`.repeat(100)}\n`.repeat(30);
    const block = Buffer.alloc(megabyte, 'x');
    const blockOfLines = Buffer.from('Some more words without weight.\n'.repeat(megabyte / 32));
    const chunks = [
      ...[...Array(8).fill(small), `${separator}${date}\n`],
      ...[...Array(26).fill(block), `\n\n${separator}${date}\n`],
      ...[...Array(26).fill(blockOfLines), `\n${separator}${date}\nLast`],
    ];
    for (const chunk of chunks) if (!file.write(chunk)) await once(file, 'drain');
    file.end();
    await once(file, 'close');

    const inUse = () => {
      const { arrayBuffers, heapUsed } = process.memoryUsage();
      return arrayBuffers + heapUsed;
    };
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    collectGarbage();
    const before = inUse();
    let most = 0;
    let count = 0;
    const reasons: string[] = [];
    let last = '';
    for await (const item of readActivities(path, undefined, now)) {
      // What is only not collected yet is not held.
      if (inUse() - before > 50 * megabyte) collectGarbage();
      most = Math.max(most, inUse());
      if (!item.ok) reasons.push(item.reason);
      else {
        count += 1;
        last = item.activity.content;
      }
    }
    expect([count, last]).toEqual([241, 'Last']);
    expect(reasons).toEqual(Array(2).fill('is longer than 25 MiB'));
    expect(most - before).toBeLessThan(100 * megabyte);
  });
});

describe('mail', () => {
  it('takes the text of an HTML mail, without styles, titles and attachments', async () => {
    const { subject, occurredAt, content } = activityOf((await readAll(join(fixtures, 'newsletter.eml')))[0]);
    expect([subject, occurredAt]).toEqual(['Spring offers', '2026-03-01T12:00:00.000Z']);
    expect(content.split(/\n+/)).toEqual(['Café & tea €3', 'See the offers.', '* one * two']);
  });

  it('prefers the plain text, unless it is blank', async () => {
    const html = '--b\nContent-Type: text/html\n\n<p>html</p>\n--b--';
    const headers = `${date}Content-Type: multipart/alternative; boundary=b\n`;
    const both = (plain: string) => mail(headers, `--b\nContent-Type: text/plain\n\n${plain}\n${html}`);
    expect((await both('plain')).content).toBe('plain');
    expect((await both(' ')).content).toBe('html');
  });

  it.each([
    ['its first reference', 'References: <a@x> <b@x>\n <c@x>\nIn-Reply-To: <c@x>\n', 'a@x'],
    ['the message that it answers', 'In-Reply-To: Message of Friday <c@x>\n', 'c@x'],
    ['none', 'In-Reply-To: Message of Friday\nReferences: <>\n', undefined],
  ])('belongs to the thread of %s', async (_name, headers, id) => {
    expect((await mail(date + headers)).thread).toBe(id && toThread(id));
  });

  const plain = (charset: string, ...more: string[]) =>
    [`Content-Type: text/plain;\n charset=${charset}`, ...more, ''].join('\n');
  const base64 = 'Content-Transfer-Encoding: base64';

  it.each([
    ['ISO-8859-1', plain('iso-8859-1'), 'Gr\xfc\xdfe'],
    ['windows-1252 quotes', plain('"windows-1252"'), '\x93Gr\xfc\xdfe\x94'],
    ['windows-1252 called ISO-8859-1', plain('iso-8859-1'), '\x93Gr\xfc\xdfe\x94'],
    ['UTF-8 called ISO-8859-1', plain('iso-8859-1'), 'Gr\xc3\xbc\xc3\x9fe'],
    ['ISO-8859-1 called UTF-8', plain('utf-8'), 'Gr\xfc\xdfe'],
    ['ISO-8859-1 without a name', 'Content-Type: text/plain\n', 'Gr\xfc\xdfe'],
    ['ISO-8859-1 without any MIME header', '', 'Gr\xfc\xdfe'],
    ['UTF-8 without any MIME header', '', 'Gr\xc3\xbc\xc3\x9fe'],
    ['base64', plain('utf-8', base64), 'R3LDvMOfZQ=='],
    ['a charset nobody knows', plain('x-none'), 'Gr\xfc\xdfe'],
  ])('reads %s', async (_name, headers, body) => {
    expect((await mail(date + headers, body)).content.replace(/[“”]/g, '')).toBe('Grüße');
  });

  it('keeps correct UTF-8 lines beside broken ones, and broken characters the sender wrote', async () => {
    const body = 'Gr\xc3\xbc\xc3\x9fe\nGr\xfc\xdfe\nx\xef\xbf\xbd';
    expect((await mail(date + plain('utf-8'), body)).content).toBe('Grüße\nGrüße\nx\ufffd');
  });

  it('keeps the charset of an email with a byte that is none of its characters', async () => {
    expect((await mail(date + plain('gb2312'), '\xc4\xe3\xba\xc3\n\x81')).content).toBe('你好\n\ufffd');
  });

  it('decodes raw ISO-8859-1 headers', async () => {
    expect((await mail(`${date}Subject: Gr\xfc\xdfe\n`)).subject).toBe('Grüße');
  });

  it('takes the first of duplicate subjects, and folds white space', async () => {
    expect((await mail(`${date}subject:\n  one\n\t two \nSubject: three\n`)).subject).toBe('one two');
  });

  it('removes NUL characters and makes lone surrogates well-formed', async () => {
    const body = Buffer.from('a\0\ud800b', 'utf16le').toString('base64');
    const activity = await mail(`${date}Subject: a\0b\n${plain('utf-16le', base64)}`, body);
    expect(activity.subject).toBe('ab');
    expect(activity.content).toBe('a\ufffdb');
  });

  it('keeps only what looks like an address, in lower case, once, From before To before Cc', async () => {
    const long = `${'a'.repeat(320)}@globex.example`;
    const activity = await mail(
      `${date}Cc: Team: C@globex.example, <d@globex.example>;, Nobody <>\n` +
        `To: "Moss, Pat" <B@GLOBEX.example>, ann@acme.example, ${long}, "x y"@globex.example, plain\n` +
        'To: e@globex.example\n',
    );
    const expected = ['ann@acme', 'b@globex', 'e@globex', 'c@globex', 'd@globex'];
    expect(activity.participants).toEqual(expected.map((address) => `${address}.example`));
  });

  it.each([
    ['Fri, 20 Nov 2026 20:35:34 +0200 (CEST (summer))', '2026-11-20T18:35:34.000Z'],
    ['20 Nov 2026 20:35 -0330', '2026-11-21T00:05:00.000Z'],
    ['Fri, 20 Nov 26 20:35:34 PDT', '2026-11-21T03:35:34.000Z'],
    ['Fri, 20 Nov 98 20:35:34 Z', '1998-11-20T20:35:34.000Z'],
    ['Fri, 20 Nov 2026 20:35:34', '2026-11-20T20:35:34.000Z'],
    ['Fri, 20\n Nov 2026\n\t20:35:34 GMT', '2026-11-20T20:35:34.000Z'],
    ['Thu, 31 Dec 1998 23:59:60 +0000', '1998-12-31T23:59:59.000Z'],
    ['Fri Nov 20 20:35:34 2026', '2026-11-20T20:35:34.000Z'],
    ['2026-11-20T20:35:34.909+01:00', '2026-11-20T19:35:34.000Z'],
  ])('reads the date %j', async (value, expected) => {
    expect((await mail(`Date: ${value}\n`)).occurredAt).toBe(expected);
  });

  it.each(['Mon, 01 Jan 0001 00:00:00 +0000', '1 Jan 2101 00:00 Z', '31 Feb 2026 10:00 Z', 'x', ''])(
    'uses the newest Received header instead of the date %j',
    async (value) => {
      const received =
        'Received: from a by b; Sat, 21 Nov 2026 08:00:00 GMT\nReceived: from c; Fri, 1 May 2026 08:00 GMT\n';
      expect((await mail(`Date: ${value}\n${received}`)).occurredAt).toBe('2026-11-21T08:00:00.000Z');
    },
  );

  const multipart = (_: unknown, i: number) =>
    `${date}Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`;

  it.each([
    ['an empty file', '', 'is empty'],
    ['blank lines', '\n\r\n\n', 'is empty'],
    ['no date', 'From: ann@acme.example\n\nHello', 'has no valid date'],
    ['text without headers', 'Dear Pat,\n\nhello', 'is not an email: it has no email headers'],
    ['a JPEG', Buffer.concat([jpeg, Buffer.alloc(99_999, 0xa7)]), 'is not an email: it has no email headers'],
    ['more than 25 MiB', Buffer.alloc(25 * megabyte + 1, date), 'is longer than 25 MiB'],
    [
      'endless headers',
      `Subject: ${'x'.repeat(9_999_999)}`,
      'cannot be parsed as an email: Maximum header size of 524288 bytes exceeded',
    ],
    ['a million lines', `${date}${'\n'.repeat(1_000_000)}`, 'has more than 60,000 short lines'],
    [
      'MIME without end',
      Array.from({ length: 5_000 }, multipart).join(''),
      'cannot be parsed as an email: Maximum MIME nesting depth of 256 levels exceeded',
    ],
  ])('reports %s', async (_name, content, reason) => {
    expect(reasonOf(await readOne(content))).toBe(reason);
  });

  it('reads a mail with thousands of headers', async () => {
    expect((await mail(`X-Trace: some value\n`.repeat(9_000) + date)).content).toBe('Hello');
  });

  it('reads HTML whose tags never end', async () => {
    const html = '<div><a href='.repeat(10_000) + '<style>'.repeat(10_000);
    expect((await mail(`${date}Content-Type: text/html\n`, html)).type).toBe('email');
  });

  it('gives a mail the same id in an mbox and an eml file, with and without a Message-ID', async () => {
    const withoutId = `From: ann@acme.example\n${date}\nHello\n`;
    for (const text of [withoutId, `message-id: <a b@acme.example> (added)\n${withoutId}`]) {
      const single = activityOf(await readOne(text.replaceAll('\n', '\r\n')));
      const [first, second] = (await readContent(`${separator}${text}\n`.repeat(2), '.mbox')).map(activityOf);
      expect(first).toEqual(single);
      expect(second).toEqual(single);
    }
    expect((await mail(`${date}Message-ID: <a@b>\n`)).sourceId).toBe('a@b');
  });
});

describe('jsonl', () => {
  it('reads its lines, and reports every invalid field of an unusable one', async () => {
    const path = join(fixtures, 'crm.jsonl');
    const items = await readAll(path);
    expect(activityOf(items[0])).toEqual({
      sourceId: 'crm-881',
      type: 'call',
      subject: 'Renewal',
      content: 'Agreed.',
      occurredAt: '2026-11-02T08:00:00.000Z',
      participants: ['Pat@globex.example', 'Ann'],
      archivedAt: '2026-11-03T00:00:00.500Z',
    });
    const empty = { sourceId: '882', subject: '', content: '', participants: [] };
    expect(activityOf(items[1])).toMatchObject(empty);
    for (const field of ['id', 'type', 'subject', 'content', 'occurredAt', 'participants', 'archivedAt']) {
      expect(reasonOf(items[2])).toMatch(new RegExp(`(^|; )${field} must be `));
    }
    expect(items.slice(3, 5).map(reasonOf)).toEqual(['is not valid JSON', 'is not a JSON object']);
    expect(activityOf(items[5]).sourceId).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(items.map((item) => item.where)).toEqual(
      [1, 3, 4, 5, 6, 7].map((line) => `${path}, line ${line}`),
    );
  });

  it('separates names from addresses in angle brackets, and keeps the id of the line', async () => {
    const read = async (participants: string[]) =>
      activityOf(await readOne(line({ type: 'note', participants }), '.jsonl'));
    const named = await read(['Pat Doe <Pat@globex.example>', 'Ann']);
    const plain = await read(['pat@globex.example', 'Ann']);
    expect(named).toMatchObject({ participants: plain.participants, participantNames: ['Pat Doe', ''] });
    expect(named.sourceId).toBe('sha256:5bbf7d563d74127dfcf11c833e42223ebea75aa113edc58bd40815b7e4160fa7');
    expect(plain).not.toHaveProperty('participantNames');
  });

  it('gives lines with the same thread one key, that of the line with this id', async () => {
    const items = await readContent(
      `${line({ thread: 'a' })}\n${line({})}\n${line({ thread: 7 })}`,
      '.jsonl',
    );
    expect(items.map((item) => activityOf(item).thread)).toEqual([toThread('a'), undefined, toThread('7')]);
  });

  const line = (fields: object) =>
    JSON.stringify({ type: 'note', occurredAt: '2026-11-02T10:00:00Z', ...fields });

  it.each([
    ['a lone surrogate', { subject: '\ud800' }, 'subject'],
    ['NUL in a participant', { participants: ['a\0'] }, 'participants'],
    ['an id of 256 characters', { id: 'a'.repeat(256) }, 'id'],
    ['a number JSON cannot hold', { id: 2 ** 53 }, 'id'],
    ['a long subject', { subject: 's'.repeat(999) }, 'subject'],
    ['a long participant', { participants: ['p'.repeat(321)] }, 'participants'],
    ['101 participants', { participants: Array(101).fill('p') }, 'participants'],
    ['an empty thread', { thread: ' ' }, 'thread'],
    ['a year past 2100', { occurredAt: '2101-01-01T00:00:00Z' }, 'occurredAt'],
    ['a year before 1970', { archivedAt: '1969-12-31T23:59:59Z' }, 'archivedAt'],
    ['a day that is none', { occurredAt: '2026-02-30T00:00:00Z' }, 'occurredAt'],
    ['a time without a zone', { occurredAt: '2026-02-20T00:00:00' }, 'occurredAt'],
  ])('refuses %s', async (_name, fields, field) => {
    expect(reasonOf(await readOne(line(fields), '.jsonl'))).toMatch(new RegExp(`^${field} must be [^;]*$`));
  });

  it('accepts a byte order mark, CRLF, and a last line without an end', async () => {
    const content = `\xef\xbb\xbf${line({ id: 'a' })}\r\n\r\n${line({ id: 'b' })}`;
    const items = await readContent(content, '.ndjson');
    expect(items.map((item) => activityOf(item).sourceId)).toEqual(['a', 'b']);
  });

  it('reports invalid UTF-8 and a line longer than 1 MiB, and goes on', async () => {
    const long = line({ content: 'x'.repeat(3 * megabyte) });
    const items = await readContent(`${line({ subject: '\xfc' })}\n${long}\n${line({})}\n${long}`, '.jsonl');
    const tooLong = 'is longer than 1 MiB';
    expect(items.map(reasonOf)).toEqual(['is not valid UTF-8', tooLong, undefined, tooLong]);
  });
});

describe('the file', () => {
  it('is read in the given format, whatever its extension', async () => {
    await readContent(`${date}\nHello`, '.mbox');
    expect(activityOf((await readAll(join(directory, 'file.mbox'), 'eml'))[0]).content).toBe('Hello');
  });

  it('needs a known extension or a format', async () => {
    await expect(readAll('mail.txt')).rejects.toThrow(/^[^\n]*--format mbox\|eml\|ics\|jsonl$/);
  });

  it.each(['mbox', 'eml', 'ics', 'jsonl'] as const)(
    'that does not exist is reported in one clear line (%s)',
    async (format) => {
      const path = join(directory, 'missing');
      await expect(readAll(path, format)).rejects.toThrow(`cannot read ${path}: there is no such file`);
      await expect(readAll(directory, format)).rejects.toThrow(`cannot read ${directory}: it is a directory`);
    },
  );
});
