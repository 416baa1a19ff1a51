import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { recordActivities } from '../../src/activities/record.ts';
import { activities } from '../../src/activities/table.ts';
import { createClient, deleteClient } from '../../src/clients/queries.ts';
import { readConfig } from '../../src/config.ts';
import { TenantDb } from '../../src/core/db/tenant.ts';
import { neverAborted } from '../../src/core/timeouts.ts';
import { erasePerson } from '../../src/erasure/person.ts';
import { removeExpired } from '../../src/erasure/retention.ts';
import { createLog } from '../../src/log.ts';
import { createOrganization } from '../../src/organization/queries.ts';
import { openDatabase } from '../../src/runtime.ts';
import { createUser } from '../../src/users/queries.ts';
import { atEndOfFile } from '../support/cleanup.ts';
import { incoming } from '../support/incoming.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { tablesWith } from '../support/tables-with.ts';

const { url } = await migratedDatabase();
const config = readConfig({ DATABASE_URL: url });
const opened = await openDatabase(config, 'command', createLog({ logLevel: 'silent' }));
atEndOfFile(opened.close);
const { db } = opened.database;
const author = { actor: { systemUser: 'test' }, operation: 'person.erase', requestId: randomUUID() };

/** An organization with a user whose name no other row has. */
async function withUser() {
  const { id: organizationId } = await createOrganization(db, { name: 'Acme', slug: randomUUID() });
  const mark = `mark${randomUUID().replaceAll('-', '')}`;
  const person = { email: `${mark}@home.example`, firstName: 'Eva', lastName: mark, imageUrl: null };
  const user = await createUser(new TenantDb(db, organizationId), person);
  return { organizationId, mark, user };
}

/** Erases a person and returns the numbers of rows read in each step. */
async function erase(organizationId: string, email: string): Promise<number[]> {
  const steps: number[] = [];
  const tenant = new TenantDb(db, organizationId);
  for await (const step of erasePerson(tenant, { email }, author, neverAborted)) steps.push(step);
  return steps;
}

test.each([
  { rows: 16, bytes: 150_000, read: [13, 3, 1] },
  { rows: 2, bytes: 2_100_000, read: [1, 1, 1] },
])(
  'a person is redacted in $rows contents of $bytes bytes, in batches within a bound of bytes',
  async ({ rows, bytes, read }) => {
    const { organizationId, mark, user } = await withUser();
    const text = `Hi Eva ${mark}, and `;
    await db.execute(sql`
    insert into activities (organization_id, id, type, source, source_id, subject, content, occurred_at, participants, immutable)
    select ${organizationId}, gen_random_uuid(), 'note', 'import', n, 'Subject',
      repeat(${text}, ${Math.ceil(bytes / text.length)}::int), now(), '{}', true from generate_series(1, ${rows}::int) n`);
    expect(await erase(organizationId, user.email)).toEqual(read);
    expect(await tablesWith({ db }, mark)).toEqual([]);
  },
);

test('mail that is being recorded when an erasure begins is redacted, too', async () => {
  const { organizationId, mark, user } = await withUser();
  const mail = incoming({ subject: `From Eva ${mark}`, participants: [user.email] });
  let erased: Promise<unknown> | undefined;
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`);
    await recordActivities(new TenantDb(transaction, organizationId, true), 'gmail', [mail]);
    erased = erase(organizationId, user.email);
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => db.execute(waiting)).toHaveLength(1);
  });
  await erased;
  expect(await tablesWith({ db }, mark)).toEqual([]);
});

test('a deleted client with large activities is removed in batches, within a bound of bytes', async () => {
  const { id: organizationId } = await createOrganization(db, { name: 'Acme', slug: randomUUID() });
  const tenant = new TenantDb(db, organizationId);
  const client = await createClient(tenant, { name: 'Globex', domain: null });
  await db.execute(sql`
    insert into activities (organization_id, id, client_id, type, source, source_id, subject, content, occurred_at, participants, immutable)
    select ${organizationId}, gen_random_uuid(), ${client.id}, 'note', 'import', n, 'Subject', repeat('content ', 1250000), now(), '{}', true
    from generate_series(1, 4) n`);
  await deleteClient(tenant, client.id);
  await db.execute(sql`update clients set deleted_at = now() - interval '9 days' where id = ${client.id}`);
  const retention = { auditDays: null, deletedDays: 8, activityDays: null, idempotencyHours: 24 };
  const batches: number[] = [];
  for await (const { kind, rows } of removeExpired(db, retention))
    if (kind === 'activities') batches.push(rows);
  expect(batches).toEqual([3, 1]);
  expect(await db.$count(activities, eq(activities.organizationId, organizationId))).toBe(0);
});
