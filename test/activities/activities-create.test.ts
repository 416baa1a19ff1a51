import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activities } from '../../src/activities/table.ts';
import { deleteClient } from '../../src/clients/queries.ts';
import { startApi } from '../support/api.ts';
import {
  auditOf,
  expectAlikeNotFound,
  expectPermission,
  expectRefused,
  generous,
  idsOfNothing,
} from '../support/rules.ts';

const api = await startApi(generous);
const shared = await api.organization();
const { id: sharedId } = await shared.client();
const post = (body: unknown, id = sharedId, token = shared.token) =>
  api.post(`/v1/clients/${id}/activities`, { token, body });

test.each([
  ['an empty object', {}],
  ['a whole activity', { type: 'note', subject: 'Hi', content: 'x', occurredAt: '2026-01-01T00:00:00Z' }],
  ['values of the wrong type', { type: 7, subject: null, participants: 'x', occurredAt: [] }],
  ['what other operations refuse', { organizationId: 'x', plan: 1, slug: null, name: 'a\0\ud800' }],
  ['ids of its own', { id: 'x', clientId: 'x', activityId: null }],
])('%s returns data null and an empty meta', async (_what, body) => {
  const answer = await post(body);
  expect(answer.status).toBe(200);
  expect(answer.text).toBe('{"data":null,"meta":{}}');
});

test('creating an activity stores, changes and records nothing', async () => {
  const organization = await api.organization();
  const { id } = await organization.client();
  const { token } = organization;
  const before = await api.get(`/v1/clients/${id}`, { token });
  expect((await post({ type: 'note', subject: 'Hi' }, id, token)).status).toBe(200);
  const rows = api.database.db.select({ id: activities.id }).from(activities);
  expect(await rows.where(eq(activities.organizationId, organization.id))).toEqual([]);
  expect((await api.get(`/v1/clients/${id}/activities`, { token })).body.data).toEqual([]);
  expect((await api.get(`/v1/clients/${id}`, { token })).text).toBe(before.text);
  expect(await auditOf(organization)).toEqual([]);
});

test.each([[undefined], [''], ['{'], ['null'], ['[]'], ['[{}]'], ['"x"'], ['7'], ['true']])(
  'the body %j is refused, since it is no JSON object',
  async (body) => {
    expectRefused(await post(body), 'body');
  },
);

test('unknown, deleted, foreign and malformed client ids all get the same 404', async () => {
  const organization = await api.organization();
  const foreign = await (await api.organization()).client();
  const deleted = await organization.client();
  await deleteClient(organization.db, deleted.id);
  const ids = [deleted.id, foreign.id, ...idsOfNothing(deleted.id)];
  const { id: living } = await organization.client();
  const answers = ids.map((id) => post({ clientId: living }, id, organization.token));
  expectAlikeNotFound(await Promise.all(answers), 'client');
});

test('an invalid body is 400 before an unknown client is 404', async () => {
  expectRefused(await post('[]', 'x'), 'body');
});

test('a user key needs activities:write and nothing else', async () => {
  await expectPermission(shared, 'activities:write', (token) => post({}, sharedId, token));
});
