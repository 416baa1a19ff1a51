import { expect, test } from 'vitest';
import { createRule, listRules } from '../../src/clients/assignment-rules.ts';
import { deleteClient } from '../../src/clients/queries.ts';
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
import { badDomains, badNames, goodDomains, goodNames } from '../support/values.ts';

const api = await startApi(generous);
const shared = await api.organization();
const { id: sharedId } = await shared.client({ name: 'Globex', domain: 'globex.example' });
const put = (body: unknown, id = sharedId, token = shared.token) =>
  api.put(`/v1/clients/${id}`, { token, body });
const read = async (id = sharedId, token = shared.token) =>
  (await api.get(`/v1/clients/${id}`, { token })).body.data;

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
  const { status, body } = await put(patch, id, token);
  expect(status).toBe(200);
  expect(body).toEqual({ data: { ...old, ...patch, updatedAt: expect.any(String) }, meta: {} });
  expect(Math.abs(Date.now() - Date.parse(body.data.updatedAt))).toBeLessThan(3_600_000);
  expect(await read(id, token)).toEqual(body.data);
});

test.each([
  ['{}', {}],
  ['only unknown fields', { email: 'x', clientId: 'x', createdAt: null }],
])('a body of %s changes nothing, updatedAt included', async (_what, patch) => {
  const { organization, token, id, old } = await withOldClient();
  const { status, body } = await put(patch, id, token);
  expect(status).toBe(200);
  expect(body).toEqual({ data: old, meta: {} });
  expect(await read(id, token)).toEqual(old);
  expect(await auditOf(organization)).toEqual([]);
});

test('a value written again still counts as a change', async () => {
  const { organization, token, id } = await withOldClient();
  const { body } = await put({ name: 'Globex' }, id, token);
  expect(body.data.updatedAt > longAgo).toBe(true);
  expect(await auditOf(organization)).toHaveLength(1);
});

test('unknown fields are ignored, and only the path selects the client', async () => {
  const { organization, token, id } = await withOldClient();
  const other = await organization.client({ name: 'Other' });
  const odd = { id: other.id, clientId: other.id, notes: 'a\0\ud800', deletedAt: 'now', updatedAt: longAgo };
  const { status, body } = await put({ name: 'Initech', ...odd }, id, token);
  expect(status).toBe(200);
  expect(body.data.id).toBe(id);
  expect(Object.keys(body.data)).toHaveLength(5);
  expect(body.data.updatedAt > longAgo).toBe(true);
  expect((await read(other.id, token)).name).toBe('Other');
});

test.each([null, '', 0, false, [], {}, shared.id])(
  'organizationId is refused with the value %j',
  async (organizationId) => {
    const { organization, token, id, old } = await withOldClient();
    expectRefused(await put({ name: 'Initech', organizationId }, id, token), 'organizationId');
    expectRefused(await put({ organizationId }, id, token), 'organizationId');
    expect(await read(id, token)).toEqual(old);
    expect(await auditOf(organization)).toEqual([]);
  },
);

test('all invalid fields are reported at once', async () => {
  expectRefused(
    await put({ name: null, domain: '', organizationId: null }),
    'name',
    'domain',
    'organizationId',
  );
  expectRefused(await put({ name: 'Fine', domain: 'x', organizationId: 7 }), 'domain', 'organizationId');
});

test.each(goodNames)('a name %s is accepted', async (_what, name, stored) => {
  const { status, body } = await put({ name });
  expect(status).toBe(200);
  expect(body.data.name).toBe(stored);
  expect((await read()).name).toBe(stored);
});

test.each(badNames)('a name that is or has %s is refused', async (_what, name) => {
  expectRefused(await put({ name }), 'name');
});

test.each(goodDomains)('a domain %s is accepted', async (_what, domain, stored) => {
  const { status, body } = await put({ domain });
  expect(status).toBe(200);
  expect(body.data.domain).toBe(stored);
});

test.each(badDomains)('a domain that is or has %s is refused', async (_what, domain) => {
  expectRefused(await put({ domain }), 'domain');
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
  const foreign = await other.client({ name: 'Foreign' });
  const deleted = await organization.client();
  await deleteClient(organization.db, deleted.id);
  const ids = [deleted.id, foreign.id, ...idsOfNothing(deleted.id)];
  for (const body of [{ name: 'Initech' }, {}]) {
    const answers = await Promise.all(ids.map((id) => put(body, id, organization.token)));
    expectAlikeNotFound(answers, 'client');
  }
  expect((await read(foreign.id, other.token)).name).toBe('Foreign');
  expect(await auditOf(organization)).toEqual([]);
  expect(await auditOf(other)).toEqual([]);
});

test('an invalid body is 400 before an unknown id is 404', async () => {
  expectRefused(await put({ name: 7 }, 'x'), 'name');
});

test('an id is accepted in either case and answered in lower case', async () => {
  const { body, status } = await put({ name: 'Initech' }, sharedId.toUpperCase());
  expect(status).toBe(200);
  expect(body.data.id).toBe(sharedId);
});

test('a changed domain wires the unwired rules for it in the same audited change, and unwires none', async () => {
  const organization = await api.organization();
  const { id } = await organization.client({ domain: 'globex.example' });
  const wired = await createRule(organization.db, { integration: 'gmail', domain: 'globex.example' });
  const unwired = await createRule(organization.db, { integration: 'gmail', domain: 'initech.example' });
  expect([wired.clientId, unwired.clientId]).toEqual([id, null]);
  const answer = await put({ domain: 'initech.example' }, id, organization.token);
  expect(await listRules(organization.db, { limit: 100 })).toEqual([wired, { ...unwired, clientId: id }]);
  await expectAudited(organization, answer, { operation: 'clients.update', resource: `clients/${id}` });
});

test('a user key needs clients:write and nothing else', async () => {
  const { organization, id } = await withOldClient();
  await expectPermission(organization, 'clients:write', (token) => put({ name: 'By a user' }, id, token));
  expect(await auditOf(organization)).toHaveLength(1);
});

test('a change is recorded once, with its token and its request', async () => {
  const { organization, token, id } = await withOldClient();
  const answer = await put({ name: 'Initech', domain: null }, id.toUpperCase(), token);
  await expectAudited(organization, answer, { operation: 'clients.update', resource: `clients/${id}` });
});
