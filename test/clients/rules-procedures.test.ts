import { expect, test } from 'vitest';
import { listAuditEntries } from '../../src/core/db/audit/queries.ts';
import { startApi } from '../support/api.ts';
import { expectRefused, generous } from '../support/rules.ts';
import { callerOf, errorOf, resultOf, walkOf } from '../support/trpc.ts';
import { addTwin } from '../support/twin.ts';

const api = await startApi(generous);
const domain = 'globex.example';

async function furnished() {
  const organization = await api.organization();
  return { organization, ...callerOf(api, organization.token) };
}

test('a rule waits for a client of its domain, and is listed', async () => {
  const { organization, mutate, query } = await furnished();
  const body = { integration: ' Gmail ', domain: ' GLOBEX.example ' };
  const rule = resultOf(await mutate('rules.create', body)).data;
  expect(rule).toEqual({ id: expect.any(String), integration: 'gmail', domain, clientId: null });
  const { id: clientId } = await organization.client({ domain });
  expect(resultOf(await query('rules.list')).data).toEqual([{ ...rule, clientId }]);
});

test('a second rule for the same integration and domain is a conflict, and changes nothing', async () => {
  const { organization, mutate, query } = await furnished();
  await mutate('rules.create', { integration: 'gmail', domain });
  for (const integration of ['gmail', 'GMAIL']) {
    const refused = errorOf(await mutate('rules.create', { integration, domain }));
    expect(refused).toEqual({ status: 409, code: 'conflict', details: { reason: 'duplicate' } });
  }
  for (const integration of ['any', 'slack'])
    expect((await mutate('rules.create', { integration, domain })).status).toBe(200);
  expect(resultOf(await query('rules.list')).data).toHaveLength(3);
  expect(await listAuditEntries(organization.db, { limit: 100 })).toHaveLength(3);
});

test('a rule that names a client is wired to it, whatever its domain', async () => {
  const { organization, mutate } = await furnished();
  await organization.client({ domain });
  const { id: clientId } = await organization.client({ domain: null });
  const rule = { integration: 'any', domain, clientId };
  expect(resultOf(await mutate('rules.create', rule)).data).toEqual({ id: expect.any(String), ...rule });
});

test('all invalid fields are reported', async () => {
  const { mutate } = await furnished();
  const rule = { integration: 'x'.repeat(63), domain };
  expect((await mutate('rules.create', rule)).status).toBe(200);
  for (const [input, ...fields] of [
    [{ domain: 'localhost' }, 'domain', 'integration'],
    [{ ...rule, integration: 'no spaces' }, 'integration'],
    [{ ...rule, integration: '' }, 'integration'],
    [{ ...rule, integration: 'x'.repeat(64) }, 'integration'],
  ] as const)
    expectRefused(await mutate('rules.create', input), ...fields);
});

test('deleting a rule leaves the activities it assigned with their client', async () => {
  const { organization, mutate, query } = await furnished();
  const client = await organization.client({ domain });
  await organization.activities(domain, [{}]);
  const [rule] = resultOf(await query('rules.list')).data;
  expect(resultOf(await mutate('rules.delete', { ruleId: rule.id }))).toEqual({
    data: { id: rule.id },
    meta: {},
  });
  expect(resultOf(await query('rules.list')).data).toEqual([]);
  expect((await mutate('rules.delete', { ruleId: rule.id })).status).toBe(404);
  expect(resultOf(await query('activities.list', { clientId: client.id })).data).toHaveLength(1);
});

test('a client filter lists its rules only, and a cursor is valid for its own filter only', async () => {
  const { organization, mutate, query } = await furnished();
  const client = await organization.client({ domain });
  const other = await organization.client({ domain: 'initech.example' });
  const made: string[] = [];
  for (const integration of ['zoom', 'gmail', 'slack'])
    for (const of of [domain, 'initech.example'])
      made.push(resultOf(await mutate('rules.create', { integration, domain: of })).data.id);
  await addTwin(api.database, organization.id);
  const filter = { clientId: client.id, limit: 1 };
  const { ids } = await walkOf({ query }, 'rules.list', filter);
  expect(ids).toEqual(made.filter((_id, index) => index % 2 === 0));
  expect(resultOf(await query('rules.list', { clientId: client.id })).data).toHaveLength(3);
  const { cursor } = resultOf(await query('rules.list', filter)).meta;
  for (const wrong of [{}, { clientId: other.id }])
    expect((await query('rules.list', { ...wrong, cursor })).status).toBe(400);
});
