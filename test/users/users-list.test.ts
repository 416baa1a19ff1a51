import { expect, test } from 'vitest';
import { deleteUser } from '../../src/users/queries.ts';
import { users } from '../../src/users/table.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { auditOf, cursorOf, expectPermission, expectRefused, generous, walk } from '../support/rules.ts';
import { badCursors, badLimits, goodLimits } from '../support/values.ts';

const api = await startApi(generous);
let serial = 0;

/** Makes users one after the other; gives their ids in that order. */
async function make(organization: TestOrganization, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    firstName: 'Ann',
    lastName: 'Okafor',
    email: `user-${++serial}@test.example`,
  }));
  return (await organization.db.insert(users, rows, { id: users.id })).map(({ id }) => id);
}

const crowded = await api.organization();
const crowd = await make(crowded, 101);
const list = (query: string, token = crowded.token) => api.get(`/v1/users?${query}`, { token });
const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

test('an organization without users has an empty list without a next page', async () => {
  const { token } = await api.organization();
  const { status, body } = await api.get('/v1/users', { token });
  expect(status).toBe(200);
  expect(body).toEqual({ data: [], meta: { cursor: null, hasMore: false } });
});

test('users are listed in order of creation, each with exactly its seven fields', async () => {
  const { token, db } = await api.organization();
  const rows = [
    {
      firstName: 'Zoë',
      lastName: 'Zimmer',
      email: 'zoe@test.example',
      imageUrl: 'https://img.example/zoe.png',
      idpUserId: 'idp|1',
    },
    { firstName: 'Ann', lastName: 'Abel', email: 'ann@test.example', idpUserId: 'idp|2' },
  ];
  const [zoe, ann] = await db.insert(users, rows, { id: users.id, createdAt: users.createdAt });
  const { body, text } = await api.get('/v1/users', { token });
  expect(body).toEqual({
    data: [
      {
        id: zoe?.id,
        firstName: 'Zoë',
        lastName: 'Zimmer',
        email: 'zoe@test.example',
        imageUrl: 'https://img.example/zoe.png',
        createdAt: zoe?.createdAt,
        updatedAt: zoe?.createdAt,
      },
      {
        id: ann?.id,
        firstName: 'Ann',
        lastName: 'Abel',
        email: 'ann@test.example',
        imageUrl: null,
        createdAt: ann?.createdAt,
        updatedAt: ann?.createdAt,
      },
    ],
    meta: { cursor: null, hasMore: false },
  });
  expect(text).not.toContain('idp');
});

test('deleted users and those of other organizations are not listed', async () => {
  const organization = await api.organization();
  await (await api.organization()).user();
  const kept = await organization.user();
  const deleted = await organization.user();
  await deleteUser(organization.db, deleted.id);
  expect(idsOf((await api.get('/v1/users', { token: organization.token })).body)).toEqual([kept.id]);
});

test.each(goodLimits)('with the query "%s" a page holds %i users', async (query, size) => {
  const { status, body } = await list(query);
  expect(status).toBe(200);
  expect(idsOf(body)).toEqual(crowd.slice(0, size));
  expect(body.meta).toEqual({ cursor: expect.stringMatching(/^[\w-]+$/), hasMore: true });
});

test.each(badLimits)('the query "%s" is refused', async (query) => {
  expectRefused(await list(query), 'limit');
});

test.each(badCursors)('a cursor that is %s is refused', async (_what, query) => {
  expectRefused(await list(query), 'cursor');
});

test('all invalid parameters are reported at once', async () => {
  expectRefused(await list('limit=-1&cursor=%20'), 'limit', 'cursor');
});

test('unknown parameters are ignored', async () => {
  const odd = await list('limit=3&email=x&offset=1&organizationId=x&x=1&x=2');
  expect(odd.text).toBe((await list('limit=3')).text);
});

test.each([1, 50, 100])('pages of %i return every user exactly once, in order', async (limit) => {
  const { ids, sizes } = await walk(api, `/v1/users?limit=${limit}`, crowded.token);
  expect(ids).toEqual(crowd);
  expect(sizes.slice(0, -1)).toEqual(Array(Math.ceil(101 / limit) - 1).fill(limit));
});

test('pages never repeat or skip a user when others are added and deleted meanwhile', async () => {
  const organization = await api.organization();
  const early = await make(organization, 9);
  const late: string[] = [];
  const { ids } = await walk(api, '/v1/users?limit=3', organization.token, async (pageNumber) => {
    if (pageNumber > 2) return;
    // The very user that the cursor stands on goes, and so does the one before.
    for (const id of early.slice(pageNumber * 3 - 2, pageNumber * 3)) await deleteUser(organization.db, id);
    late.push(...(await make(organization, 1)));
  });
  expect(ids).toEqual([...early, ...late]);
});

test('cursors of other lists and organizations are refused', async () => {
  const other = await api.organization();
  await make(other, 2);
  await other.client();
  await other.client();
  const ofClients = await cursorOf(api, '/v1/clients?limit=1', other.token);
  const foreign = await cursorOf(api, '/v1/users?limit=1', crowded.token);
  for (const cursor of [ofClients, foreign]) {
    expectRefused(await list(`cursor=${cursor}`, other.token), 'cursor');
  }
});

test('a user key needs users:read and nothing else', async () => {
  await expectPermission(await api.organization(), 'users:read', (token) => api.get('/v1/users', { token }));
});

test('reading is not recorded as a change', async () => {
  await list('limit=1');
  expect(await auditOf(crowded)).toEqual([]);
});
