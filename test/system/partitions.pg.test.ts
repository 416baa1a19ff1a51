import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { removeExpired } from '../../src/erasure/retention.ts';
import { createEndpoint } from '../../src/webhooks/operations.ts';
import { startApi } from '../support/api.ts';
import { atEndOfFile } from '../support/cleanup.ts';
import { secrets } from '../support/connections.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { openTestPostgres } from '../support/postgres.ts';
import { author } from '../support/receiver.ts';

const script = readFileSync('ops/partition.sql', 'utf8');

const { url, db } = await migratedDatabase();
const client = postgres(url, { max: 1, onnotice: () => {} });
atEndOfFile(() => client.end());

/** Keys, checks, indexes and triggers of all tables, without those of partitions. */
const definitions = async () => {
  const rows = await client`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(c.oid) as definition
      from pg_constraint c join pg_class on conrelid = pg_class.oid
      where connamespace = 'public'::regnamespace and not relispartition and contype <> 't' and conparentid = 0
    union all select replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
      from pg_index join pg_class on indrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and not relispartition
    union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class on tgrelid = pg_class.oid
      where not tgisinternal and tgparentid = 0 and not relispartition
    order by 1`;
  return rows.map(({ definition }) => definition);
};

/** The tables that are not split. */
const whole = async () => {
  const rows = await client`select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition order by 1`;
  return rows.map(({ relname }) => relname);
};

test('a database with rows is not split, and stays as it is', async () => {
  const before = await definitions();
  const id = '01900000-0000-7000-8000-000000000001';
  await client`insert into organizations (id, name, slug) values (${id}, 'Acme', 'acme')`;
  await client`insert into clients (organization_id, id, name) values (${id}, ${id}, 'Globex')`;
  await expect(client.unsafe(script)).rejects.toThrow('clients has rows');
  expect(await definitions()).toEqual(before);
  await client`truncate organizations cascade`;
});

test('all tables but those with globally unique keys are split, and keep their keys, checks, indexes and triggers', async () => {
  const before = await definitions();
  await client.unsafe(script);
  expect(await whole()).toEqual(['organizations', 'tokens']);
  expect(await definitions()).toEqual(before);
  expect(before.length).toBeGreaterThan(50);
  const [{ count } = {}] = await client`select count(*)::int from pg_class
    where relispartition and relkind = 'r' and relname like 'activities\\_%'`;
  expect(count).toBe(8);
});

test('an organization reads and writes its rows in split tables', async () => {
  const database = openTestPostgres(url, 2);
  const api = await startApi({ database });
  const { token, activities, db: own } = await api.organization();
  const hook = { url: 'https://hooks.example', events: ['client.created' as const], allowPrivate: false };
  await createEndpoint({ db: own, writer: own.writtenBy(author), secrets }, hook);
  await (await api.organization()).client({ name: 'Foreign' });
  const { body } = await api.post('/v1/clients', {
    token,
    body: { name: 'Globex', domain: 'globex.example' },
  });
  const path = `/v1/clients/${body.data.id}`;
  await activities('globex.example', [{ subject: 'First' }, { subject: 'Second' }]);
  expect((await api.put(path, { token, body: { name: 'Initech' } })).status).toBe(200);
  expect((await api.get('/v1/clients', { token })).body.data).toMatchObject([{ name: 'Initech' }]);
  const listed = (await api.get(`${path}/activities`, { token })).body.data;
  expect(listed).toMatchObject([{ subject: 'Second' }, { subject: 'First' }]);
  expect((await api.get(`${path}/dashboards/default`, { token })).status).toBe(200);
  const events = await client`select position, client_id from webhook_deliveries`;
  expect(events).toMatchObject([{ position: '1', client_id: body.data.id }]);
});

test('retention removes only old rows of split tables', async () => {
  await client`insert into idempotency_keys (organization_id, key, fingerprint, answer, created_at)
    select gen_random_uuid(), n, '', '{}', now() - interval '1 hour' * case when n % 2 = 0 then 25 else 1 end
    from generate_series(1, 180) as n`;
  const retention = { auditDays: null, deletedDays: null, activityDays: null, idempotencyHours: 24 };
  for await (const { rows } of removeExpired(db, retention)) expect(rows).toBe(90);
  const left = await client`select key::int % 2 as remainder from idempotency_keys`;
  expect(left.map(({ remainder }) => remainder)).toEqual(Array(90).fill(1));
});

test('a prepared statement of an organization reads one partition', async () => {
  await client`set plan_cache_mode = force_generic_plan`;
  await client.unsafe(
    'prepare page (uuid, uuid) as select id from clients where organization_id = $1 and id > $2 order by id limit 20',
  );
  const plan = await client.unsafe(
    `explain execute page ('01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002')`,
  );
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toContain('Subplans Removed: 7');
  expect(text.match(/ on clients_\d/g)).toHaveLength(1);
});

test('a database that is split already is refused', async () => {
  await expect(client.unsafe(script)).rejects.toThrow('nothing to split');
});
