import { expect, test } from 'vitest';
import { deleteUser } from '../../src/users/queries.ts';
import { startApi } from '../support/api.ts';
import { expectAlikeNotFound, expectPermission, generous, idsOfNothing } from '../support/rules.ts';

const api = await startApi(generous);

test('a user of the organization is returned with exactly its seven fields', async () => {
  const { token, user } = await api.organization();
  const made = await user({ email: 'ann@test.example', imageUrl: 'https://img.example/ann.png' });
  const { status, body } = await api.get(`/v1/users/${made.id}`, { token });
  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      id: made.id,
      firstName: 'Ann',
      lastName: 'Okafor',
      email: 'ann@test.example',
      imageUrl: 'https://img.example/ann.png',
      createdAt: made.createdAt,
      updatedAt: made.updatedAt,
    },
    meta: {},
  });
});

test('a user without a picture has the imageUrl null', async () => {
  const { token, user } = await api.organization();
  const { body } = await api.get(`/v1/users/${(await user()).id}`, { token });
  expect(body.data.imageUrl).toBeNull();
});

test('an id is accepted in either case and answered in lower case', async () => {
  const { token, user } = await api.organization();
  const { id } = await user();
  const { status, body } = await api.get(`/v1/users/${id.toUpperCase()}`, { token });
  expect(status).toBe(200);
  expect(body.data.id).toBe(id);
});

test('unknown, deleted, foreign and malformed ids all get the same 404', async () => {
  const organization = await api.organization();
  const foreign = await (await api.organization()).user();
  const deleted = await organization.user();
  await deleteUser(organization.db, deleted.id);
  const client = await organization.client();
  const ids = [deleted.id, foreign.id, client.id, 'me', ...idsOfNothing(deleted.id)];
  const { token } = organization;
  expectAlikeNotFound(await Promise.all(ids.map((id) => api.get(`/v1/users/${id}`, { token }))), 'user');
});

test('a user key needs users:read and nothing else, not even for its own user', async () => {
  const organization = await api.organization();
  const { id } = await organization.user();
  await expectPermission(organization, 'users:read', (token) => api.get(`/v1/users/${id}`, { token }));
});
