import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createToken, revokeToken } from '../../src/tokens/queries.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { generous } from '../support/rules.ts';
import { callerOf, resultOf } from '../support/trpc.ts';

const api = await startApi(generous);

interface Entry {
  id: string;
  at: string;
  token: { id: string; name: string | null } | null;
  operation: string;
  resource: string;
  requestId: string;
}

/** All entries, read page by page; `between` runs after each page. */
async function walk({ token }: TestOrganization, limit: number, between = async () => {}): Promise<Entry[]> {
  const { query } = callerOf(api, token);
  const entries: Entry[] = [];
  let cursor: string | undefined;
  do {
    const { data, meta } = resultOf(await query('audit.list', { limit, cursor }));
    entries.push(...data);
    cursor = meta.cursor ?? undefined;
    await between();
  } while (cursor !== undefined);
  return entries;
}

test('a change is listed with its token, operation, resource and request', async () => {
  const organization = await api.organization();
  const key = { userId: null, permissions: [], name: 'CRM sync', expiresAt: null };
  const { id, token } = await createToken(organization.db, key);
  const created = await api.post('/v1/clients', { token, body: { name: 'Globex' } });
  const expected = {
    id: expect.any(String),
    at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    token: { id, name: 'CRM sync' },
    operation: 'clients.create',
    resource: `clients/${created.body.data.id}`,
    requestId: created.headers['x-request-id'],
    systemUser: null,
    connectionId: null,
    before: null,
    after: null,
  };
  expect(await walk(organization, 20)).toEqual([expected]);
  // Reading leaves no entry, and a revoked token keeps its name.
  await revokeToken(organization.db, id);
  expect(await walk(organization, 20)).toEqual([expected]);
});

test.each([1, 2, 3, 7, 100])(
  'pages of %i return every entry once, newest first, also those of the same time',
  async (limit) => {
    const organization = await api.organization();
    await api.database.db.execute(sql`
    insert into audit_entries (organization_id, id, at, token_id, operation, resource, request_id)
    select ${organization.id}, gen_random_uuid(), timestamptz '2026-06-30T12:00:00.123Z' - (n / 5) * interval '1 ms',
      gen_random_uuid(), 'clients.update', 'clients/' || n, gen_random_uuid() from generate_series(0, 24) n`);
    const { mutate } = callerOf(api, organization.token);
    let made = 0;
    // New entries come before the first page, so they shift nothing.
    const entries = await walk(organization, limit, async () => {
      if (made++ < 3) await mutate('clients.create', { name: 'Meanwhile' });
    });
    expect(entries.map(({ resource }) => resource).sort()).toEqual(
      Array.from({ length: 25 }, (_, n) => `clients/${n}`).sort(),
    );
    const times = entries.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    expect(entries.every(({ token }) => token?.name === null)).toBe(true);
  },
);

test('the cursor of another organization or list is refused', async () => {
  const [one, other] = [await api.organization(), await api.organization()];
  for (const { token } of [one, other])
    for (const name of ['First', 'Second']) await api.post('/v1/clients', { token, body: { name } });
  const cursorOf = async ({ token }: TestOrganization, list: string) =>
    resultOf(await callerOf(api, token).query(list, { limit: 1 })).meta.cursor;
  const own = await cursorOf(one, 'audit.list');
  // A position before the first year that PostgreSQL knows.
  const [fingerprint, [, id], list] = JSON.parse(Buffer.from(own ?? '', 'base64url').toString());
  const yearZero = JSON.stringify([fingerprint, ['0000-01-01T00:00:00.000Z', id], list]);
  const wrong = [
    await cursorOf(other, 'audit.list'),
    await cursorOf(one, 'clients.list'),
    Buffer.from(yearZero).toString('base64url'),
    '',
    'x',
  ];
  for (const cursor of wrong)
    expect((await callerOf(api, one.token).query('audit.list', { cursor })).status).toBe(400);
});
