/**
 * Messages imported per second by the command line, from mbox files of several sizes, with the memory it takes; beside
 * it, the same rows written by hand with postgres.js and without any parsing, as the ceiling.
 *
 * `npm run bench:import`, with `-- --quick` for the two small files and `-- --json` for one JSON document. Linux only.
 * `DATABASE_URL` names any database of the server to use; databases of its own are made there, and dropped.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { v7 } from 'uuid';
import { createRule } from '../src/clients/assignment-rules.ts';
import { createClient } from '../src/clients/queries.ts';
import { processEnvironment } from '../src/config.ts';
import { openPostgres } from '../src/core/db/database.ts';
import { TenantDb } from '../src/core/db/tenant.ts';
import { createOrganization } from '../src/organization/queries.ts';
import { emptyDatabase } from '../test/support/empty-database.ts';
import { seeded } from '../proof/bad-input/random.ts';
import { statusMegabytes } from './requests/processes.ts';
import { median, rounded, table } from './statistics.ts';

const isQuick = process.argv.includes('--quick');
const isJson = process.argv.includes('--json');
const megabyte = 1_000_000;
const sizes = isQuick ? [1, 10] : [1, 10, 100, 1_000];
const rowsPerInsert = 200;
const sampleMs = 100;
const domainCount = 60;
const clientCount = 40;

const root = fileURLToPath(new URL('..', import.meta.url));
const server = processEnvironment.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const say = (line: string) => process.stderr.write(`${line}\n`);

const encodings = ['7bit', 'quoted-printable', 'base64', 'multipart'] as const;

interface Message {
  id: string;
  subject: string;
  text: string;
  participants: string[];
  at: Date;
  encoding: (typeof encodings)[number];
  attachmentBytes: number;
}

const words =
  'the offer renewal meeting team plan we you agreed price quarter delivery question please contract invoice next week ' +
  'support release feedback budget schedule review thanks status open answer project first version grüße über für naïve'.trim();
const wordList = words.split(' ');
const plainCount = wordList.findIndex((word) => /[^a-z]/.test(word));

/** The mails of a file, without end: half of them up to 2 KB, few of them far longer. */
function* messages(): Generator<Message> {
  const { next: random, below } = seeded(1);
  for (let number = 0; ; number += 1) {
    const share = random();
    const encoding = encodings[share < 0.45 ? 0 : share < 0.7 ? 1 : share < 0.8 ? 2 : 3] ?? '7bit';
    const usable = encoding === '7bit' ? plainCount : wordList.length;
    const lineCount = Math.max(2, Math.round(18 * Math.exp((random() + random() + random() - 1.5) * 1.6)));
    const lines = Array.from({ length: lineCount }, () =>
      Array.from({ length: 4 + below(12) }, () => wordList[below(usable)]).join(' '),
    );
    const client = `pat${below(5)}@client-${below(domainCount)}.example`;
    const own = `ann${below(9)}@acme.example`;
    yield {
      id: `${number}.bench@acme.example`,
      subject: `${number % 3 ? 'Re: ' : ''}${wordList[below(plainCount)]} ${wordList[below(wordList.length)]} ${number}`,
      text: lines.join('\n'),
      participants: random() < 0.5 ? [client, own] : [own, client],
      at: new Date(Date.UTC(2020, 0) + number * 60_000),
      encoding,
      attachmentBytes: encoding === 'multipart' && random() < 0.1 ? 2_000 + below(30_000) : 0,
    };
  }
}

const inLines = (text: string, length: number) =>
  text.match(new RegExp(`.{1,${length}}`, 'g'))?.join('\n') ?? '';
const base64 = (bytes: Buffer) => inLines(bytes.toString('base64'), 76);

function quotedPrintable(text: string): string {
  const encoded = text.replace(/[^\x20-\x3c\x3e-\x7e\n]/g, (character) =>
    [...Buffer.from(character)].map((byte) => `=${byte.toString(16).toUpperCase()}`).join(''),
  );
  return encoded
    .split('\n')
    .map((line) => line.match(/(?:=..|[^=]){1,70}/g)?.join('=\n') ?? '')
    .join('\n');
}

