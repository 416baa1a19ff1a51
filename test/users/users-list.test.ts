import { expect, test } from 'vitest';
import { deleteUser } from '../../src/users/queries.ts';
import { users } from '../../src/users/table.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { auditOf, cursorOf, expectRefused, generous, walk } from '../support/rules.ts';

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

const list = (query: string, token: string) => api.get(`/v1/users?${query}`, { token });
const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

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
  const made = await db.insert(users, rows, { id: users.id, createdAt: users.createdAt });
  const { body, text } = await list('', token);
  const data = rows.map(({ idpUserId: _hidden, ...row }, index) => ({
    imageUrl: null,
    ...row,
    ...made[index],
    updatedAt: made[index]?.createdAt,
  }));
  expect(body).toEqual({ data, meta: { cursor: null, hasMore: false } });
  expect(text).not.toContain('idp');
});

test('deleted users and those of other organizations are not listed', async () => {
  const organization = await api.organization();
  await (await api.organization()).user();
  const kept = await organization.user();
  const deleted = await organization.user();
  await deleteUser(organization.db, deleted.id);
  expect(idsOf((await list('', organization.token)).body)).toEqual([kept.id]);
});

test('a page holds 20 users by default and up to 100, and pages return every user exactly once', async () => {
  const organization = await api.organization();
  expect((await list('', organization.token)).body).toEqual({
    data: [],
    meta: { cursor: null, hasMore: false },
  });
  const made = await make(organization, 101);
  expect(idsOf((await list('', organization.token)).body)).toEqual(made.slice(0, 20));
  const { ids, sizes } = await walk(api, '/v1/users?limit=101', organization.token);
  expect(ids).toEqual(made);
  expect(sizes).toEqual([100, 1]);
});

test('all invalid parameters are reported at once', async () => {
  const { token } = await api.organization();
  expectRefused(await list('limit=-1&cursor=%20', token), 'limit', 'cursor');
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
  const [mine, other] = [await api.organization(), await api.organization()];
  await make(other, 2);
  await make(mine, 1);
  await mine.client();
  await mine.client();
  const ofClients = await cursorOf(api, '/v1/clients?limit=1', mine.token);
  const foreign = await cursorOf(api, '/v1/users?limit=1', other.token);
  for (const cursor of [ofClients, foreign])
    expectRefused(await list(`cursor=${cursor}`, mine.token), 'cursor');
  for (const organization of [mine, other]) expect(await auditOf(organization)).toEqual([]);
});
