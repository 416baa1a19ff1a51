import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deleteClient } from '../../src/clients/queries.ts';
import { operations } from '../../src/http/operations.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { auditOf, expectRefused, generous } from '../support/rules.ts';

const api = await startApi(generous);

/** Resources that can be read and updated: where each is, and two different update bodies. */
const resources: [string, (organization: TestOrganization) => Promise<string>, [object, object]][] = [
  ['a client', async ({ client }) => `/v1/clients/${(await client()).id}`, [{ name: 'A' }, { name: 'B' }]],
  ['a user', async ({ user }) => `/v1/users/${(await user()).id}`, [{ firstName: 'A' }, { imageUrl: null }]],
  ['the organization', async () => '/v1/organization', [{ name: 'A' }, { defaultCurrency: 'CHF' }]],
];

/** A new client of a new organization. */
async function newClient() {
  const organization = await api.organization();
  const { id } = await organization.client();
  return { organization, token: organization.token, id, url: `/v1/clients/${id}` };
}

test('every update takes If-Match', () => {
  const updates = operations.filter(({ method }) => method === 'PUT');
  expect(updates.filter(({ entityTag }) => !entityTag)).toEqual([]);
});

const strong = /^"[\x21\x23-\x7e]+"$/;

const tagOf = async (url: string, token: string) => String((await api.get(url, { token })).headers.etag);

test.each(resources)(
  '%s has a strong tag, which is the same in every response and changes only with the resource',
  async (_what, make, bodies) => {
    const organization = await api.organization();
    const { token } = organization;
    const url = await make(organization);
    const first = await tagOf(url, token);
    expect(first).toMatch(strong);
    expect(await tagOf(url, token)).toBe(first);
    expect((await api.call('HEAD', url, { token })).headers.etag).toBe(first);
    expect((await api.put(url, { token, body: {} })).headers.etag).toBe(first);
    const tags = [first];
    for (const body of [...bodies, ...bodies]) {
      const { etag } = (await api.put(url, { token, body })).headers;
      expect(await tagOf(url, token)).toBe(etag);
      tags.push(String(etag));
    }
    expect(new Set(tags).size).toBe(5);
  },
);

test('the tag of the organization changes with the rate limits that it shows', async () => {
  const strict = await startApi({ limits: { organizationPerMinute: 99, endpointPerMinute: 49 } });
  const { token } = await api.organization();
  const tags = [api, strict].map(async ({ get }) => (await get('/v1/organization', { token })).headers.etag);
  expect(new Set(await Promise.all(tags)).size).toBe(2);
});

test('a row changed by plain SQL gets a new tag', async () => {
  const { token, id, url } = await newClient();
  const tags = [await tagOf(url, token)];
  for (const name of ['A', 'B', 'C']) {
    await api.database.db.execute(
      sql`update clients set name = ${name}, updated_at = now() where id = ${id}`,
    );
    tags.push(await tagOf(url, token));
  }
  expect(new Set(tags).size).toBe(4);
});

test('activities and dashboards have strong tags; lists, health and errors have none', async () => {
  const { token, client, activities } = await api.organization();
  const { id } = await client({ domain: 'globex.example' });
  await activities('globex.example', [{}]);
  const listed = await api.get(`/v1/clients/${id}/activities`, { token });
  const of = async (url: string) => (await api.get(url, { token })).headers.etag;
  expect(await of(`/v1/clients/${id}/activities/${listed.body.data[0].id}`)).toMatch(strong);
  expect(await of(`/v1/clients/${id}/dashboards/default`)).toMatch(strong);
  for (const path of ['clients', 'users', 'health', `clients/${id}/activities`, 'clients/x'])
    expect(await of(`/v1/${path}`)).toBeUndefined();
});

test('the tag of a dashboard changes with its cards', async () => {
  const { organization, token, id, url } = await newClient();
  const of = () => tagOf(`${url}/dashboards/default`, token);
  const before = await of();
  expect(await of()).toBe(before);
  await api.database.db.execute(
    sql`insert into insights (organization_id, client_id, card, content, computed_at) values (${organization.id}, ${id}, 'client-health', '- [x] Fine', now())`,
  );
  expect(await of()).not.toBe(before);
});

test.each(['%', '"other",W/%', ' * '])(
  'a read with If-None-Match: %s of a resource that has not changed is 304 without a body',
  async (form) => {
    const { token, url } = await newClient();
    const etag = await tagOf(url, token);
    const headers = { 'if-none-match': form.replace('%', etag) };
    for (const method of ['GET', 'HEAD']) {
      const answer = await api.call(method, url, { token, headers });
      expect(answer.status).toBe(304);
      expect(answer.text).toBe('');
      expect(answer.headers.etag).toBe(etag);
      expect(answer.headers['cache-control']).toBe('private, no-cache');
      expect(answer.headers.ratelimit).toBeDefined();
    }
    await api.put(url, { token, body: { name: 'Initech' } });
    expect((await api.get(url, { token, headers })).status).toBe(form.includes('*') ? 304 : 200);
    for (const none of ['"other"', 'other', '', ',', '"'])
      expect((await api.get(url, { token, headers: { 'if-none-match': none } })).status).toBe(200);
  },
);

