import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createRule, listRules } from '../../src/clients/assignment-rules.ts';
import { deleteClient } from '../../src/clients/queries.ts';
import { fingerprintOf } from '../../src/core/rest/idempotency/key.ts';
import { idempotencyKeys } from '../../src/core/rest/idempotency/table.ts';
import { isProduction, startApi } from '../support/api.ts';
import { refuseWrites } from '../support/refuse-writes.ts';
import { auditOf, expectRefused, generous } from '../support/rules.ts';

const api = await startApi(generous);
const globex = { name: 'Globex', domain: 'globex.example' };

/** An organization of its own, and how to create in it with a key. */
async function newOrganization() {
  const organization = await api.organization();
  const { token } = organization;
  return {
    organization,
    token,
    post: (key: string, body: unknown = globex, as = token) =>
      api.post('/v1/clients', { token: as, body, headers: { 'idempotency-key': key } }),
    names: async () =>
      (await api.get('/v1/clients?limit=100', { token })).body.data.map(({ name }: { name: string }) => name),
    /** Makes its keys older than they are. */
    age: (hours: number) =>
      api.database.db.execute(
        sql`update idempotency_keys set created_at = created_at - make_interval(hours => ${hours}) where organization_id = ${organization.id}`,
      ),
    keys: async () =>
      (
        await api.database.db
          .select({ key: idempotencyKeys.key })
          .from(idempotencyKeys)
          .where(sql`${idempotencyKeys.organizationId} = ${organization.id}`)
      ).map(({ key }) => key),
  };
}

test('the same key and body replays the first response, says so, and creates, wires and records nothing more', async () => {
  const { organization, post, names } = await newOrganization();
  await createRule(organization.db, { integration: 'gmail', domain: globex.domain });
  const first = await post('key-1');
  const second = await post('key-1');
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect(second.headers['idempotent-replayed']).toBe('true');
  expect(second.text).toBe(first.text);
  expect(second.headers.etag).toBe(first.headers.etag);
  expect(await names()).toEqual(['Globex']);
  expect(await auditOf(organization)).toHaveLength(1);
  expect(await listRules(organization.db, { limit: 100 })).toMatchObject([{ clientId: first.body.data.id }]);
});

test('the first response is replayed even after the client has been changed and deleted', async () => {
  const { organization, token, post } = await newOrganization();
  const first = await post('key');
  const { id } = first.body.data;
  await api.put(`/v1/clients/${id}`, { token, body: { name: 'Initech', domain: null } });
  expect((await post('key')).text).toBe(first.text);
  await deleteClient(organization.db, id);
  expect((await post('key')).text).toBe(first.text);
});

test('reusing the key with another body is refused, and creates nothing', async () => {
  const { post, names } = await newOrganization();
  await post('key');
  for (const body of [
    { ...globex, name: 'Initech' },
    { ...globex, domain: 'initech.example' },
    { name: 'Globex' },
  ])
    expectRefused(await post('key', body), 'Idempotency-Key');
  expect(await names()).toEqual(['Globex']);
});

test('the fingerprint of a request stays the same in every release', () => {
  const fingerprint = fingerprintOf('clients.create', globex);
  expect(fingerprint).toBe('2bP8nGRUswo7waDYfvMCIBorh7qD9ccgFS0_WejXvMY');
});

test('an equivalent body counts as the same, whatever its formatting', async () => {
  const { post } = await newOrganization();
  const first = await post('key');
  const form = '{"unknown":1, "domain":"GLOBEX.example", "name":" Globex "}';
  expect((await post('key', form)).text).toBe(first.text);
});

test('a key in quotes, as in the draft standard, equals the key without them', async () => {
  const { post, keys } = await newOrganization();
  const first = await post('"8e03978e-40d5"');
  expect((await post('8e03978e-40d5')).text).toBe(first.text);
  await post('"with \\"quotes\\" and \\\\"');
  expect((await keys()).sort()).toEqual(['8e03978e-40d5', 'with "quotes" and \\']);
});

test('an invalid key is refused, and nothing is created; a key of 255 characters is valid', async () => {
  const { post, names } = await newOrganization();
  const long = 'x'.repeat(256);
  const quoted = ['""', '"open', `"${long}"`, '"\\x"'];
  for (const key of ['', 'two words', 'a"b', long, 'k\u00e9y', 'one, two', ...quoted])
    expectRefused(await post(key), 'Idempotency-Key');
  expect(await names()).toEqual([]);
  const longest = '~'.repeat(255);
  const { status, text } = await post(longest);
  expect(status).toBe(200);
  expect((await post(`"${longest}"`)).text).toBe(text);
});

