import { describe, expect, test } from 'vitest';
import { deleteUser } from '../../src/users/queries.ts';
import { users } from '../../src/users/table.ts';
import { startApi } from '../support/api.ts';
import {
  auditOf,
  backdate,
  expectAlikeNotFound,
  expectAudited,
  expectPermission,
  expectRefused,
  generous,
  idsOfNothing,
  longAgo,
} from '../support/rules.ts';
import { badNames, goodNames, noText } from '../support/values.ts';

const api = await startApi(generous);
const shared = await api.organization();
const { id: sharedId } = await shared.user();
const put = (body: unknown, id = sharedId, token = shared.token) =>
  api.put(`/v1/users/${id}`, { token, body });
const read = async (id = sharedId, token = shared.token) =>
  (await api.get(`/v1/users/${id}`, { token })).body.data;

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
  const { status, body } = await put(patch, id, token);
  expect(status).toBe(200);
  expect(body).toEqual({ data: { ...old, ...patch, updatedAt: expect.any(String) }, meta: {} });
  expect(Math.abs(Date.now() - Date.parse(body.data.updatedAt))).toBeLessThan(3_600_000);
  expect(await read(id, token)).toEqual(body.data);
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
  const { status, body } = await put(patch, id, token);
  expect(status).toBe(200);
  expect(body).toEqual({ data: old, meta: {} });
  expect(await read(id, token)).toEqual(old);
  expect(await auditOf(organization)).toEqual([]);
});

test('identity-bound and unknown fields are ignored, and the identity is never returned', async () => {
  const { organization, token, id, old } = await withOldUser();
  const other = await organization.user();
  const patch = { ...ignored, id: other.id, userId: other.id, firstName: 'Zoë' };
  const { status, body, text } = await put(patch, id, token);
  expect(status).toBe(200);
  expect(body.data).toEqual({ ...old, firstName: 'Zoë', updatedAt: expect.any(String) });
  expect(text).not.toContain('idp');
  expect((await read(other.id, token)).firstName).toBe('Ann');
});

test('the stored identity provider id is neither changed nor returned', async () => {
  const { db, token } = await api.organization();
  const row = { firstName: 'Ann', lastName: 'Okafor', email: 'ann@test.example', idpUserId: 'idp|1' };
  const [made] = await db.insert(users, [row], { id: users.id });
  const { status, text } = await put({ firstName: 'Zoë', idpUserID: null }, made?.id, token);
  expect(status).toBe(200);
  expect(text).not.toContain('idp');
  const stored = await api.database.db.select({ id: users.id, idp: users.idpUserId }).from(users);
  expect(stored.find(({ id }) => id === made?.id)?.idp).toBe('idp|1');
});

test('all invalid fields are reported at once, and nothing is written or recorded', async () => {
  const { organization, token, id, old } = await withOldUser();
  const bad = { firstName: '', lastName: null, imageUrl: 'x', email: 7 };
  expectRefused(await put(bad, id, token), 'firstName', 'lastName', 'imageUrl');
  expectRefused(await put({ ...bad, lastName: 'Fine' }, id, token), 'firstName', 'imageUrl');
  expect(await read(id, token)).toEqual(old);
  expect(await auditOf(organization)).toEqual([]);
});

describe.each(['firstName', 'lastName'])('%s', (field) => {
  test.each(goodNames)(`a ${field} %s is accepted`, async (_what, name, stored) => {
    const { status, body } = await put({ [field]: name });
    expect(status).toBe(200);
    expect(body.data[field]).toBe(stored);
    expect((await read())[field]).toBe(stored);
  });

  test.each(badNames)(`a ${field} that is or has %s is refused`, async (_what, name) => {
    expectRefused(await put({ [field]: name }), field);
  });
});

const ofLength = (length: number) => 'https://img.example/'.padEnd(length, 'a');

