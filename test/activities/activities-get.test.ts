import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activities } from '../../src/activities/table.ts';
import { startApi } from '../support/api.ts';
import { generous } from '../support/rules.ts';
import { recordUnassigned } from '../support/unassigned.ts';

const api = await startApi(generous);
const domain = 'globex.example';

/** An organization with a client that has one activity. */
async function withActivity(fields: object = {}) {
  const organization = await api.organization();
  const { id: clientId } = await organization.client({ domain });
  await organization.activities(domain, [fields]);
  const columns = { id: activities.id };
  const where = eq(activities.clientId, clientId);
  const [row] = await api.database.db.select(columns).from(activities).where(where);
  const id = row?.id ?? '';
  const get = (client = clientId, activity = id, token = organization.token) =>
    api.get(`/v1/clients/${client}/activities/${activity}`, { token });
  return { organization, clientId, id, get };
}

test('an activity is returned with exactly its twelve fields, and listed without its content', async () => {
  const fields = {
    type: 'meeting',
    subject: 'Kick-off',
    content: 'Agenda\r\n\u{1f600}',
    occurredAt: '2026-11-20T20:35:34.909Z',
    archivedAt: '2026-11-21T00:00:00.000Z',
  };
  const { organization, clientId, id, get } = await withActivity(fields);
  const { status, body } = await get();
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      ...fields,
      id,
      clientId,
      source: expect.stringMatching(/^source-\d+$/),
      participants: [`pat@${domain}`, 'ann@test.example'],
      immutable: true,
      createdAt: instant,
      updatedAt: instant,
    },
    meta: {},
  });
  const { content: _content, ...summary } = body.data;
  const listed = await api.get(`/v1/clients/${clientId}/activities`, organization);
  expect(listed.body.data).toEqual([summary]);
});

const emoji = '\u{1f600}';
const edge = 'a'.repeat(10_236);

test.each([
  ['empty content', '', ''],
  ['10,240 bytes, the whole of which are given', 'a'.repeat(10_240), 'a'.repeat(10_240)],
  ['10,241 bytes, the last of which is cut', `${'a'.repeat(10_240)}b`, 'a'.repeat(10_240)],
  ['2-byte characters, cut between', 'é'.repeat(6000), 'é'.repeat(5120)],
  ['a 3-byte character over the edge, left out', `${'a'.repeat(10_238)}€`, 'a'.repeat(10_238)],
  ['a 4-byte character that ends at the edge', `${edge}${emoji}b`, `${edge}${emoji}`],
  ...[1, 2, 3].map((over): [string, string, string] => [
    `a 4-byte character ${over} bytes over the edge, left out`,
    `${'a'.repeat(10_236 + over)}${emoji}b`,
    'a'.repeat(10_236 + over),
  ]),
])('content is cut to 10,240 bytes: %s', async (_what, content, given) => {
  const { get } = await withActivity({ content });
  expect((await get()).body.data.content).toBe(given);
});

test('unassigned activities, and those of another client, get the same 404 as unknown ones', async () => {
  const { organization, id, get } = await withActivity();
  const other = await organization.client({ domain: 'initech.example' });
  await recordUnassigned(organization.db, { participants: [] });
  const where = and(eq(activities.organizationId, organization.id), isNull(activities.clientId));
  const [unassigned] = await api.database.db.select().from(activities).where(where);
  const error = { code: 'not_found', message: 'There is no such activity.' };
  for (const activity of [unassigned?.id, randomUUID()])
    expect(await get(undefined, activity)).toMatchObject({ status: 404, text: JSON.stringify({ error }) });
  expect((await get(other.id, id)).text).toBe(JSON.stringify({ error }));
});
