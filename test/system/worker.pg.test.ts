import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { recordActivities } from '../../src/activities/record.ts';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { createClient } from '../../src/clients/queries.ts';
import { TenantDb } from '../../src/core/db/tenant.ts';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import { readHistory } from '../../src/insights/history.ts';
import { leaseJobs } from '../../src/insights/leases.ts';
import { insightJobs, insights } from '../../src/insights/table.ts';
import { createOrganization } from '../../src/organization/queries.ts';
import { emptyDatabase } from '../support/empty-database.ts';
import { openTestPostgres } from '../support/postgres.ts';
import { start } from '../support/process.ts';

const { url, drop } = await emptyDatabase();
const database = openTestPostgres(url, 3);
const { db } = database;
await database.migrate();
afterAll(async () => {
  await database.close();
  await drop();
});

const startWorkerProcess = () => start('worker', { DATABASE_URL: url });

test('without PostgreSQL the worker stops at once with one line that says what to set', async () => {
  const worker = start('worker', {});
  expect(await worker.ended).toBe(1);
  expect(worker.stderr).toMatch(/^DATABASE_URL [^\n]+\n$/);
});

test('two workers, killed and restarted over and over while activities arrive, leave every client computed from its latest activities, each change once', async () => {
  const { id } = await createOrganization(db, { name: 'Test', slug: 'test' });
  const tenant = new TenantDb(db, id);
  const clients = await Promise.all(
    Array.from({ length: 16 }, async (_, index) => {
      const domain = `client-${index}.example`;
      const client = await createClient(tenant, { name: `Client ${index}`, domain });
      // Half of the rules come later, so that there is a backlog to assign.
      if (index % 2) await createRule(tenant, { integration: 'gmail', domain });
      return { id: client.id, domain };
    }),
  );
  // Keeps every computation that left nothing due: each state of a client's activities may be there once.
  await db.execute(sql`create table computed (client_id uuid, revision bigint)`);
  await db.execute(sql`create function note() returns trigger language plpgsql as $$ begin
    insert into computed values (new.client_id, new.revision); return null; end $$`);
  await db.execute(sql`create trigger noted after update of computed_for on insight_jobs for each row
    when (new.due_at > now() + interval '12 hours') execute function note()`);

  let arrived = 0;
  const arrive = () => {
    const batch = Array.from({ length: 25 }, () => {
      const { domain } = clients[arrived % clients.length] ?? { domain: '' };
      return {
        sourceId: `message-${++arrived}`,
        type: 'email' as const,
        subject: `Mail ${arrived}`,
        content: `Thank you, delivery ${arrived} was on time and the team is delighted with it.`,
        occurredAt: new Date(Date.UTC(2026, 0, 1) + arrived * 60_000).toISOString(),
        participants: [`pat@${domain}`],
        archivedAt: null,
      };
    });
    return recordActivities(tenant, 'gmail', batch);
  };
  const countComputed = async () =>
    (await db.select({ count: sql<number>`count(*)::int` }).from(sql`computed`))[0]?.count ?? 0;

  for (let round = 0; round < 3; round++) {
    const workers = [startWorkerProcess(), startWorkerProcess()];
    await expect
      .poll(async () => (await arrive()) && workers.every(({ stdout }) => stdout.includes('is ready')))
      .toBe(true);
    const before = await countComputed();
    await expect.poll(async () => (await arrive()) && (await countComputed())).toBeGreaterThan(before);
    if (round === 1)
      for (const { domain } of clients.filter((_, index) => index % 2 === 0))
        await createRule(tenant, { integration: 'gmail', domain });
    for (const { process } of workers) process.kill('SIGKILL');
    await Promise.all(workers.map(({ ended }) => ended));
  }

  const run = start('cli', { DATABASE_URL: url }, ['insights', 'run', '--json']);
  expect([await run.ended, run.stdout]).toEqual([0, expect.stringContaining('"computed"')]);
  const computedFor = new Map(
    (await db.select().from(insightJobs)).map((job) => [job.clientId, job.computedFor ?? '']),
  );
  await db.update(insightJobs).set({ dueAt: sql`now()` });
  const jobs = await leaseJobs(db, randomUUID(), {}, 100);
  expect(jobs.map(({ clientId }) => clientId).sort()).toEqual(clients.map((client) => client.id).sort());
  for (const job of jobs) {
    const { history } = await readHistory(tenant, job, computedFor.get(job.clientId) ?? '');
    expect(history.activities.length).toBeGreaterThan(5);
    const stored = await db.select().from(insights).where(eq(insights.clientId, job.clientId));
    const cards = Object.fromEntries(stored.map(({ card, content }) => [card, content]));
    const computed = await builtInEngine.compute(history, new AbortController().signal);
    expect(cards).toEqual(computed.cards);
  }
  const unassigned = await db.execute(sql`select 1 from activities where client_id is null`);
  expect([...(unassigned as unknown as unknown[])]).toEqual([]);
  const repeated = await db.execute(
    sql`select client_id, revision from computed group by 1, 2 having count(*) > 1`,
  );
  expect([...(repeated as unknown as unknown[])]).toEqual([]);
});

test('a worker that is told to stop in the middle of its work ends with 0 and gives back what it has leased', async () => {
  // A model that never answers keeps the worker at work for as long as it likes.
  const model = createServer(() => {}).listen(0, '127.0.0.1');
  await once(model, 'listening');
  const isAsked = once(model, 'request');
  const { port } = model.address() as AddressInfo;
  await db.update(insightJobs).set({ dueAt: sql`now()`, lease: null, leasedUntil: null });
  const worker = start('worker', {
    DATABASE_URL: url,
    INSIGHTS_LLM_URL: `http://127.0.0.1:${port}/v1`,
    INSIGHTS_LLM_MODEL: 'slow',
  });
  const leased = () => db.$count(insightJobs, isNotNull(insightJobs.lease));
  await expect.poll(leased).toBeGreaterThan(0);
  await isAsked;
  worker.process.kill('SIGTERM');
  expect(await worker.ended).toBe(0);
  expect(await leased()).toBe(0);
  model.closeAllConnections();
  model.close();
});
