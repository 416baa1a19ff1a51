import { expect, test } from 'vitest';
import { insightJobs } from '../../src/insights/table.ts';
import { createToken } from '../../src/tokens/queries.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { auditOf, expectRefused, generous } from '../support/rules.ts';
import { callerOf, resultOf } from '../support/trpc.ts';

const api = await startApi(generous);

const add = (token: string, clientId: string, content: unknown, headers: Record<string, string> = {}) =>
  callerOf(api, token).mutate('activities.addNote', { clientId, content }, { headers });

const notesOf = async ({ token }: TestOrganization, clientId: string) =>
  (await api.get(`/v1/clients/${clientId}/activities?type=note`, { token })).body.data;

test('a note is a manual activity of the client, by the user of the token, and makes the cards due', async () => {
  const organization = await api.organization();
  const client = await organization.client({});
  const user = await organization.user({ email: 'ann@test.example' });
  const permissions = ['activities:write' as const];
  const { token } = await createToken(organization.db, {
    userId: user.id,
    permissions,
    name: null,
    expiresAt: null,
  });
  const { data } = resultOf(await add(token, client.id, ' Met at the fair.\nThey want to renew. '));
  const path = `/v1/clients/${client.id}/activities/${data.id}`;
  const { body } = await api.get(path, { token: organization.token });
  expect(body.data).toMatchObject({
    type: 'note',
    source: 'manual',
    subject: 'Met at the fair.',
    content: 'Met at the fair.\nThey want to renew.',
    participants: ['ann@test.example'],
    immutable: false,
  });
  const people = await callerOf(api, organization.token).query('activities.people', { clientId: client.id });
  expect(resultOf(people).data).toEqual([{ address: 'ann@test.example', name: 'Ann Okafor' }]);
  const due = await organization.db.select(
    { clientId: insightJobs.clientId, changed: insightJobs.activitiesChanged },
    insightJobs,
  );
  expect(due).toEqual([{ clientId: client.id, changed: true }]);
  expect(await auditOf(organization)).toContainEqual(
    expect.objectContaining({
      operation: 'activities.addNote',
      resource: `activities/${data.id}`,
      after: null,
    }),
  );
});

test('a note with an organization key has no author, and a long first line is cut for the subject', async () => {
  const organization = await api.organization();
  const client = await organization.client({});
  resultOf(await add(organization.token, client.id, '🙂'.repeat(200)));
  expect(await notesOf(organization, client.id)).toMatchObject([
    { subject: '🙂'.repeat(60), participants: [] },
  ]);
});

test('the same key adds a note once, and another text with it is refused', async () => {
  const organization = await api.organization();
  const client = await organization.client({});
  const headers = { 'idempotency-key': 'key' };
  const first = await add(organization.token, client.id, 'Met.', headers);
  const second = await add(organization.token, client.id, 'Met.', headers);
  expect(resultOf(second)).toEqual(resultOf(first));
  expectRefused(await add(organization.token, client.id, 'Other.', headers), 'Idempotency-Key');
  expect(await notesOf(organization, client.id)).toHaveLength(1);
});

test('a note that is empty, too long, no text or with NUL is refused, and one of 10,240 bytes is not', async () => {
  const organization = await api.organization();
  const client = await organization.client({});
  for (const content of ['', '  \n ', 'a\0b', 'é'.repeat(5_121), 7, undefined])
    expectRefused(await add(organization.token, client.id, content), 'content');
  resultOf(await add(organization.token, client.id, 'é'.repeat(5_120)));
});
