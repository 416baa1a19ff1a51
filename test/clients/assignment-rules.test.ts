import { expect, test } from 'vitest';
import { createRule, listRules } from '../../src/clients/assignment-rules.ts';
import { deleteClient } from '../../src/clients/queries.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { generous } from '../support/rules.ts';

const api = await startApi(generous);
const domain = 'globex.example';

const rule = ({ db }: TestOrganization, integration: string, of = domain) =>
  createRule(db, { integration, domain: of });
const post = async ({ token }: TestOrganization, body: object) =>
  (await api.post('/v1/clients', { token, body })).body.data;
const put = ({ token }: TestOrganization, id: string, body: object, headers = {}) =>
  api.put(`/v1/clients/${id}`, { token, body, headers });
/** Which client each integration's rule is wired to. */
const wiring = async ({ db }: TestOrganization) =>
  Object.fromEntries(
    (await listRules(db, { limit: 100 })).map(({ integration, clientId }) => [integration, clientId]),
  );

test('a new client is wired to all unwired rules for its domain, of every integration', async () => {
  const organization = await api.organization();
  for (const integration of ['gmail', 'slack', 'zoom']) await rule(organization, integration);
  const { id } = await post(organization, { name: 'Globex', domain: ' GLOBEX.Example ' });
  expect(await wiring(organization)).toEqual({ gmail: id, slack: id, zoom: id });
});

test('domains match whole: no subdomain, no parent, no part', async () => {
  const organization = await api.organization();
  const others = ['mail.globex.example', 'example.example', 'xglobex.example', 'globex.example.org'];
  for (const other of others) await rule(organization, other, other);
  await post(organization, { name: 'Globex', domain });
  expect(Object.values(await wiring(organization))).toEqual(others.map(() => null));
});

test("only the client's own organization's rules are wired", async () => {
  const [mine, other] = [await api.organization(), await api.organization()];
  await rule(mine, 'gmail');
  await rule(other, 'gmail');
  const { id } = await post(mine, { name: 'Globex', domain });
  expect(await wiring(mine)).toEqual({ gmail: id });
  expect(await wiring(other)).toEqual({ gmail: null });
  const late = await rule(other, 'slack');
  expect(late?.clientId).toBeNull();
});

test('a new rule is wired to the oldest client not deleted of its domain', async () => {
  const organization = await api.organization();
  const oldest = await organization.client({ domain });
  const middle = await organization.client({ domain });
  await organization.client({ domain });
  expect((await rule(organization, 'gmail'))?.clientId).toBe(oldest.id);
  await deleteClient(organization.db, oldest.id);
  expect((await rule(organization, 'slack'))?.clientId).toBe(middle.id);
  expect(await wiring(organization)).toEqual({ gmail: null, slack: middle.id });
});

test('a client that got its domain by an update counts for new rules, by its own age', async () => {
  const organization = await api.organization();
  const older = await organization.client({ domain: null });
  const younger = await organization.client({ domain });
  expect((await rule(organization, 'gmail'))?.clientId).toBe(younger.id);
  await put(organization, older.id, { domain });
  expect((await rule(organization, 'slack'))?.clientId).toBe(older.id);
  await put(organization, older.id, { domain: null });
  expect((await rule(organization, 'zoom'))?.clientId).toBe(younger.id);
});

test("a client whose domain changes is wired to the organization's unwired rules for it, and keeps its others", async () => {
  const [organization, other] = [await api.organization(), await api.organization()];
  const { id } = await organization.client({ domain: 'initech.example' });
  await rule(organization, 'zoom', 'initech.example');
  for (const integration of ['gmail', 'any']) await rule(organization, integration);
  await rule(organization, 'slack', `mail.${domain}`);
  await rule(other, 'gmail');
  await put(organization, id, { domain: ' GLOBEX.Example ' });
  expect(await wiring(organization)).toEqual({ zoom: id, gmail: id, any: id, slack: null });
  expect(await wiring(other)).toEqual({ gmail: null });
});

test('a client that got its domain by an update takes no rule away from the client that has it', async () => {
  const organization = await api.organization();
  const first = await organization.client({ domain });
  const second = await organization.client({ domain: null });
  await rule(organization, 'gmail');
  await put(organization, second.id, { domain });
  expect(await wiring(organization)).toEqual({ gmail: first.id });
});

test('an update that does not change the domain, clears it, or is refused wires no rule', async () => {
  const organization = await api.organization();
  const first = await organization.client({ domain });
  const { id } = await organization.client({ domain });
  await rule(organization, 'gmail');
  await rule(organization, 'zoom', 'initech.example');
  await deleteClient(organization.db, first.id);
  const other = { domain: 'initech.example' };
  for (const [status, body, headers] of [
    [200, { name: 'Globex', domain }],
    [400, { ...other, organizationId: organization.id }],
    [412, other, { 'If-Match': '"0"' }],
    [200, { domain: null }],
  ] as const) {
    expect((await put(organization, id, body, headers)).status).toBe(status);
    expect(await wiring(organization)).toEqual({ gmail: null, zoom: null });
  }
});

test('deleting a client unwires its rules and no others, and the next new client gets them', async () => {
  const organization = await api.organization();
  const { id } = await organization.client({ domain });
  const kept = await organization.client({ domain: 'initech.example' });
  await rule(organization, 'gmail');
  await rule(organization, 'slack');
  await rule(organization, 'zoom', 'initech.example');
  const deleted = await deleteClient(organization.db, id);
  expect(deleted).toEqual({ id, deletedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) });
  expect(await wiring(organization)).toEqual({ gmail: null, slack: null, zoom: kept.id });
  const next = await post(organization, { name: 'Next', domain });
  expect(await wiring(organization)).toEqual({ gmail: next.id, slack: next.id, zoom: kept.id });
});

test('a client can be deleted only once, and only by its organization', async () => {
  const [mine, other] = [await api.organization(), await api.organization()];
  const { id } = await mine.client({ domain });
  await rule(mine, 'gmail');
  expect(await deleteClient(other.db, id)).toBeUndefined();
  expect(await wiring(mine)).toEqual({ gmail: id });
  expect(await deleteClient(mine.db, id)).toBeDefined();
  expect(await deleteClient(mine.db, id)).toBeUndefined();
});
