import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activities } from '../../src/activities/table.ts';
import { deleteClient } from '../../src/clients/queries.ts';
import { startApi } from '../support/api.ts';
import { auditOf, expectAlikeNotFound, expectPermission, generous, idsOfNothing } from '../support/rules.ts';

const api = await startApi(generous);
const domain = 'globex.example';

/** An organization with a client that has one activity. */
async function withActivity(fields: object = {}) {
  const organization = await api.organization();
  const { id: clientId } = await organization.client({ domain });
  await organization.activities(domain, [fields]);
  const columns = { id: activities.id };
  const [row] = await api.database.db
    .select(columns)
    .from(activities)
    .where(eq(activities.clientId, clientId));
  const id = row?.id ?? '';
  const get = (client = clientId, activity = id, token = organization.token) =>
    api.get(`/v1/clients/${client}/activities/${activity}`, { token });
  return { organization, clientId, id, get };
}

test('an activity is returned with exactly its twelve fields', async () => {
  const { clientId, id, get } = await withActivity({
    type: 'meeting',
    subject: 'Kick-off',
    content: 'Agenda\r\n\u{1f600}',
    occurredAt: '2026-11-20T20:35:34.909Z',
  });
  const { status, body } = await get();
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      id,
      clientId,
      type: 'meeting',
      source: expect.stringMatching(/^source-\d+$/),
      subject: 'Kick-off',
      content: 'Agenda\r\n\u{1f600}',
      occurredAt: '2026-11-20T20:35:34.909Z',
      participants: [`pat@${domain}`, 'ann@test.example'],
      immutable: true,
      archivedAt: null,
      createdAt: instant,
      updatedAt: instant,
    },
    meta: {},
  });
});

test('an archived activity is returned too, with the time of archiving', async () => {
  const { get } = await withActivity({ archivedAt: '2026-11-21T00:00:00.000Z' });
  expect((await get()).body.data.archivedAt).toBe('2026-11-21T00:00:00.000Z');
});

const emoji = '\u{1f600}';

test.each([
  ['empty content is empty', '', ''],
  ['10,240 bytes are given whole', 'a'.repeat(10_240), 'a'.repeat(10_240)],
  ['of 10,241 bytes the last is cut', `${'a'.repeat(10_240)}b`, 'a'.repeat(10_240)],
  ['of 100,000 bytes 10,240 are left', 'a'.repeat(100_000), 'a'.repeat(10_240)],
  ['2-byte characters are cut between', 'é'.repeat(6000), 'é'.repeat(5120)],
  ['a 2-byte character over the edge is left out', `a${'é'.repeat(6000)}`, `a${'é'.repeat(5119)}`],
  ['a 2-byte character that ends at the edge stays', `${'a'.repeat(10_238)}éb`, `${'a'.repeat(10_238)}é`],
  ['a 3-byte character over the edge is left out', `${'a'.repeat(10_238)}€`, 'a'.repeat(10_238)],
  ['a 3-byte character that ends at the edge stays', `${'a'.repeat(10_237)}€€`, `${'a'.repeat(10_237)}€`],
  ['4-byte characters are cut between', emoji.repeat(3000), emoji.repeat(2560)],
  ...[1, 2, 3].map((over): [string, string, string] => [
    `a 4-byte character ${over} bytes over the edge is left out`,
    `${'a'.repeat(10_236 + over)}${emoji}b`,
    'a'.repeat(10_236 + over),
  ]),
  [
    'a 4-byte character that ends at the edge stays',
    `${'a'.repeat(10_236)}${emoji}b`,
    `${'a'.repeat(10_236)}${emoji}`,
  ],
])('content: %s', async (_what, content, given) => {
  const { get } = await withActivity({ content });
  const { status, body } = await get();
  expect(status).toBe(200);
  expect(body.data.content).toBe(given);
  expect(Buffer.byteLength(given)).toBeLessThanOrEqual(10_240);
});

test('ids are accepted in either case and answered in lower case', async () => {
  const { clientId, id, get } = await withActivity();
  const { status, body } = await get(clientId.toUpperCase(), id.toUpperCase());
  expect(status).toBe(200);
  expect([body.data.clientId, body.data.id]).toEqual([clientId, id]);
});

test('unknown, malformed, foreign and unassigned activities, and those of another client, all get the same 404', async () => {
  const { organization, clientId, id, get } = await withActivity();
  const other = await organization.client({ domain: 'initech.example' });
  const foreign = await withActivity();
  const row = {
    type: 'note' as const,
    source: 'manual',
    sourceId: randomUUID(),
    subject: '',
    content: '',
    occurredAt: '2026-01-01T00:00:00.000Z',
    participants: [],
    immutable: true,
  };
  const [unassigned] = await organization.db.insert(activities, [row], { id: activities.id });
  const ids = [foreign.id, unassigned?.id ?? '', clientId, ...idsOfNothing(id)];
  const answers = [get(other.id, id), ...ids.map((activityId) => get(clientId, activityId))];
  expectAlikeNotFound(await Promise.all(answers), 'activity');
});

test('unknown, malformed, foreign and deleted clients all get the same 404, whatever the activity', async () => {
  const { organization, clientId, id, get } = await withActivity();
  const foreign = await withActivity();
  await deleteClient(organization.db, clientId);
  const ids = [clientId, foreign.clientId, ...idsOfNothing(clientId)];
  const answers = ids.flatMap((client) => [get(client, id), get(client, foreign.id), get(client, 'x')]);
  expectAlikeNotFound(await Promise.all(answers), 'client');
});

test('a user key needs activities:read and nothing else', async () => {
  const { organization, clientId, id, get } = await withActivity();
  await expectPermission(organization, 'activities:read', (token) => get(clientId, id, token));
  expect(await auditOf(organization)).toEqual([]);
});
