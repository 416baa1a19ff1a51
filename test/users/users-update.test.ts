import { expect, test } from 'vitest';
import { users } from '../../src/users/table.ts';
import { startApi } from '../support/api.ts';
import { auditOf, backdate, expectAudited, expectRefused, generous, longAgo } from '../support/rules.ts';

const api = await startApi(generous);
const put = (token: string, id: string, body: unknown) => api.put(`/v1/users/${id}`, { token, body });
const read = async (token: string, id: string) => (await api.get(`/v1/users/${id}`, { token })).body.data;

/** An organization with a user who was last changed long ago. */
async function withOldUser() {
  const organization = await api.organization();
  const { id, email } = await organization.user({ imageUrl: 'https://img.example/ann.png' });
  await backdate(api, 'users', id);
  const old = {
    id,
    firstName: 'Ann',
    lastName: 'Okafor',
    email,
    imageUrl: 'https://img.example/ann.png',
    createdAt: longAgo,
    updatedAt: longAgo,
  };
  return { organization, token: organization.token, id, old };
}

test.each([
  ['firstName', { firstName: 'Zoë' }],
  ['lastName', { lastName: 'Zimmer' }],
  ['imageUrl', { imageUrl: 'https://img.example/zoe.png' }],
  ['all', { firstName: 'Zoë', lastName: 'Zimmer', imageUrl: 'http://img.example/zoe.png' }],
  ['imageUrl, which null clears', { imageUrl: null }],
])('a body with %s updates only that and updatedAt', async (_what, patch) => {
  const { token, id, old } = await withOldUser();
  const { status, body } = await put(token, id, patch);
  expect(status).toBe(200);
  expect(body).toEqual({ data: { ...old, ...patch, updatedAt: expect.any(String) }, meta: {} });
  expect(Math.abs(Date.now() - Date.parse(body.data.updatedAt))).toBeLessThan(3_600_000);
  expect(await read(token, id)).toEqual(body.data);
});

const ignored = {
  email: 'other@test.example',
  id: 'x',
  idpUserID: 'idp|9',
  idpUserId: 'idp|9',
  userId: 'x',
  phone: 'a\0\ud800',
  createdAt: null,
  deletedAt: 'now',
  organizationId: 'x',
};

test.each([
  ['{}', {}],
  ['only identity-bound and unknown fields', ignored],
  ['the same as null', { email: null, id: null, idpUserID: null }],
])('a body of %s changes nothing, updatedAt included', async (_what, patch) => {
  const { organization, token, id, old } = await withOldUser();
  const { status, body } = await put(token, id, patch);
  expect(status).toBe(200);
  expect(body).toEqual({ data: old, meta: {} });
  expect(await read(token, id)).toEqual(old);
  expect(await auditOf(organization)).toEqual([]);
});

test('identity-bound and unknown fields are ignored, and the identity is never returned', async () => {
  const { organization, token, id, old } = await withOldUser();
  const other = await organization.user();
  const patch = { ...ignored, id: other.id, userId: other.id, firstName: 'Zoë' };
  const { status, body, text } = await put(token, id, patch);
  expect(status).toBe(200);
  expect(body.data).toEqual({ ...old, firstName: 'Zoë', updatedAt: expect.any(String) });
  expect(text).not.toContain('idp');
  expect((await read(token, other.id)).firstName).toBe('Ann');
});

test('the stored identity provider id is neither changed nor returned', async () => {
  const { db, token } = await api.organization();
  const row = { firstName: 'Ann', lastName: 'Okafor', email: 'ann@test.example', idpUserId: 'idp|1' };
  const [made] = await db.insert(users, [row], { id: users.id });
  const { status, text } = await put(token, made?.id ?? '', { firstName: 'Zoë', idpUserID: null });
  expect(status).toBe(200);
  expect(text).not.toContain('idp');
  const stored = await api.database.db.select({ id: users.id, idp: users.idpUserId }).from(users);
  expect(stored.find(({ id }) => id === made?.id)?.idp).toBe('idp|1');
});

test('all invalid fields are reported at once, and nothing is written or recorded', async () => {
  const { organization, token, id, old } = await withOldUser();
  const bad = { firstName: '', lastName: null, imageUrl: 'x', email: 7 };
  expectRefused(await put(token, id, bad), 'firstName', 'lastName', 'imageUrl');
  expectRefused(await put(token, id, { ...bad, lastName: 'Fine' }), 'firstName', 'imageUrl');
  expect(await read(token, id)).toEqual(old);
  expect(await auditOf(organization)).toEqual([]);
});

test('values are stored in their normal form', async () => {
  const { token, id } = await withOldUser();
  const sent = { firstName: ' Zoë ', lastName: ' Zimmer ', imageUrl: ' https://img.example/Zoë.png' };
  const stored = { firstName: 'Zoë', lastName: 'Zimmer', imageUrl: 'https://img.example/Zo%C3%AB.png' };
  expect((await put(token, id, sent)).body.data).toMatchObject(stored);
  expect(await read(token, id)).toMatchObject(stored);
});

test("another organization's user is not found, and does not change", async () => {
  const { organization, token, id, old } = await withOldUser();
  const other = await api.organization();
  for (const body of [{ firstName: 'Zoë' }, {}]) expect((await put(other.token, id, body)).status).toBe(404);
  expect(await read(token, id)).toEqual(old);
  for (const each of [organization, other]) expect(await auditOf(each)).toEqual([]);
});

test('a change is recorded once, with its token and its request', async () => {
  const { organization, token, id } = await withOldUser();
  const answer = await put(token, id.toUpperCase(), { firstName: 'Zoë', imageUrl: null });
  expect(answer.body.data.id).toBe(id);
  await expectAudited(organization, answer, { operation: 'users.update', resource: `users/${id}` });
});
