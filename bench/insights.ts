/**
 * Clients computed per second, 50 activities each, on PostgreSQL: by one worker process, by two, and by the built-in
 * engine alone, without database, in the same rounds.
 *
 * `npm run bench:insights`, with `-- --quick` for a short run and `-- --json` for one JSON document.
 * `DATABASE_URL` names any database of the server to use; a database of its own is made there, and dropped.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { recordActivities } from '../src/activities/record.ts';
import { createRule } from '../src/clients/assignment-rules.ts';
import { createClient } from '../src/clients/queries.ts';
import { processEnvironment } from '../src/config.ts';
import { openPostgres } from '../src/core/db/database.ts';
import { TenantDb } from '../src/core/db/tenant.ts';
import { demoBook } from '../src/demo/book.ts';
import { builtInEngine } from '../src/insights/built-in/engine.ts';
import type { ClientHistory } from '../src/insights/engine.ts';
import { readHistory } from '../src/insights/history.ts';
import { hasDueJobs, releaseJob } from '../src/insights/jobs.ts';
import { leaseJobs } from '../src/insights/leases.ts';
import { insightJobs, insights } from '../src/insights/table.ts';
import { createOrganization } from '../src/organization/queries.ts';
import { emptyDatabase } from '../test/support/empty-database.ts';
import { median, rounded } from './statistics.ts';

const isQuick = process.argv.includes('--quick');
const isJson = process.argv.includes('--json');
const clientCount = isQuick ? 300 : 1_500;
const rounds = isQuick ? 1 : 5;
const activitiesPerClient = 50;
const aloneCount = 300;

const root = fileURLToPath(new URL('..', import.meta.url));
const server = processEnvironment.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const { url, drop } = await emptyDatabase(server);
const database = openPostgres(url);
const { db } = database;
await database.migrate();
const { id: organizationId } = await createOrganization(db, { name: 'Bench', slug: 'bench' });
const tenant = new TenantDb(db, organizationId);
const say = (line: string) => process.stderr.write(`${line}\n`);

/** Makes the clients, each with the texts of the demo's mails, calls, meetings, notes and chats in turn. */
async function fill(): Promise<void> {
  const start = Date.UTC(2026, 10, 20);
  const texts = demoBook.activities;
  for (let number = 0; number < clientCount; number++) {
    const domain = `client-${number}.example`;
    await createRule(tenant, { integration: 'gmail', domain });
    await createClient(tenant, { name: `Client ${number}`, domain });
    const batch = Array.from({ length: activitiesPerClient }, (_, index) => {
      const text = texts[(number * 7 + index) % texts.length];
      if (!text) throw new Error('The demo has no activities.');
      const [sender = '', ...others] = text.participants;
      const person = `${sender.slice(0, sender.indexOf('@'))}@${domain}`;
      return {
        sourceId: `${number}-${index}`,
        type: text.type,
        subject: text.subject,
        content: text.content,
        occurredAt: new Date(start - index * 3 * 86_400_000 - number * 1_000).toISOString(),
        participants: index % 3 ? [person, ...others.slice(0, 2)] : [...others.slice(0, 1), person],
        archivedAt: null,
      };
    });
    await recordActivities(tenant, 'gmail', batch);
  }
  await db.execute(sql`analyze`);
}

async function startWorkers(count: number): Promise<ChildProcess[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const child = spawn(process.execPath, ['build/programs/worker.js'], {
        cwd: root,
        env: { PATH: processEnvironment.PATH, DATABASE_URL: url, LOG_LEVEL: 'warn' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      return child;
    }),
  );
}

/** Makes every client due at once, and waits until the workers have computed all. */
async function clientsPerSecond(workers: number): Promise<number> {
  await db.update(insightJobs).set({ dueAt: '9999-01-01T00:00:00.000Z' });
  const children = await startWorkers(workers);
  await db.delete(insights);
  await db.update(insightJobs).set({ dueAt: sql`now()` });
  const startedAt = performance.now();
  while (await hasDueJobs(db, {})) await new Promise((resolve) => setTimeout(resolve, 10));
  const seconds = (performance.now() - startedAt) / 1_000;
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
  const cards = await db.$count(insights);
  if (cards !== clientCount * 3) throw new Error(`${cards} cards of ${clientCount} clients were computed.`);
  return clientCount / seconds;
}

async function engineAlone(): Promise<number> {
  const jobs = await leaseJobs(
    db,
    randomUUID(),
    { past: { asOf: '2026-11-21T00:00:00.000Z', runFrom: '9999-01-01T00:00:00.000Z' } },
    aloneCount,
  );
  const histories: ClientHistory[] = [];
  for (const job of jobs) {
    histories.push((await readHistory(tenant, job, '2026-11-21T00:00:00.000Z')).history);
    await releaseJob(db, job);
  }
  const never = new AbortController().signal;
  const startedAt = performance.now();
  for (const history of histories) await builtInEngine.compute(history, never);
  return histories.length / ((performance.now() - startedAt) / 1_000);
}

try {
  say(`making ${clientCount} clients with ${activitiesPerClient} activities each`);
  await fill();
  const seen = { alone: [] as number[], one: [] as number[], two: [] as number[], ratio: [] as number[] };
  for (let round = 1; round <= rounds; round++) {
    const alone = await engineAlone();
    const one = await clientsPerSecond(1);
    const two = await clientsPerSecond(2);
    seen.alone.push(alone);
    seen.one.push(one);
    seen.two.push(two);
    seen.ratio.push(two / one);
    say(
      `round ${round}: engine alone ${alone.toFixed(0)}/s, one worker ${one.toFixed(0)}/s, two ${two.toFixed(0)}/s`,
    );
  }
  const figures = {
    clients: clientCount,
    activitiesPerClient,
    rounds,
    engineAlonePerSecond: rounded(median(seen.alone), 0),
    oneWorkerPerSecond: rounded(median(seen.one), 0),
    twoWorkersPerSecond: rounded(median(seen.two), 0),
    twoWorkersToOne: rounded(median(seen.ratio), 2),
  };
  process.stdout.write(
    isJson
      ? `${JSON.stringify(figures)}\n`
      : `${Object.entries(figures)
          .map(([name, value]) => `${name.padEnd(22)} ${value}`)
          .join('\n')}\n`,
  );
} finally {
  await database.close();
  await drop();
}
