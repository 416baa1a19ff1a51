import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { recordActivities } from '../../src/activities/record.ts';
import { deleteClient } from '../../src/clients/queries.ts';
import { listAuditEntries } from '../../src/core/db/audit/queries.ts';
import { startApi } from '../support/api.ts';
import { generous } from '../support/rules.ts';
import { callerOf, errorOf, resultOf } from '../support/trpc.ts';

const api = await startApi(generous);
const domain = 'globex.example';

async function furnished() {
  const organization = await api.organization();
  return { organization, ...callerOf(api, organization.token) };
}

test('a rule is wired to the oldest client of its domain, and is listed', async () => {
  const { organization, mutate, query } = await furnished();
  const client = await organization.client({ domain });
  await organization.client({ domain });
  const rule = resultOf(
    await mutate('rules.create', { integration: ' Gmail ', domain: ' GLOBEX.example ' }),
  ).data;
  expect(rule).toEqual({ id: expect.any(String), integration: 'gmail', domain, clientId: client.id });
  expect(resultOf(await query('rules.list')).data).toEqual([rule]);
});

test('a rule without a client of its domain waits for one', async () => {
  const { organization, mutate, query } = await furnished();
  const rule = resultOf(await mutate('rules.create', { integration: 'any', domain })).data;
  expect(rule.clientId).toBeNull();
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

test('a rule that names a client that is unknown, deleted or foreign is not made', async () => {
  const { organization, mutate, query } = await furnished();
  const { id: deleted } = await organization.client();
  await deleteClient(organization.db, deleted);
  const { id: foreign } = await (await api.organization()).client();
  for (const clientId of [randomUUID(), deleted, foreign, 'x']) {
    const { status } = await mutate('rules.create', { integration: 'any', domain, clientId });
    expect(status).toBe(404);
  }
  expect(resultOf(await query('rules.list')).data).toEqual([]);
});

test('all invalid fields are reported', async () => {
  const { mutate } = await furnished();
  const rule = { integration: 'gmail', domain };
  for (const [input, ...fields] of [
    [{}, 'domain', 'integration'],
    [{ ...rule, integration: 'no spaces' }, 'integration'],
    [{ ...rule, integration: '' }, 'integration'],
    [{ ...rule, integration: 'x'.repeat(64) }, 'integration'],
    [{ ...rule, domain: 'localhost' }, 'domain'],
    [{ ...rule, domain: 'pat@globex.example' }, 'domain'],
    [{ ...rule, domain: null }, 'domain'],
  ] as const) {
    const { status, details = {} } = errorOf(await mutate('rules.create', input));
    expect([status, Object.keys(details).sort()]).toEqual([400, fields]);
  }
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

test('rules are paged in order of creation, and a cursor is valid for its own client filter only', async () => {
  const { organization, mutate, query } = await furnished();
  const client = await organization.client({ domain });
  const other = await organization.client({ domain: 'initech.example' });
  const made: string[] = [];
  for (const integration of ['zoom', 'gmail', 'slack'])
    for (const of of [domain, 'initech.example'])
      made.push(resultOf(await mutate('rules.create', { integration, domain: of })).data.id);
  const walk = async (filter: object) => {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const { data, meta } = resultOf(await query('rules.list', { ...filter, limit: 2, cursor }));
      ids.push(...data.map(({ id }: { id: string }) => id));
      cursor = meta.cursor ?? undefined;
    } while (cursor !== undefined);
    return ids;
  };
  expect(await walk({})).toEqual(made);
  expect(await walk({ clientId: client.id })).toEqual(made.filter((_id, index) => index % 2 === 0));
  const { cursor } = resultOf(await query('rules.list', { clientId: client.id, limit: 1 })).meta;
  for (const filter of [{}, { clientId: other.id }])
    expect((await query('rules.list', { ...filter, cursor })).status).toBe(400);
});

test('creation and deletion are in the audit log', async () => {
  const { organization, mutate } = await furnished();
  const { id: ruleId } = resultOf(await mutate('rules.create', { integration: 'gmail', domain })).data;
  await mutate('rules.delete', { ruleId });
  await mutate('rules.delete', { ruleId });
  const entries = await listAuditEntries(organization.db, { limit: 100 });
  expect(entries.map(({ operation, resource }) => [operation, resource])).toEqual([
    ['rules.delete', `rules/${ruleId}`],
    ['rules.create', `rules/${ruleId}`],
  ]);
});

test('a newly created rule assigns new activities', async () => {
  const { organization, mutate, query } = await furnished();
  const client = await organization.client({ domain });
  await mutate('rules.create', { integration: 'any', domain });
  const activity = {
    sourceId: 'a',
    type: 'email' as const,
    subject: 'Hello',
    content: '',
    occurredAt: '2026-01-01T00:00:00.000Z',
    participants: [`Pat <pat@${domain}>`],
    archivedAt: null,
  };
  expect((await recordActivities(organization.db, 'gmail', [activity])).unassigned).toBe(0);
  expect(resultOf(await query('activities.list', { clientId: client.id })).data).toHaveLength(1);
});
