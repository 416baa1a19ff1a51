import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { assignmentRules } from '../../src/clients/table.ts';
import { startApi } from '../support/api.ts';

const api = await startApi();

/** The rows of a statement, whichever driver gives them. */
async function query(statement: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  const result: unknown = await api.database.db.execute(statement);
  const rows = Array.isArray(result) ? result : (result as { rows: unknown[] }).rows;
  return rows.map((row) => ({ ...row }));
}

test('every key and index but the hash of a token, the slug and what is due to the workers begins with the organization', async () => {
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
    'idempotency_keys_age',
    'insight_jobs_due',
    'organizations_pkey',
    'organizations_slug_unique',
    'tokens_hash_unique',
  ]);
});

test('no statement can tie rows of two organizations', async () => {
  const one = await api.organization();
  const other = await api.organization();
  const foreign = await other.client();
  const tie = one.db.insert(
    assignmentRules,
    [{ integration: 'gmail', domain: 'globex.example', clientId: foreign.id }],
    { id: assignmentRules.id },
  );
  await expect(tie).rejects.toMatchObject({ cause: { code: '23503' } });
});

test('an insert goes to its own organization, whatever the row says', async () => {
  const one = await api.organization();
  const other = await api.organization();
  const row = { integration: 'gmail', domain: 'globex.example', organizationId: other.id };
  const columns = { organizationId: assignmentRules.organizationId };
  expect(await one.db.insert(assignmentRules, [row], columns)).toEqual([{ organizationId: one.id }]);
});

test('migrating again applies nothing', async () => {
  expect(await api.database.migrate()).toBe(0);
  expect(await api.database.isReady()).toBe(true);
});

test('instants keep their milliseconds, and are written in UTC', async () => {
  const organization = await api.organization();
  await organization.client({ domain: 'globex.example' });
  await organization.activities('globex.example', [{ occurredAt: '2026-03-29T01:30:00.987Z' }]);
  const [row] = await query(
    sql`select occurred_at::text as text from activities where organization_id = ${organization.id}`,
  );
  expect(String(row?.text)).toContain('.987');
});
