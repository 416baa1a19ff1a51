import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activities } from '../../src/activities/table.ts';
import { startApi } from '../support/api.ts';
import { auditOf, generous } from '../support/rules.ts';

const api = await startApi(generous);
const shared = await api.organization();
const { id: sharedId } = await shared.client();
const post = (body: unknown, id = sharedId, token = shared.token) =>
  api.post(`/v1/clients/${id}/activities`, { token, body });

test('any JSON object returns data null and an empty meta', async () => {
  const whole = { type: 'note', subject: 'Hi', content: 'x', occurredAt: '2026-01-01T00:00:00Z' };
  const wrong = { type: 7, subject: null, organizationId: 'x', plan: 1, name: 'a\0\ud800', id: 'x' };
  for (const body of [{}, whole, wrong]) {
    const answer = await post(body);
    expect([answer.status, answer.text]).toEqual([200, '{"data":null,"meta":{}}']);
  }
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
