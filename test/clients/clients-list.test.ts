import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { deleteClient } from '../../src/clients/queries.ts';
import { clients } from '../../src/clients/table.ts';
import { writeCursor } from '../../src/core/rest/cursor.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { auditOf, cursorOf, expectPermission, expectRefused, generous, walk } from '../support/rules.ts';
import { badCursors, badLimits, goodLimits } from '../support/values.ts';

const api = await startApi(generous);

/** Makes clients one after the other; gives their ids in that order. */
async function make(organization: TestOrganization, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({ name: `Client ${index}` }));
  return (await organization.db.insert(clients, rows, { id: clients.id })).map(({ id }) => id);
}

const crowded = await api.organization();
const crowd = await make(crowded, 101);
const list = (query: string, token = crowded.token) => api.get(`/v1/clients?${query}`, { token });

test('an organization without clients has an empty list without a next page', async () => {
  const { token } = await api.organization();
  const { status, body } = await api.get('/v1/clients', { token });
  expect(status).toBe(200);
  expect(body).toEqual({ data: [], meta: { cursor: null, hasMore: false } });
});

test('clients are listed in order of creation, each with exactly its five fields', async () => {
  const { token, client } = await api.organization();
  const first = await client({ name: 'Zeta', domain: 'zeta.example' });
  const second = await client({ name: 'Alpha' });
  const { body } = await api.get('/v1/clients', { token });
  expect(body).toEqual({
    data: [
      {
        id: first.id,
        name: 'Zeta',
        domain: 'zeta.example',
        createdAt: first.createdAt,
        updatedAt: first.updatedAt,
      },
      {
        id: second.id,
        name: 'Alpha',
        domain: null,
        createdAt: second.createdAt,
        updatedAt: second.updatedAt,
      },
    ],
    meta: { cursor: null, hasMore: false },
  });
});

test('deleted clients and those of other organizations are not listed', async () => {
  const organization = await api.organization();
  await (await api.organization()).client();
  const kept = await organization.client();
  const deleted = await organization.client();
  await deleteClient(organization.db, deleted.id);
  const { body } = await api.get('/v1/clients', { token: organization.token });
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([kept.id]);
});

test.each(goodLimits)('with the query "%s" a page holds %i clients', async (query, size) => {
  const { status, body } = await list(query);
  expect(status).toBe(200);
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(crowd.slice(0, size));
  expect(body.meta).toEqual({ cursor: expect.stringMatching(/^[\w-]+$/), hasMore: true });
});

test.each(badLimits)('the query "%s" is refused', async (query) => {
  expectRefused(await list(query), 'limit');
});

test.each(badCursors)('a cursor that is %s is refused', async (_what, query) => {
  expectRefused(await list(query), 'cursor');
});

test('a cursor given twice is refused', async () => {
  const cursor = await cursorOf(api, '/v1/clients?limit=1', crowded.token);
  expectRefused(await list(`cursor=${cursor}&cursor=${cursor}`), 'cursor');
});

test('all invalid parameters are reported at once', async () => {
  expectRefused(await list('limit=0&cursor='), 'limit', 'cursor');
});

test('unknown parameters are ignored', async () => {
  const plain = await list('limit=3');
  const odd = await list('limit=3&offset=x&sort=name&name=Client+7&organizationId=x&__proto__=1&x=1&x=2');
  expect(odd.text).toBe(plain.text);
});

test.each([1, 7, 50, 100])('pages of %i return every client exactly once, in order', async (limit) => {
  const { ids, sizes } = await walk(api, `/v1/clients?limit=${limit}`, crowded.token);
  expect(ids).toEqual(crowd);
  expect(sizes.slice(0, -1)).toEqual(Array(Math.ceil(101 / limit) - 1).fill(limit));
});

test('a list that fills its last page has no cursor to an empty one', async () => {
  const organization = await api.organization();
  await make(organization, 6);
  const { sizes } = await walk(api, '/v1/clients?limit=3', organization.token);
  expect(sizes).toEqual([3, 3]);
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
  const { body } = await list(`limit=2&cursor=${cursor}`);
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(crowd.slice(4, 6));
});

test('cursors of other lists, clients and organizations are refused', async () => {
  const other = await api.organization();
  await make(other, 2);
  await other.user();
  await other.user();
  const { id } = await other.client({ domain: 'globex.example' });
  await other.activities('globex.example', [{}, {}]);
  const { token } = other;
  const users = await cursorOf(api, '/v1/users?limit=1', token);
  const activities = await cursorOf(api, `/v1/clients/${id}/activities?limit=1`, token);
  const foreign = await cursorOf(api, '/v1/clients?limit=1', crowded.token);
  for (const cursor of [users, activities, foreign]) {
    expectRefused(await list(`cursor=${cursor}`, token), 'cursor');
  }
  for (const cursor of [users, activities]) {
    expectRefused(await list(`limit=0&cursor=${cursor}`, token), 'limit', 'cursor');
  }
});

test('a cursor from before cursors named their list is accepted', async () => {
  const cursor = await cursorOf(api, '/v1/clients?limit=4', crowded.token);
  const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  const older = Buffer.from(JSON.stringify(parts.slice(0, 2))).toString('base64url');
  const [answer, same] = [await list(`cursor=${older}`), await list(`cursor=${cursor}`)];
  expect(answer.status).toBe(200);
  expect(answer.text).toBe(same.text);
});

test('a forged cursor is refused, and never causes an internal error', async () => {
  const scope = ['clients', crowded.id];
  for (const position of [[], ['x'], [1], [`${crowd[0]}\0`], [crowd[0], crowd[1]], ["' or true --"]]) {
    const cursor = writeCursor(
      scope,
      position.map((part) => part ?? ''),
    );
    expectRefused(await list(`cursor=${cursor}`), 'cursor');
  }
  const { status, body } = await list(`cursor=${writeCursor(scope, [randomUUID()])}`);
  expect(status, JSON.stringify(body)).toBe(200);
});

test('a user key needs clients:read and nothing else', async () => {
  await expectPermission(await api.organization(), 'clients:read', (token) =>
    api.get('/v1/clients', { token }),
  );
});

test('reading is not recorded as a change', async () => {
  await list('limit=1');
  expect(await auditOf(crowded)).toEqual([]);
});
