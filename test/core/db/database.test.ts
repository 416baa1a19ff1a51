import { asc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activities } from '../../../src/activities/table.ts';
import { assignmentRules, clients } from '../../../src/clients/table.ts';
import { isOlder, isReady } from '../../../src/core/db/migrations.ts';
import { named, update } from '../../../src/core/db/tenant-statements.ts';
import { startApi } from '../../support/api.ts';

const api = await startApi();

/** The rows of a statement, whichever driver gives them. */
async function query(statement: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  const result: unknown = await api.database.db.execute(statement);
  const rows = Array.isArray(result) ? result : (result as { rows: unknown[] }).rows;
  return rows.map((row) => ({ ...row }));
}

test('every key and index begins with the organization, except those listed', async () => {
  const indexes = await query(sql`
    select t.relname as table, i.relname as index, a.attname as first
    from pg_index x
    join pg_class i on i.oid = x.indexrelid
    join pg_class t on t.oid = x.indrelid
    join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]`);
  const others = indexes.filter(({ first }) => first !== 'organization_id').map(({ index }) => index);
  expect(indexes.length).toBeGreaterThan(10);
  expect(others.sort()).toEqual([
    'clients_deleted',
    'connections_due',
    'idempotency_keys_age',
    'insight_jobs_due',
    'insight_jobs_unrefreshed',
    'organizations_pkey',
    'organizations_slug_unique',
    'tokens_hash_unique',
    'users_deleted',
    'webhook_deliveries_ended',
    'webhook_deliveries_events',
    'webhook_endpoints_due',
  ]);
});

test('no statement can link rows of two organizations', async () => {
  const one = await api.organization();
  const other = await api.organization();
  const foreign = await other.client();
  const tie = one.db.insert(assignmentRules, [
    { integration: 'gmail', domain: 'globex.example', clientId: foreign.id },
  ]);
  await expect(tie).rejects.toMatchObject({ cause: { code: '23503' } });
});

test('an insert goes to its own organization, whatever the row says', async () => {
  const one = await api.organization();
  const other = await api.organization();
  const row = { integration: 'gmail', domain: 'globex.example', organizationId: other.id };
  const columns = { organizationId: assignmentRules.organizationId };
  expect(await one.db.insert(assignmentRules, [row]).returning(columns)).toEqual([
    { organizationId: one.id },
  ]);
});

const rename = update('test.rename', clients, { id: clients.id }, ({ id }) => ({
  columns: { name: clients.name },
  where: eq(clients.id, id),
}));

test('a write stays in its organization, whatever its values name', async () => {
  const [own, other] = [await api.organization(), await api.organization()];
  const { id } = await other.client({ name: 'Globex' });
  const values = { id, organizationId: other.id };
  expect(await own.db.write(rename, values, { name: 'Taken' })).toEqual([]);
  expect(await other.db.select({ name: clients.name }, clients)).toEqual([{ name: 'Globex' }]);
});

test('a database that lacks a migration is older than the program and not ready', async () => {
  const { db } = api.database;
  expect([await isReady(db), await isOlder(db), await api.database.migrate()]).toEqual([true, false, 0]);
  const undone = db.transaction(async (transaction) => {
    const stateAfter = async (change: string) => {
      await transaction.execute(sql.raw(`${change} drizzle.__drizzle_migrations`));
      return [await isReady(transaction), await isOlder(transaction)];
    };
    expect(await stateAfter('delete from')).toEqual([false, true]);
    expect(await stateAfter('drop table')).toEqual([false, false]);
    transaction.rollback();
  });
  await expect(undone).rejects.toThrow('Rollback');
});

test('timestamps are read with three digits of milliseconds, including trailing zeros', async () => {
  const organization = await api.organization();
  const client = await organization.client({ domain: 'initech.example' });
  const instants = ['.000', '.100', '.120', '.123'].map((end) => `2026-03-29T01:30:00${end}Z`);
  await organization.activities(
    'initech.example',
    instants.map((occurredAt) => ({ occurredAt })),
  );
  const { db, token } = organization;
  const rows = await db.all(everyInstant, {});
  expect(rows.map(({ occurredAt }) => occurredAt)).toEqual(instants);
  const { body } = await api.get(`/v1/clients/${client.id}/activities`, { token });
  expect(body.data.map(({ occurredAt }: { occurredAt: string }) => occurredAt)).toEqual(
    instants.toReversed(),
  );
});

const everyInstant = named('test.instants', {}, (db) =>
  db.select({ occurredAt: activities.occurredAt }, activities).orderBy(asc(activities.occurredAt)),
);