test.each([
  'https://img.example/ann.png',
  'http://img.example:8080/a/../ann%20(1).png?size=64&v=a+b#face',
  'https://img.example',
  'HTTPS://IMG.Example/Ann.PNG',
  'https://192.0.2.7/ann.png',
  'https://[2001:db8::1]/ann.png',
  'https://img.example?ann',
  'https://ann:secret@img.example/',
  ofLength(2048),
  'https://img.example?'.padEnd(2048, 'a'),
])('the imageUrl %s is accepted and stored unchanged', async (imageUrl) => {
  const { status, body } = await put({ imageUrl });
  expect(status).toBe(200);
  expect(body.data.imageUrl).toBe(imageUrl);
  expect((await read()).imageUrl).toBe(imageUrl);
});

test.each([
  [' \thttps://img.example/ann.png\n', 'https://img.example/ann.png'],
  ['https://img.example/Zoë 1.png', 'https://img.example/Zo%C3%AB%201.png'],
  ['https://bücher.example/a|b^c', 'https://xn--bcher-kva.example/a%7Cb%5Ec'],
  ['https://img.example/50%', 'https://img.example/50%25'],
  ['https://img.example/%zz?%', 'https://img.example/%25zz?%25'],
  ['https://img.example/a[1].png', 'https://img.example/a%5B1%5D.png'],
  ['https://img.example/#a#[b]', 'https://img.example/#a%23%5Bb%5D'],
  ['https://a%:b[@[::1]:81/{x}?"<>', 'https://a%25:b%5B@[::1]:81/%7Bx%7D?%22%3C%3E'],
])('the imageUrl %j is returned as the URI %s', async (imageUrl, stored) => {
  // That each answer is a URI is held against the OpenAPI document.
  const { status, body } = await put({ imageUrl });
  expect(status).toBe(200);
  expect(body.data.imageUrl).toBe(stored);
});

test.each([
  ...noText.map(([, value]) => value),
  'img.example/ann.png',
  '/ann.png',
  '//img.example/ann.png',
  'https://',
  'https://img example/ann.png',
  'https://img.example:99999/',
  'ftp://img.example/ann.png',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  'file:///etc/passwd',
  'httpsx://img.example/',
  'https://img.example/\0',
  'https://img.example/\ud83d',
  'https://img.example/\ude00\ud83d',
  ofLength(2049),
])('the imageUrl %j is refused', async (imageUrl) => {
  expectRefused(await put({ imageUrl }), 'imageUrl');
});

test.each([[undefined], [''], ['{'], ['null'], ['[]'], ['"x"'], ['7']])(
  'the body %j is refused, since it is no JSON object',
  async (body) => {
    expectRefused(await put(body), 'body');
  },
);

test('unknown, deleted, foreign and malformed ids all get the same 404, and nothing is written', async () => {
  const organization = await api.organization();
  const other = await api.organization();
  const foreign = await other.user();
  const deleted = await organization.user();
  await deleteUser(organization.db, deleted.id);
  const ids = [deleted.id, foreign.id, ...idsOfNothing(deleted.id)];
  for (const body of [{ firstName: 'Zoë' }, {}]) {
    const answers = await Promise.all(ids.map((id) => put(body, id, organization.token)));
    expectAlikeNotFound(answers, 'user');
  }
  expect((await read(foreign.id, other.token)).firstName).toBe('Ann');
  expect(await auditOf(organization)).toEqual([]);
  expect(await auditOf(other)).toEqual([]);
});

test('an invalid body is 400 before an unknown id is 404', async () => {
  expectRefused(await put({ lastName: 7 }, 'x'), 'lastName');
});

test('a user key needs users:write and nothing else', async () => {
  const { organization, id } = await withOldUser();
  await expectPermission(organization, 'users:write', (token) => put({ firstName: 'Zoë' }, id, token));
  expect(await auditOf(organization)).toHaveLength(1);
});

test('a change is recorded once, with its token and its request', async () => {
  const { organization, token, id } = await withOldUser();
  const answer = await put({ firstName: 'Zoë', imageUrl: null }, id.toUpperCase(), token);
  await expectAudited(organization, answer, { operation: 'users.update', resource: `users/${id}` });
});
