import postgres from 'postgres';
import { expect, test } from 'vitest';
import { hasBacklogRules } from '../../../src/clients/assignment-rules.ts';
import { migrationLock } from '../../../src/core/db/migrations.ts';
import { hasDueJobs } from '../../../src/insights/jobs.ts';
import { atEndOfFile } from '../../support/cleanup.ts';
import { emptyDatabase } from '../../support/empty-database.ts';
import { migrateUpTo } from '../../support/migrate-up-to.ts';
import { openTestPostgres } from '../../support/postgres.ts';

/** Opens an empty database, and a client of it beside. */
async function openEmpty() {
  const { url, drop } = await emptyDatabase();
  const database = openTestPostgres(url, 1);
  const client = postgres(url, { max: 2, onnotice: () => {} });
  atEndOfFile(async () => {
    await Promise.all([client.end(), database.close()]);
    await drop();
  });
  return { url, database, client };
}

test('when eight processes migrate an empty database at once, one migrates and none fails', async () => {
  const { url, database } = await openEmpty();
  const others = Array.from({ length: 7 }, () => openTestPostgres(url, 1));
  const applied = await Promise.all([database, ...others].map((each) => each.migrate()));
  await Promise.all(others.map((other) => other.close()));
  expect(applied.filter((count) => count > 0)).toHaveLength(1);
  expect(await database.isReady()).toBe(true);
});

test('an up-to-date database does not make a process wait for the migration lock', async () => {
  const { database, client } = await openEmpty();
  await database.migrate();
  await client`select pg_advisory_lock(${migrationLock})`;
  expect(await database.migrate()).toBe(0);
});

test('the migration that adds background work makes existing rows due', async () => {
  const { database, client } = await openEmpty();
  // The schema of the first release, with a client that has an activity, and a rule that is wired to it.
  const left = await migrateUpTo(database.db, '0002_insight_jobs');
  const id = '01900000-0000-7000-8000-000000000001';
  await client`insert into organizations (id, name, slug) values (${id}, 'Acme', 'acme')`;
  await client`insert into clients (organization_id, id, name) values (${id}, ${id}, 'Globex')`;
  await client`insert into assignment_rules (organization_id, id, integration, domain, client_id)
    values (${id}, ${id}, 'gmail', 'globex.example', ${id})`;
  await client`insert into activities (organization_id, id, client_id, type, source, source_id, subject, content, occurred_at, participants, immutable)
    values (${id}, ${id}, ${id}, 'note', 'gmail', '1', '', '', now(), '{}', true)`;

  expect(await database.migrate()).toBe(left);
  expect(await hasBacklogRules(database.db, id)).toBe(true);
  expect(await hasDueJobs(database.db, { organizationId: id })).toBe(true);
});

test('a migration that waits for a table in use delays no write for longer than the statement timeout', async () => {
  const { database, client } = await openEmpty();
  const left = await migrateUpTo(database.db, '0008_once_and_versions');
  let migrated: Promise<number> | undefined;
  await client.begin(async (holder) => {
    await holder`lock table activities in row exclusive mode`;
    migrated = database.migrate();
    await expect
      .poll(() => client`select from pg_locks where relation = 'activities'::regclass and not granted`)
      .toHaveLength(1);
    await client.unsafe(`set statement_timeout = 1900;
      insert into organizations (id, name, slug) values (gen_random_uuid(), 'Acme', 'acme');
      reset statement_timeout`);
  });
  expect(await migrated).toBe(left);
  expect(await database.isReady()).toBe(true);
});
