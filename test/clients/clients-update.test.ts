import { expect, test } from 'vitest';
import { createRule, listRules } from '../../src/clients/assignment-rules.ts';
import { startApi } from '../support/api.ts';
import { auditOf, backdate, expectAudited, expectRefused, generous, longAgo } from '../support/rules.ts';

const api = await startApi(generous);
const put = (token: string, id: string, body: unknown) => api.put(`/v1/clients/${id}`, { token, body });
const read = async (token: string, id: string) => (await api.get(`/v1/clients/${id}`, { token })).body.data;

/** An organization with a client that was last changed long ago. */
async function withOldClient() {
  const organization = await api.organization();
  const { id } = await organization.client({ name: 'Globex', domain: 'globex.example' });
  await backdate(api, 'clients', id);
  const old = { id, name: 'Globex', domain: 'globex.example', createdAt: longAgo, updatedAt: longAgo };
  return { organization, token: organization.token, id, old };
}

test.each([
  ['name', { name: 'Initech' }],
  ['domain', { domain: 'initech.example' }],
  ['name and domain', { name: 'Initech', domain: 'initech.example' }],
  ['domain, which null clears', { domain: null }],
])('a body with %s updates only that and updatedAt', async (_what, patch) => {
  const { token, id, old } = await withOldClient();
  const { status, body } = await put(token, id, patch);
  expect(status).toBe(200);
  expect(body).toEqual({ data: { ...old, ...patch, updatedAt: expect.any(String) }, meta: {} });
  expect(Math.abs(Date.now() - Date.parse(body.data.updatedAt))).toBeLessThan(3_600_000);
  expect(await read(token, id)).toEqual(body.data);
});

test.each([
  ['{}', {}],
  ['only unknown fields', { email: 'x', clientId: 'x', createdAt: null }],
])('a body of %s changes nothing, updatedAt included', async (_what, patch) => {
  const { organization, token, id, old } = await withOldClient();
  const { status, body } = await put(token, id, patch);
  expect(status).toBe(200);
  expect(body).toEqual({ data: old, meta: {} });
  expect(await read(token, id)).toEqual(old);
  expect(await auditOf(organization)).toEqual([]);
});

test('a value written again still counts as a change', async () => {
  const { organization, token, id } = await withOldClient();
  const { body } = await put(token, id, { name: ' Globex ', domain: 'GLOBEX.example' });
  expect(body.data).toMatchObject({ name: 'Globex', domain: 'globex.example' });
  expect(body.data.updatedAt > longAgo).toBe(true);
  expect(await auditOf(organization)).toHaveLength(1);
});

test('unknown fields are ignored, and only the path selects the client', async () => {
  const { organization, token, id } = await withOldClient();
  const other = await organization.client({ name: 'Other' });
  const odd = { id: other.id, clientId: other.id, notes: 'a\0\ud800', deletedAt: 'now', updatedAt: longAgo };
  const { status, body } = await put(token, id, { name: 'Initech', ...odd });
  expect(status).toBe(200);
  expect(body.data.id).toBe(id);
  expect(Object.keys(body.data)).toHaveLength(5);
  expect(body.data.updatedAt > longAgo).toBe(true);
  expect((await read(token, other.id)).name).toBe('Other');
});

test('all invalid fields are reported at once, and nothing is written or recorded', async () => {
  const { organization, token, id, old } = await withOldClient();
  const bad = { name: null, domain: '', organizationId: null };
  expectRefused(await put(token, id, bad), 'name', 'domain', 'organizationId');
  // Its own id, too.
  expectRefused(await put(token, id, { name: 'Fine', organizationId: organization.id }), 'organizationId');
  expect(await read(token, id)).toEqual(old);
  expect(await auditOf(organization)).toEqual([]);
});

test("another organization's client is not found, and does not change", async () => {
  const { organization, token, id, old } = await withOldClient();
  const other = await api.organization();
  for (const body of [{ name: 'Initech' }, {}]) expect((await put(other.token, id, body)).status).toBe(404);
  expect(await read(token, id)).toEqual(old);
  for (const each of [organization, other]) expect(await auditOf(each)).toEqual([]);
});

test('a changed domain wires the unwired rules for it in the same audited change, and unwires none', async () => {
  const organization = await api.organization();
  const { id } = await organization.client({ domain: 'globex.example' });
  const wired = await createRule(organization.db, { integration: 'gmail', domain: 'globex.example' });
  const unwired = await createRule(organization.db, { integration: 'gmail', domain: 'initech.example' });
  expect([wired.clientId, unwired.clientId]).toEqual([id, null]);
  const answer = await put(organization.token, id, { domain: 'initech.example' });
  expect(await listRules(organization.db, { limit: 100 })).toEqual([wired, { ...unwired, clientId: id }]);
  await expectAudited(organization, answer, { operation: 'clients.update', resource: `clients/${id}` });
});

test('a change is recorded once, with its token and its request', async () => {
  const { organization, token, id } = await withOldClient();
  const answer = await put(token, id.toUpperCase(), { name: 'Initech', domain: null });
  expect(answer.body.data.id).toBe(id);
  await expectAudited(organization, answer, { operation: 'clients.update', resource: `clients/${id}` });
});