test.each(resources)(
  '%s is updated if If-Match is its tag, a list with its tag, or *; an outdated tag is 412, writes and records nothing',
  async (_what, make, bodies) => {
    const organization = await api.organization();
    const { token } = organization;
    const url = await make(organization);
    const outdated = { 'if-match': await tagOf(url, token) };
    for (const form of ['%', '"other", %', '*']) {
      const headers = { 'if-match': form.replaceAll('%', await tagOf(url, token)) };
      const { status, body } = await api.put(url, { token, headers, body: bodies[0] });
      expect(status).toBe(200);
      expect(body.data).toMatchObject(bodies[0]);
    }
    const before = await api.get(url, { token });
    const { status, body } = await api.put(url, { token, headers: outdated, body: bodies[1] });
    expect(status).toBe(412);
    expect(body.error.code).toBe('precondition_failed');
    expect((await api.put(url, { token, headers: outdated, body: {} })).status).toBe(412);
    expect((await api.get(url, { token })).body).toEqual(before.body);
    expect(await auditOf(organization)).toHaveLength(3);
  },
);

test.each([
  ['a weak tag', (tag: string) => `W/${tag}`],
  ['a tag that ends otherwise', (tag: string) => tag.replace(/.(?=")/, (last) => (last === 'x' ? 'y' : 'x'))],
  ['a tag that goes on', (tag: string) => tag.replace(/"$/, '-"')],
  ['a tag without quotes', (tag: string) => tag.replaceAll('"', '')],
  ['a tag in capitals', (tag: string) => tag.toUpperCase()],
  ['a tag of another time', (tag: string) => tag.replace(/^"./, (start) => (start === '"z' ? '"y' : '"z'))],
  ['a time before and after all', () => '"-1", "zzzzzzzzzzzz", "NaN", "1e9", "0x1", "0"'],
  ['nothing', () => ''],
  ['a list of nothing', () => ',,'],
])('an If-Match with %s matches nothing', async (_what, change) => {
  const { token, url } = await newClient();
  const headers = { 'if-match': change(await tagOf(url, token)) };
  expect((await api.put(url, { token, headers, body: { name: 'Initech' } })).status).toBe(412);
});

test('one of many simultaneous updates with the same If-Match is applied and recorded; the others are 412', async () => {
  const { organization, token, url } = await newClient();
  const headers = { 'if-match': await tagOf(url, token) };
  const bodies = Array.from({ length: 20 }, (_, index) => ({ name: `Name ${index}` }));
  const answers = await Promise.all(bodies.map((body) => api.put(url, { token, headers, body })));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array(19).fill(412)]);
  const done = answers.find(({ status }) => status === 200);
  expect((await api.get(url, { token })).body).toEqual(done?.body);
  expect(await auditOf(organization)).toHaveLength(1);
});

test('401, 403, 400 and 404 come before 412', async () => {
  const { organization, token, id, url } = await newClient();
  const { userKey, db } = organization;
  const headers = { 'if-match': '"other"' };
  const put = (as: string | undefined, body: unknown, path = url) =>
    api.put(path, { token: as, headers, body });
  expect((await put(undefined, {})).status).toBe(401);
  expect((await put(await userKey(['clients:read']), { name: 'A' })).status).toBe(403);
  expectRefused(await put(token, { name: '' }), 'name');
  expect((await put(token, { name: 'A' }, `/v1/clients/${randomUUID()}`)).status).toBe(404);
  expect((await put(token, { name: 'A' })).status).toBe(412);
  await deleteClient(db, id);
  for (const body of [{ name: 'A' }, {}]) expect((await put(token, body)).status).toBe(404);
});

test('a write with If-None-Match is refused, since it would be ignored', async () => {
  const { token, url } = await newClient();
  const headers = { 'if-none-match': '*' };
  expectRefused(await api.put(url, { token, headers, body: { name: 'A' } }), 'If-None-Match');
  expectRefused(await api.post('/v1/clients', { token, headers, body: { name: 'A' } }), 'If-None-Match');
  const trpc = await api.post('/trpc/clients.create', { token, headers, body: { name: 'A' } });
  expect(trpc.body.error.data.error.details).toHaveProperty('If-None-Match');
  expect((await api.get('/v1/clients', { token })).body.data).toHaveLength(1);
});
