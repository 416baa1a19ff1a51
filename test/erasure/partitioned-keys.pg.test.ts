import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { removeExpired } from '../../src/erasure/retention.ts';
import { migratedDatabase } from '../support/migrated-database.ts';

test('clearing a hash-partitioned table deletes only keys older than 24 hours', async () => {
  const { db } = await migratedDatabase();
  await db.execute(
    sql.raw(`
    alter table idempotency_keys rename to whole;
    create table idempotency_keys (like whole including all) partition by hash (organization_id);
    create table part_0 partition of idempotency_keys for values with (modulus 3, remainder 0);
    create table part_1 partition of idempotency_keys for values with (modulus 3, remainder 1);
    create table part_2 partition of idempotency_keys for values with (modulus 3, remainder 2);
    insert into idempotency_keys (organization_id, key, fingerprint, answer, created_at)
      select gen_random_uuid(), 'key ' || n, '', '{}', now() - case when n % 2 = 0 then interval '25 hours' else interval '1 hour' end
      from generate_series(1, 300) as n`),
  );
  const count = async (condition: string) => {
    const rows = await db.execute(
      sql.raw(`select count(*)::int as count from idempotency_keys where ${condition}`),
    );
    return (rows as unknown as [{ count: number }])[0].count;
  };
  const isFresh = "created_at > now() - interval '24 hours'";
  const retention = { auditDays: null, deletedDays: null, activityDays: null, idempotencyHours: 24 };
  for await (const { rows } of removeExpired(db, retention)) expect(rows).toBe(150);
  expect([await count(isFresh), await count(`not ${isFresh}`)]).toEqual([150, 0]);
});
