import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createToken, revokeToken } from '../../src/tokens/queries.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { generous } from '../support/rules.ts';
import { callerOf, resultOf, walkOf } from '../support/trpc.ts';
import { addTwin } from '../support/twin.ts';

const api = await startApi(generous);

test('a change is listed with its token, operation, resource and request', async () => {
  const organization = await api.organization();
  const key = { userId: null, permissions: [], name: 'CRM sync', expiresAt: null };
  const { id, token } = await createToken(organization.db, key);
  const list = async () => resultOf(await callerOf(api, organization.token).query('audit.list')).data;
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
  expect(await list()).toEqual([expected]);
  // Reading leaves no entry, and a revoked token keeps its name.
  await revokeToken(organization.db, id);
  await addTwin(api.database, organization.id, { tokens: { name: 'of the twin' } });
  expect(await list()).toEqual([expected]);
});

test('pages return every entry once, newest first, also those of the same time', async () => {
  const organization = await api.organization();
  await api.database.db.execute(sql`
    insert into audit_entries (organization_id, id, at, token_id, operation, resource, request_id)
    select ${organization.id}, gen_random_uuid(), timestamptz '2026-06-30T12:00:00.123Z' - (n / 5) * interval '1 ms',
      gen_random_uuid(), 'clients.update', 'clients/' || n, gen_random_uuid() from generate_series(0, 24) n`);
  const { query, mutate } = callerOf(api, organization.token);
  const { data } = resultOf(await query('audit.list', { limit: 100 }));
  expect(new Set(data.map(({ resource }: { resource: string }) => resource)).size).toBe(25);
  const times = data.map(({ at }: { at: string }) => at);
  expect(times).toEqual(times.toSorted().reverse());
  expect(data).toEqual(
    data.map(() => expect.objectContaining({ token: { id: expect.any(String), name: null } })),
  );
  for (const limit of [1, 2, 7]) {
    // New entries come before the first page, so they shift nothing.
    const { ids } = await walkOf({ query }, 'audit.list', { limit }, async (pageNumber) => {
      if (pageNumber <= 3) await mutate('clients.create', { name: 'Meanwhile' });
    });
    expect(ids.slice(-25)).toEqual(data.map(({ id }: { id: string }) => id));
  }
});

test('a position before the first year that PostgreSQL knows is refused, like the cursor of another list or organization', async () => {
  const [one, other] = [await api.organization(), await api.organization()];
  for (const { token } of [one, other])
    for (const name of ['First', 'Second']) await api.post('/v1/clients', { token, body: { name } });
  const cursorOf = async ({ token }: TestOrganization, list: string) =>
    resultOf(await callerOf(api, token).query(list, { limit: 1 })).meta.cursor;
  const own = await cursorOf(one, 'audit.list');
  const [fingerprint, [, id], list] = JSON.parse(Buffer.from(own ?? '', 'base64url').toString());
  const yearZero = JSON.stringify([fingerprint, ['0000-01-01T00:00:00.000Z', id], list]);
  for (const cursor of [
    Buffer.from(yearZero).toString('base64url'),
    await cursorOf(other, 'audit.list'),
    await cursorOf(one, 'clients.list'),
  ])
    expect((await callerOf(api, one.token).query('audit.list', { cursor })).status).toBe(400);
});
