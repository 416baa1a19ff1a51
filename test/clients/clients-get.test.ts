import { expect, test } from 'vitest';
import { deleteClient } from '../../src/clients/queries.ts';
import { startApi } from '../support/api.ts';
import { expectAlikeNotFound, expectPermission, generous, idsOfNothing } from '../support/rules.ts';

const api = await startApi(generous);

test('a client of the organization is returned with exactly its five fields', async () => {
  const { token, client } = await api.organization();
  const made = await client({ name: 'Globex', domain: 'globex.example' });
  const { status, body } = await api.get(`/v1/clients/${made.id}`, { token });
  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      id: made.id,
      name: 'Globex',
      domain: 'globex.example',
      createdAt: made.createdAt,
      updatedAt: made.updatedAt,
    },
    meta: {},
  });
});

test('an id is accepted in either case and answered in lower case', async () => {
  const { token, client } = await api.organization();
  const made = await client();
  const { status, body } = await api.get(`/v1/clients/${made.id.toUpperCase()}`, { token });
  expect(status).toBe(200);
  expect(body.data.id).toBe(made.id);
});

test('unknown, deleted, foreign and malformed ids all get the same 404', async () => {
  const organization = await api.organization();
  const { token } = organization;
  const foreign = await (await api.organization()).client();
  const deleted = await organization.client();
  await deleteClient(organization.db, deleted.id);
  const ids = [deleted.id, foreign.id, ...idsOfNothing(deleted.id)];
  expectAlikeNotFound(await Promise.all(ids.map((id) => api.get(`/v1/clients/${id}`, { token }))), 'client');
});

test('a user key needs clients:read and nothing else', async () => {
  const organization = await api.organization();
  const { id } = await organization.client();
  await expectPermission(organization, 'clients:read', (token) => api.get(`/v1/clients/${id}`, { token }));
});