test('keys belong to an organization, whichever of its tokens sends them', async () => {
  const one = await newOrganization();
  const other = await newOrganization();
  const key = randomUUID();
  const first = await one.post(key);
  expect((await other.post(key)).body.data.id).not.toBe(first.body.data.id);
  expect((await one.post(key, globex, await one.organization.userKey(['clients:write']))).text).toBe(
    first.text,
  );
});

test('a refused request does not use up its key: the corrected request can use it', async () => {
  const { post, organization, token } = await newOrganization();
  expectRefused(await post('key', { name: '' }), 'name');
  const reader = await organization.userKey(['clients:read']);
  expect((await post('key', globex, reader)).status).toBe(403);
  const { status, headers } = await post('key', globex, token);
  expect(status).toBe(200);
  expect(headers['idempotent-replayed']).toBeUndefined();
});

test('a replay counts against the limits, and needs the permission', async () => {
  const { post, organization } = await newOrganization();
  const first = await post('key');
  const again = await post('key');
  const remaining = (headers: typeof again.headers) => Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]);
  expect(remaining(again.headers)).toBe(remaining(first.headers) - 1);
  expect((await post('key', globex, await organization.userKey(['clients:read']))).status).toBe(403);
});

test('one of many simultaneous requests with one key creates; the others get its response, or learn that it is running', async () => {
  const { post, names } = await newOrganization();
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('key')));
  const done = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 409);
  expect(done.length + refused.length).toBe(20);
  expect(new Set(done.map(({ text }) => text)).size).toBe(1);
  expect(done.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
  expect(await names()).toEqual(['Globex']);
});

// The embedded engine has one connection: nothing else is under way there.
test.runIf(isProduction)(
  'a request is refused without delay while another one with its key is running',
  async () => {
    const { organization, post, names } = await newOrganization();
    await api.database.db
      .transaction(async (transaction) => {
        await transaction.insert(idempotencyKeys).values({
          organizationId: organization.id,
          key: 'key',
          fingerprint: 'of the one that is running',
          answer: '{}',
        });
        const { status, body } = await post('key');
        expect(status).toBe(409);
        expect(body.error).toMatchObject({
          code: 'conflict',
          details: { reason: 'idempotency_in_progress' },
        });
        expect((await post('other-key', { name: 'Initech' })).status).toBe(200);
        transaction.rollback();
      })
      .catch((error: Error) => expect(error.message).toBe('Rollback'));
    expect((await post('key')).status).toBe(200);
    expect(await names()).toEqual(['Initech', 'Globex']);
  },
);

test('a key expires after 24 hours, and then creates again', async () => {
  const { post, names, age } = await newOrganization();
  const first = await post('key');
  await age(23);
  expect((await post('key')).text).toBe(first.text);
  await age(1);
  const again = await post('key', { name: 'Initech' });
  expect(again.status).toBe(200);
  expect(await names()).toEqual(['Globex', 'Initech']);
  expect((await post('key', { name: 'Initech' })).text).toBe(again.text);
});

test('the key is stored if and only if the client is', async () => {
  const { organization, post, keys, names } = await newOrganization();
  const allow = await refuseWrites(api.database, {
    on: 'audit_entries',
    before: 'insert',
    when: `new.organization_id = '${organization.id}'`,
  });
  try {
    expect((await post('key')).status).toBe(500);
  } finally {
    await allow();
  }
  expect(await keys()).toEqual([]);
  expect(await names()).toEqual([]);
  expect((await post('key')).status).toBe(200);
});

test('operations that create nothing ignore the header', async () => {
  const { organization, token } = await newOrganization();
  const headers = { 'idempotency-key': '' };
  const { id } = await organization.client();
  expect((await api.get('/v1/clients', { token, headers })).status).toBe(200);
  expect((await api.put(`/v1/clients/${id}`, { token, headers, body: { name: 'X' } })).status).toBe(200);
  expect((await api.post(`/v1/clients/${id}/activities`, { token, headers, body: {} })).status).toBe(200);
});
