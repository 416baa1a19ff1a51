import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activities } from '../../src/activities/table.ts';
import { createClient } from '../../src/clients/queries.ts';
import { clients } from '../../src/clients/table.ts';
import { auditEntries } from '../../src/core/db/audit/table.ts';
import { newId } from '../../src/core/db/id.ts';
import { TenantDb } from '../../src/core/db/tenant.ts';
import { sqlStateOf } from '../../src/core/errors.ts';
import { createOrganization } from '../../src/organization/queries.ts';
import { organizations } from '../../src/organization/table.ts';
import { exportOrganization } from '../../src/organization-data/export.ts';
import { createToken } from '../../src/tokens/queries.ts';
import { tokens } from '../../src/tokens/table.ts';
import { atEndOfFile } from '../support/cleanup.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { start } from '../support/process.ts';

const { url, db } = await migratedDatabase();
const directory = mkdtempSync(join(tmpdir(), 'clientele-organization-'));
atEndOfFile(() => rmSync(directory, { recursive: true }));
const file = join(directory, 'acme.jsonl');

const rows = 12_000;
const contentBytes = 8_192;
const made = await createOrganization(db, { name: 'Acme', slug: 'acme' });
await createToken(new TenantDb(db, made.id), { userId: null, permissions: [], name: null, expiresAt: null });
await db.execute(sql`
  insert into activities (organization_id, id, type, source, source_id, subject, content, occurred_at, participants, immutable)
  select ${made.id}, gen_random_uuid(), 'note', 'import', n, 'Subject', repeat('content ', ${contentBytes / 8}::int), now(), '{}', true
  from generate_series(1, ${rows}::int) n`);

/** While a transaction holds this lock, others wait before they insert or delete the activity in the middle. */
const middleLock = 4_711;
await db.execute(sql`
  create function wait_before_middle() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(${sql.raw(`${middleLock}`)});
    return coalesce(new, old);
  end $$`);
const [middle] = await db
  .select({ id: activities.id })
  .from(activities)
  .orderBy(asc(activities.id))
  .offset(rows / 2)
  .limit(1);
for (const [event, row] of [
  ['insert', 'new'],
  ['delete', 'old'],
])
  await db.execute(
    sql.raw(`create trigger wait_before_middle_${event} before ${event} on activities for each row
      when (${row}.id = '${middle?.id}') execute function wait_before_middle()`),
  );

/** Less memory than the export has bytes. */
const smallHeap = { DATABASE_URL: url, NODE_OPTIONS: '--max-old-space-size=80' };
const cli = (...words: string[]) => start('cli', smallHeap, ['org', ...words]);
const stateOf = async () => (await db.select({ state: organizations.state }).from(organizations))[0]?.state;
const count = () => db.$count(activities);

/** Runs a command, and kills it while the batch with the activity in the middle is under way. */
async function killHalfway(...words: string[]): Promise<void> {
  const ofWaiting = sql`from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`);
    await transaction.execute(sql`select pg_advisory_xact_lock(${middleLock})`);
    const command = cli(...words);
    await expect.poll(() => db.execute(sql`select 1 ${ofWaiting}`)).toHaveLength(1);
    command.process.kill('SIGKILL');
    expect(await command.ended).toBe('SIGKILL');
    // PostgreSQL notices only at the end of a statement that its client is gone.
    await db.execute(sql`select pg_terminate_backend(pid, 10000) ${ofWaiting}`);
  });
}

test('an export needs little memory', async () => {
  const exporting = cli('export', '--org', 'acme', file);
  expect([await exporting.ended, exporting.stderr]).toEqual([0, expect.not.stringContaining('heap')]);
  expect(statSync(file).size).toBeGreaterThan(rows * contentBytes);
});

test('an export that its reader leaves ends its transaction', async () => {
  const parts = exportOrganization(db, made.id, new Date());
  await parts.next();
  await parts.next();
  await parts.return(undefined);
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and state like 'idle in%'`;
  expect(await db.execute(waiting)).toHaveLength(0);
});

test('a deletion that is killed has ended the tokens, and is finished by the next one', async () => {
  await killHalfway('delete', '--org', 'acme', '--yes');
  expect([await stateOf(), await db.$count(tokens)]).toEqual(['deleting', 0]);
  const left = await count();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(rows);
  expect(await cli('delete', '--org', 'acme', '--yes').ended).toBe(0);
  expect([await stateOf(), await count()]).toEqual([undefined, 0]);
});

test('an import that is killed leaves what a deletion removes, and the next import is complete', async () => {
  await killHalfway('import', file);
  expect(await stateOf()).toBe('importing');
  const imported = await count();
  expect(imported).toBeGreaterThan(0);
  expect(imported).toBeLessThan(rows);
  expect(await cli('import', file).ended).toBe(1);
  expect(await cli('delete', '--org', 'acme', '--yes').ended).toBe(0);
  expect(await cli('import', file).ended).toBe(0);
  const { state, updatedAt } = made;
  expect(await db.select().from(organizations)).toMatchObject([
    { organizationId: made.id, state, updatedAt },
  ]);
  expect(await count()).toBe(rows);
});

test('rows that requests write during a deletion are deleted, too, with their audit entries', async () => {
  const tenant = new TenantDb(db, made.id);
  let written = 0;
  const writing = (async () => {
    for (;;) {
      const author = { actor: { tokenId: newId() }, operation: 'clients.create', requestId: newId() };
      await createClient(tenant.writtenBy(author), { name: 'Late', domain: null });
      written++;
    }
  })().catch(sqlStateOf);
  await expect.poll(() => written).toBeGreaterThan(0);
  expect(await cli('delete', '--org', 'acme', '--yes').ended).toBe(0);
  const foreignKeyViolation = '23503';
  expect(await writing).toBe(foreignKeyViolation);
  expect([await db.$count(clients), await db.$count(auditEntries), await stateOf()]).toEqual([
    0,
    0,
    undefined,
  ]);
  expect(await db.$count(organizations, eq(organizations.slug, 'acme'))).toBe(0);
});
