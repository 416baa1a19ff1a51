/** Messages imported per second by the command line, from mbox files of several sizes, and the memory that it takes. */
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import postgres from 'postgres';
import { demoBook } from '../src/demo/book.ts';
import { Figures, isQuick, withDatabase } from './bench.ts';
import { fill } from './requests/fixture.ts';
import { startProgram, statusMegabytes } from './requests/processes.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\n');
const quotedPrintable = (text: string) =>
  text
    .replace(/[^\x20-\x3c\x3e-\x7e\n]/gu, (character) => encodeURIComponent(character).replaceAll('%', '='))
    .replace(/(?:=..|[^=\n]){70}(?!\n)/g, '$&=\n');

/** The nth of the mails, which are the same in each run: half of them shorter than 1 KB, few of them far longer. */
function mail(n: number): string {
  const { subject = '', content = '' } = demoBook.activities[n % demoBook.activities.length] ?? {};
  const length = 400 * 2 ** (5 * ((n * 0.618) % 1) ** 2);
  const text = `${content}\nViele Grüße\n`.repeat(Math.ceil(length / content.length));
  const part = (type: string, encoding: string, body: string) =>
    `Content-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: ${encoding}\n\n${body}\n`;
  const plain = part('text/plain', 'quoted-printable', quotedPrintable(text));
  const html = part('text/html', 'quoted-printable', quotedPrintable(text.replaceAll('\n', '<br>\n')));
  const file = n % 10 === 1 ? `--part\n${part('application/pdf', 'base64', base64(text.repeat(10)))}` : '';
  const bodies = [
    plain,
    `Content-Type: multipart/mixed; boundary=part\n\n--part\n${plain}--part\n${html}${file}--part--\n`,
    part('text/plain', '8bit', text),
    part('text/plain', 'base64', base64(text)),
  ];
  return `From pat@globex.example Sat Jan  3 01:05:34 2026
Message-ID: <${n}@acme.example>
Date: ${new Date(Date.UTC(2020, 0) + n * 60_000).toUTCString()}
From: pat@client-${n % 30}.example
To: ann@acme.example
Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=
MIME-Version: 1.0
${bodies[n % bodies.length]}
`;
}

/** Writes a file of at least so many bytes; returns the number of its messages. */
async function writeMbox(path: string, bytes: number): Promise<number> {
  const file = createWriteStream(path);
  let count = 0;
  for (let written = 0; written < bytes; count += 1) {
    const bytes = Buffer.from(mail(count));
    written += bytes.length;
    if (!file.write(bytes)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
  return count;
}

async function measure(path: string, messages: number) {
  const seen = { seconds: 0, megabytes: 0 };
  await withDatabase(async (url) => {
    await fill(url, 1);
    const sql = postgres(url, { max: 1 });
    // 20 of the 30 domains are those of clients.
    await sql`insert into assignment_rules (organization_id, id, integration, domain, client_id)
      select organization_id, gen_random_uuid(), 'import', domain, id from clients`;
    const startedAt = performance.now();
    const words = ['import', '--org', 'organization-0', path];
    const child = startProgram(['build/programs/cli.js', ...words], { DATABASE_URL: url });
    const sampling = setInterval(() => {
      seen.megabytes = statusMegabytes(child.pid, 'VmHWM') || seen.megabytes;
    }, 50);
    await once(child, 'exit');
    clearInterval(sampling);
    seen.seconds = (performance.now() - startedAt) / 1_000;
    const [held] = await sql`select count(*)::int as activities from activities`;
    await sql.end();
    if (held?.activities !== messages) throw new Error(`${held?.activities} of ${messages} were imported.`);
  });
  return seen;
}

const directory = mkdtempSync(join(tmpdir(), 'clientele-bench-'));
try {
  const figures = new Figures();
  for (const megabytes of isQuick ? [1, 10] : [1, 10, 100, 1_000]) {
    const path = join(directory, `${megabytes}.mbox`);
    const messages = await writeMbox(path, megabytes * 1_000_000);
    const seen = await measure(path, messages);
    rmSync(path);
    const row = `${megabytes} MB`;
    figures.add(row, 'messages', messages);
    figures.add(row, 'messages per second', messages / seen.seconds);
    figures.add(row, 'memory at its peak, MB', seen.megabytes);
  }
  figures.report([]);
} finally {
  rmSync(directory, { recursive: true });
}
