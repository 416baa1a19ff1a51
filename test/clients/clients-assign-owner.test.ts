import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { clients } from '../../src/clients/table.ts';
import { deleteUser } from '../../src/users/queries.ts';
import { users } from '../../src/users/table.ts';
import { startApi } from '../support/api.ts';
import { generous } from '../support/rules.ts';
import { callerOf, errorOf, resultOf } from '../support/trpc.ts';
import { addTwin } from '../support/twin.ts';

const api = await startApi(generous);

async function furnished() {
  const organization = await api.organization();
  const [client, user] = [await organization.client(), await organization.user()];
  const { query, mutate } = callerOf(api, organization.token);
  const assign = (userId: string | null, clientId = client.id) =>
    mutate('clients.assignOwner', { clientId, userId });
  const ownerOf = async () => {
    const [details, list] = [
      resultOf(await query('overview.get', { clientId: client.id })).data.owner,
      resultOf(await query('overview.list')).data[0].owner,
    ];
    expect(list).toEqual(details);
    return details;
  };
  return { organization, client, user, assign, ownerOf };
}

test('a client is given an owner and loses it again, which the public resource does not show', async () => {
  const { organization, client, user, assign, ownerOf } = await furnished();
  await addTwin(api.database, organization.id);
  expect(await ownerOf()).toBeNull();
  const before = (await api.get(`/v1/clients/${client.id}`, organization)).body.data;
  expect(resultOf(await assign(user.id)).data).toEqual({ id: client.id, ownerId: user.id });
  expect(await ownerOf()).toEqual({ id: user.id, name: `${user.firstName} ${user.lastName}` });
  const shown = (await api.get(`/v1/clients/${client.id}`, organization)).body.data;
  expect(shown).toEqual(before);
  expect((await api.get('/v1/clients', organization)).body.data).toEqual([shown]);
  expect(resultOf(await assign(null)).data).toEqual({ id: client.id, ownerId: null });
  expect(await ownerOf()).toBeNull();
});

test('who may not read users does not learn who owns a client', async () => {
  const { organization, client, user, assign } = await furnished();
  await assign(user.id);
  const token = await organization.userKey(['clients:read']);
  const { query } = callerOf(api, token);
  expect(resultOf(await query('overview.get', { clientId: client.id })).data.owner).toBeNull();
  expect(resultOf(await query('overview.list')).data[0].owner).toBeNull();
  expect(errorOf(await query('today.get', { ownerId: user.id }))).toMatchObject({
    code: 'forbidden',
    details: { requiredPermission: 'users:read' },
  });
});

test('a client whose owner is deleted has none, also once the user is removed for good', async () => {
  const { organization, client, user, assign, ownerOf } = await furnished();
  await assign(user.id);
  await addTwin(api.database, organization.id);
  await deleteUser(organization.db, user.id);
  expect(await ownerOf()).toBeNull();
  await organization.db.delete(users, eq(users.id, user.id));
  expect(
    await organization.db.select({ ownerId: clients.ownerId }, clients, eq(clients.id, client.id)),
  ).toEqual([{ ownerId: null }]);
});
