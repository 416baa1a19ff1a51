/** Messages imported per second by the command line, from mbox files of several sizes, and the memory that it takes. */
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { readDemoActivities } from '../src/demo/book.ts';
import { Figures, isQuick, withDatabase } from './bench.ts';
import { fill } from './requests/fixture.ts';
import { startProgram, statusMegabytes } from './requests/processes.ts';

const texts = await readDemoActivities(new Date());
const part = (type: string, text: string) =>
  `--part\nContent-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: base64\n\n${base64(text)}\n`;
const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\n');

/** The nth of the mails, which are the same in each run: half of them shorter than 1 KB, few of them far longer. */
function mail(n: number): string {
  const { subject = '', content = '' } = texts[n % texts.length] ?? {};
  const length = 400 * 2 ** (5 * ((n * 0.618) % 1) ** 2);
  const text = `${content}\nViele Grüße\n`.repeat(Math.ceil(length / content.length));
  const html = `<p>${text.replaceAll('\n', '<br>\n')}</p>`;
  return `From pat@globex.example Sat Jan  3 01:05:34 2026
Message-ID: <${n}@acme.example>
Date: ${new Date(Date.UTC(2020, 0) + n * 60_000).toUTCString()}
From: pat@client-${n % 30}.example
To: ann@acme.example
Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=part

${part('text/plain', text)}${part('text/html', html)}${n % 20 ? '' : part('application/pdf', html.repeat(9))}--part--

`;
}

const path = join(tmpdir(), `clientele-bench-${process.pid}.mbox`);
const figures = new Figures();
for (const size of isQuick ? [1, 10] : [1, 10, 100, 1_000]) {
  let messages = 0;
  function* mails() {
    for (let written = 0; written < size * 1_000_000; messages += 1) {
      const bytes = Buffer.from(mail(messages));
      written += bytes.length;
      yield bytes;
    }
  }
  await writeFile(path, mails());
  await withDatabase(async (url) => {
    await fill(url, 1);
    const sql = postgres(url, { max: 1 });
    // 21 of the 30 domains are those of clients.
    await sql`insert into assignment_rules (organization_id, id, integration, domain, client_id)
      select organization_id, gen_random_uuid(), 'import', domain, id from clients`;
    const startedAt = performance.now();
    const words = ['build/programs/cli.js', 'import', '--org', 'organization-0', path];
    const child = startProgram(words, { DATABASE_URL: url }, 'ignore');
    let megabytes = 0;
    const sampling = setInterval(() => {
      megabytes = statusMegabytes(child.pid ?? 0, 'VmHWM') || megabytes;
    }, 50);
    await once(child, 'exit');
    clearInterval(sampling);
    figures.add(`${size} MB`, 'messages per second', (messages / (performance.now() - startedAt)) * 1_000);
    figures.add(`${size} MB`, 'memory at its peak, MB', megabytes);
    const [held] = await sql`select count(*)::int as activities from activities`;
    await sql.end();
    if (held?.activities !== messages) throw new Error(`${held?.activities} of ${messages} were imported.`);
  });
}
await rm(path);
figures.report([]);
