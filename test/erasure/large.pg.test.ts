import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { recordActivities } from '../../src/activities/record.ts';
import { readConfig } from '../../src/config.ts';
import { TenantDb } from '../../src/core/db/tenant.ts';
import { neverAborted } from '../../src/core/timeouts.ts';
import { erasePerson } from '../../src/erasure/person.ts';
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

test('a person is redacted in more contents than fit in a page, some of them large', async () => {
  const { organizationId, mark, user } = await withUser();
  const text = `Hi Eva ${mark}, and `;
  await db.execute(sql`
    insert into activities (organization_id, id, type, source, source_id, subject, content, occurred_at, participants, immutable)
    select ${organizationId}, gen_random_uuid(), 'note', 'import', n, 'Subject',
      repeat(${text}, case when n < 3 then 50000 else 1 end), now(), '{}', true from generate_series(1, 12) n`);
  expect(await erase(organizationId, user.email)).toEqual([10, 2, 1]);
  expect(await tablesWith({ db }, mark)).toEqual([]);
});

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
