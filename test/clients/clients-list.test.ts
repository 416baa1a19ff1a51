import { expect, test } from 'vitest';
import { deleteClient } from '../../src/clients/queries.ts';
import { clients } from '../../src/clients/table.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { auditOf, cursorOf, expectRefused, generous, walk } from '../support/rules.ts';
import { badLimits, goodLimits } from '../support/values.ts';

const api = await startApi(generous);

/** Makes clients one after the other; gives their ids in that order. */
async function make(organization: TestOrganization, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({ name: `Client ${index}` }));
  return (await organization.db.insert(clients, rows, { id: clients.id })).map(({ id }) => id);
}

const crowded = await api.organization();
const crowd = await make(crowded, 101);
const list = (query: string, token = crowded.token) => api.get(`/v1/clients?${query}`, { token });
const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

test('an organization without clients has an empty list without a next page', async () => {
  const { token } = await api.organization();
  expect((await list('', token)).body).toEqual({ data: [], meta: { cursor: null, hasMore: false } });
});

test('clients are listed in order of creation, each with exactly its five fields', async () => {
  const { token, client } = await api.organization();
  const made = [await client({ name: 'Zeta', domain: 'zeta.example' }), await client({ name: 'Alpha' })];
  const { body } = await list('', token);
  expect(body).toEqual({ data: made, meta: { cursor: null, hasMore: false } });
  expect(Object.keys(body.data[0]).sort()).toEqual(['createdAt', 'domain', 'id', 'name', 'updatedAt']);
});

test('deleted clients and those of other organizations are not listed', async () => {
  const organization = await api.organization();
  await (await api.organization()).client();
  const kept = await organization.client();
  await deleteClient(organization.db, (await organization.client()).id);
  expect(idsOf((await list('', organization.token)).body)).toEqual([kept.id]);
});

test.each(goodLimits)('with the query "%s" a page holds %i clients', async (query, size) => {
  const { status, body } = await list(query);
  expect(status).toBe(200);
  expect(idsOf(body)).toEqual(crowd.slice(0, size));
  expect(body.meta).toEqual({ cursor: expect.stringMatching(/^[\w-]+$/), hasMore: true });
});

test.each(badLimits)('the query "%s" is refused', async (query) => {
  expectRefused(await list(query), 'limit');
});

test('all invalid parameters are reported at once', async () => {
  const cursor = await cursorOf(api, '/v1/clients?limit=1', crowded.token);
  expectRefused(await list(`limit=0&cursor=${cursor}&cursor=${cursor}`), 'limit', 'cursor');
});

test('unknown parameters are ignored', async () => {
  const plain = await list('limit=3');
  const odd = await list('limit=3&offset=x&sort=name&name=Client+7&organizationId=x&__proto__=1&x=1&x=2');
  expect(odd.text).toBe(plain.text);
});

test.each([7, 100])('pages of %i return every client exactly once, in order', async (limit) => {
  const { ids, sizes } = await walk(api, `/v1/clients?limit=${limit}`, crowded.token);
  expect(ids).toEqual(crowd);
  expect(sizes.slice(0, -1)).toEqual(Array(Math.ceil(101 / limit) - 1).fill(limit));
});

test('a list that fills its last page has no cursor to an empty one', async () => {
  const organization = await api.organization();
  await make(organization, 2);
  const { sizes } = await walk(api, '/v1/clients?limit=1', organization.token);
  expect(sizes).toEqual([1, 1]);
});

test('pages never repeat or skip a client when others are added and deleted meanwhile', async () => {
  const organization = await api.organization();
  const early = await make(organization, 9);
  const late: string[] = [];
  const { ids } = await walk(api, '/v1/clients?limit=3', organization.token, async (pageNumber) => {
    if (pageNumber > 2) return;
    // The very client that the cursor stands on goes, and so does the one before it.
    for (const id of early.slice(pageNumber * 3 - 2, pageNumber * 3)) await deleteClient(organization.db, id);
    late.push(...(await make(organization, 1)));
  });
  expect(ids).toEqual([...early, ...late]);
});

test('a cursor stays valid when its limit changes', async () => {
  const cursor = await cursorOf(api, '/v1/clients?limit=4', crowded.token);
  expect(idsOf((await list(`limit=2&cursor=${cursor}`)).body)).toEqual(crowd.slice(4, 6));
});

test('cursors of other lists and organizations are refused', async () => {
  const other = await api.organization();
  await other.user();
  await other.user();
  const ofUsers = await cursorOf(api, '/v1/users?limit=1', other.token);
  const foreign = await cursorOf(api, '/v1/clients?limit=1', crowded.token);
  for (const cursor of [ofUsers, foreign])
    expectRefused(await list(`cursor=${cursor}`, other.token), 'cursor');
  // What the schema of the input can tell is reported with the other fields.
  expectRefused(await list(`limit=0&cursor=${ofUsers}`, other.token), 'limit', 'cursor');
});

test('reading is not recorded as a change', async () => {
  await list('limit=1');
  expect(await auditOf(crowded)).toEqual([]);
});