function bodyOf({ text, encoding, attachmentBytes, id }: Message): string {
  const headers = (type: string, transfer: string) =>
    `Content-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: ${transfer}\n\n`;
  if (encoding === '7bit') return `${headers('text/plain', '7bit')}${text}\n`;
  if (encoding === 'quoted-printable')
    return `${headers('text/plain', 'quoted-printable')}${quotedPrintable(text)}\n`;
  if (encoding === 'base64') return `${headers('text/plain', 'base64')}${base64(Buffer.from(text))}\n`;
  const alternative = multipart('alternative', [
    `${headers('text/plain', 'quoted-printable')}${quotedPrintable(text)}`,
    `${headers('text/html', 'quoted-printable')}${quotedPrintable(`<p>${text.replaceAll('\n', '<br>\n')}</p>`)}`,
  ]);
  if (attachmentBytes === 0) return alternative;
  const attached = `Content-Disposition: attachment; filename="plan.pdf"\n${headers('application/pdf', 'base64')}`;
  return multipart('mixed', [alternative, `${attached}${base64(Buffer.alloc(attachmentBytes, id))}`]);
}

function multipart(kind: string, parts: readonly string[]): string {
  const inside = parts.map((part) => `--${kind}\n${part}\n`).join('');
  return `Content-Type: multipart/${kind}; boundary=${kind}\n\n${inside}--${kind}--\n`;
}

function toMail(message: Message): string {
  const { id, subject, at, participants } = message;
  const [from = '', ...to] = participants;
  const written = /^[\x20-\x7e]*$/.test(subject)
    ? subject
    : `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`;
  return (
    `From ${from} ${at.toUTCString().replace(/^(...), (\d\d) (...) (\d{4}) (\S+) GMT$/, '$1 $3 $2 $5 $4')}\n` +
    `Received: from mx.acme.example by mail.acme.example; ${at.toUTCString()}\n` +
    `Message-ID: <${id}>\nDate: ${at.toUTCString()}\nFrom: ${from}\nTo: ${to.join(', ')}\n` +
    `Subject: ${written}\nMIME-Version: 1.0\n${bodyOf(message)}\n`
  );
}

