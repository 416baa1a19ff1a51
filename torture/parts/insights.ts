import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { openPostgres } from '../../src/core/db/database.ts';
import type { Part, Trial } from '../part.ts';
import { sharedDatabase } from '../support/engines.ts';
import { startProgram } from '../support/server.ts';
import { patienceSeconds, until } from '../support/until.ts';

/** The longest that another organization's change may take to reach its cards. */
const promisedSeconds = 10;

export const insights: Part = {
  promise:
    "with 20,000 due clients of one organization, another's new activity reaches its cards within 10 s, with one worker and with two",
  async run(trial) {
    for (const workers of [1, 2]) {
      await tryTurns(trial, workers, 'a burst');
      await tryTurns(trial, workers, 'changes that go on');
    }
  },
};

/**
 * Fills the backlog with clients of one organization, and measures how long another one's changes wait. In a burst all are due
 * for an hour; else they are changed again as soon as they are computed.
 */
async function tryTurns(
  trial: Trial,
  workers: number,
  flood: 'a burst' | 'changes that go on',
): Promise<void> {
  const url = await sharedDatabase(trial);
  const database = openPostgres(url);
  await database.migrate();
  await database.close();
  const sql = postgres(url, { max: 2, onnotice: () => {} });
  trial.atEnd(() => sql.end({ timeout: 1 }));
  const clients = trial.isQuick ? 4_000 : 20_000;
  const flooding = await fill(sql, clients);
  const other = await fill(sql, 1);
  await sql`update insight_jobs set due_at = now() - interval '1 hour', activities_changed = true where organization_id = ${flooding}`;
  await sql`update insight_jobs set due_at = now() + interval '1 day', activities_changed = false where organization_id = ${other}`;

  const started = Array.from({ length: workers }, () =>
    startProgram(trial, 'worker', { DATABASE_URL: url, LOG_LEVEL: 'warn' }),
  );
  const isBusy = await until(
    async () => (await sql`select 1 from insights limit 1`).length > 0,
    patienceSeconds,
  );
  trial.expect(isBusy, 'no worker computed a card');

  const waits: number[] = [];
  for (let round = 0; round < (trial.isQuick ? 3 : 10); round += 1) {
    if (flood === 'changes that go on')
      await sql`update activities set subject = ${randomUUID()} where organization_id = ${flooding}`;
    waits.push(await changeToCard(trial, sql, other));
  }
  const [left] =
    await sql`select count(*)::int as due from insight_jobs where activities_changed and due_at <= now() + interval '1 minute'`;
  for (const worker of started) worker.process.kill('SIGTERM');
  await Promise.all(started.map(({ ended }) => ended));
  const longest = Math.max(...waits);
  trial.figure(
    `${workers} worker${workers > 1 ? 's' : ''}, ${flood} of ${clients} clients: another's change reached its cards in at most ${longest.toFixed(1)} s; ${left?.due} were still due`,
  );
  trial.expectInTime((left?.due ?? 0) > 0, 'the flood was over before it was measured');
  trial.expectInTime(longest <= promisedSeconds, `another's change waited ${longest.toFixed(1)} s`);
}

/** Makes an organization with so many clients, each with one activity; gives its id. */
async function fill(sql: postgres.Sql, clients: number): Promise<string> {
  const id = randomUUID();
  await sql`insert into organizations (id, name, slug) values (${id}, 'Test', ${id})`;
  await sql`insert into clients (organization_id, id, name) select ${id}, gen_random_uuid(), 'Client' from generate_series(1, ${clients})`;
  await sql`
    insert into activities (organization_id, id, client_id, type, source, source_id, subject, content, occurred_at, participants, immutable)
    select ${id}, gen_random_uuid(), id, 'email', 'import', id, 'Renewal', 'We signed the contract. The export fails every night.',
      now() - interval '1 day', array['pat@globex.example', 'ann@acme.example'], true
    from clients where organization_id = ${id}`;
  return id;
}

/** Changes the activity of an organization's only client; gives the seconds until its cards show the change. */
async function changeToCard(trial: Trial, sql: postgres.Sql, organizationId: string): Promise<number> {
  const mark = `Mark ${randomUUID().slice(0, 8)}`;
  const from = performance.now();
  await sql`update activities set subject = ${mark} where organization_id = ${organizationId}`;
  const isShown = async () =>
    (
      await sql`select 1 from insights where organization_id = ${organizationId} and content like ${`%${mark}%`} limit 1`
    ).length > 0;
  trial.expect(await until(isShown, patienceSeconds, 50), "another's change was never shown");
  return (performance.now() - from) / 1_000;
}