/** Writes a file of at least so many bytes; gives how many messages it holds. */
async function writeMbox(path: string, bytes: number): Promise<number> {
  const file = createWriteStream(path);
  let written = 0;
  let count = 0;
  for (const message of messages()) {
    if (written >= bytes) break;
    const mail = Buffer.from(toMail(message));
    written += mail.length;
    count += 1;
    if (!file.write(mail)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
  return count;
}

/** Does `work` with a database of its own that has an organization, its rules and its clients. */
async function withOrganization<T>(
  work: (url: string, organizationId: string, clients: ReadonlyMap<string, string>) => Promise<T>,
): Promise<T> {
  const { url, drop } = await emptyDatabase(server);
  try {
    const database = openPostgres(url);
    await database.migrate();
    const { id } = await createOrganization(database.db, { name: 'Bench', slug: 'bench' });
    const tenant = new TenantDb(database.db, id);
    const clients = new Map<string, string>();
    for (let number = 0; number < clientCount; number += 1) {
      const domain = `client-${number}.example`;
      await createRule(tenant, { integration: 'import', domain });
      clients.set(domain, (await createClient(tenant, { name: `Client ${number}`, domain })).id);
    }
    await database.close();
    return await work(url, id, clients);
  } finally {
    await drop();
  }
}

/** Summarizes the content of a database, for comparison. */
async function heldIn(url: string): Promise<string> {
  const sql = postgres(url, { max: 1 });
  const [held] = await sql`
    select count(*)::int as messages, count(client_id)::int as assigned, sum(length(content))::text as characters,
      md5(string_agg(md5(source_id || subject || content || occurred_at || participants::text || type), '' order by source_id))
    from activities`;
  await sql.end();
  return JSON.stringify(held);
}

interface Run {
  seconds: number;
  medianMegabytes: number;
  peakMegabytes: number;
}

/** Runs the command line on a file, from its start to its end. */
async function runImport(url: string, path: string, messageCount: number): Promise<Run> {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    ['build/programs/cli.js', 'import', '--org', 'bench', '--json', path],
    {
      cwd: root,
      env: { PATH: processEnvironment.PATH, DATABASE_URL: url },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const samples: number[] = [];
  const sampling = setInterval(() => {
    try {
      const resident = statusMegabytes(child.pid ?? 0, 'VmRSS');
      if (Number.isFinite(resident)) samples.push(resident);
    } catch {
      // It has ended.
    }
  }, sampleMs);
  let out = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  const [code] = await once(child, 'close');
  clearInterval(sampling);
  const seconds = (performance.now() - startedAt) / 1_000;
  const counts = JSON.parse(out);
  if (code !== 0 || counts.imported !== messageCount)
    throw new Error(`The import ended with ${code}: ${out}`);
  return { seconds, medianMegabytes: median(samples), peakMegabytes: Math.max(...samples) };
}

/** Writes the rows of the same messages, 200 a statement; gives the seconds spent in the database. */
async function insertByHand(
  url: string,
  organizationId: string,
  clients: ReadonlyMap<string, string>,
  messageCount: number,
): Promise<number> {
  const sql = postgres(url, { max: 1 });
  let milliseconds = 0;
  let rows: Record<string, unknown>[] = [];
  async function insert(): Promise<void> {
    const startedAt = performance.now();
    await sql`insert into activities ${sql(rows)} on conflict do nothing`;
    milliseconds += performance.now() - startedAt;
    rows = [];
  }
  let count = 0;
  for (const { id, subject, text, participants, at } of messages()) {
    if (count === messageCount) break;
    count += 1;
    const client = participants.map((address) => clients.get(address.replace(/.*@/, ''))).find(Boolean);
    rows.push({
      organization_id: organizationId,
      id: v7(),
      client_id: client ?? null,
      type: 'email',
      source: 'import',
      source_id: id,
      subject,
      content: text,
      occurred_at: at.toISOString(),
      participants,
      immutable: true,
      archived_at: null,
    });
    if (rows.length === rowsPerInsert) await insert();
  }
  if (rows.length > 0) await insert();
  await sql.end();
  return milliseconds / 1_000;
}

async function measure(directory: string, size: number) {
  const path = join(directory, `${size}.mbox`);
  const count = await writeMbox(path, size * megabyte);
  say(`${size} MB: ${count} messages`);
  const imported = await withOrganization(async (url) => {
    const run = await runImport(url, path, count);
    return { ...run, held: await heldIn(url) };
  });
  rmSync(path);
  const byHand = await withOrganization(async (url, organizationId, clients) => {
    const seconds = await insertByHand(url, organizationId, clients, count);
    return { seconds, held: await heldIn(url) };
  });
  if (imported.held !== byHand.held)
    throw new Error(`The import holds ${imported.held}, the rows by hand ${byHand.held}.`);
  return {
    fileMegabytes: size,
    messages: count,
    seconds: rounded(imported.seconds, 2),
    messagesPerSecond: Math.round(count / imported.seconds),
    medianMegabytes: Math.round(imported.medianMegabytes),
    peakMegabytes: Math.round(imported.peakMegabytes),
    byHandPerSecond: Math.round(count / byHand.seconds),
    ratio: rounded(byHand.seconds / imported.seconds, 2),
  };
}

const directory = mkdtempSync(join(tmpdir(), 'clientele-bench-'));
try {
  const results = [];
  for (const size of sizes) results.push(await measure(directory, size));
  if (isJson) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
  else {
    const columns = ['file', 'messages', 'seconds', 'messages/s', 'median memory', 'peak memory'];
    const rows = results.map((result) => [
      `${result.fileMegabytes} MB`,
      `${result.messages}`,
      result.seconds.toFixed(1),
      `${result.messagesPerSecond}`,
      `${result.medianMegabytes} MB`,
      `${result.peakMegabytes} MB`,
      `${result.byHandPerSecond}/s`,
      result.ratio.toFixed(2),
    ]);
    process.stdout.write(table([[...columns, 'by hand', 'ratio'], ...rows]));
  }
} finally {
  rmSync(directory, { recursive: true });
}
