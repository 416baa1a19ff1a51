import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { ImportedActivity } from '../../src/activities/import/imported-activity.ts';
import { activities, activityTypes } from '../../src/activities/table.ts';
import { writeCursor } from '../../src/core/rest/cursor.ts';
import { startApi } from '../support/api.ts';
import { cursorOf, expectRefused, generous, walk } from '../support/rules.ts';

const api = await startApi(generous);
const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);
const domain = 'globex.example';

/** An organization with a client that has these activities. */
async function withActivities(fields: Partial<ImportedActivity>[]) {
  const organization = await api.organization();
  const { id } = await organization.client({ domain });
  await organization.activities(domain, fields);
  const url = `/v1/clients/${id}/activities`;
  const list = (query = '') => api.get(`${url}?${query}`, { token: organization.token });
  return { organization, token: organization.token, id, url, list };
}

test('a type filter lists only that type, on all pages', async () => {
  const twice = [...activityTypes, ...activityTypes].map((type) => ({ type }));
  const { token, url, list } = await withActivities(twice);
  for (const type of activityTypes) {
    const { body } = await list(`type=${type}`);
    expect(body.data.map((activity: { type: string }) => activity.type)).toEqual([type, type]);
    expect((await walk(api, `${url}?type=${type}&limit=1`, token)).ids).toEqual(idsOf(body));
  }
});

test.each('type= type type=Email type=%20email type=sms type=email,call type=email&type=email'.split(' '))(
  'the query "%s" is refused',
  async (query) => {
    expectRefused(await filtered.list(query), 'type');
  },
);

const dateTimes = `2026-01-01T00:00:00Z 2026-01-01T00:00:00.123456789Z 2026-01-01T00:00:00%2B02:00
  2026-01-01T00:00:00-00:00 2026-01-01t00:00:00z 2024-02-29T23:59:59-23:59 2016-12-31T23:59:60Z
  2016-12-31T15:59:60.5-08:00 0000-01-01T00:00:00Z`.split(/\s+/);

test.each([
  ...dateTimes.map((text) => `from=${text}`),
  `to=${dateTimes[1]}`,
  'from=2099-01-01T00:00:00Z',
  'to=1970-01-01T00:00:00Z',
  'from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00Z',
  'from=2026-01-01T02:00:00%2B02:00&to=2026-01-01T00:00:00Z',
  'from=2016-12-31T23:59:60Z&to=2017-01-01T00:00:00Z',
  ...'source=gmail source=none source= includeArchived=true includeArchived=false'.split(' '),
])('the query "%s" is accepted and has no effect', async (query) => {
  const { list } = filtered;
  const plain = await list('limit=2');
  expect(plain.body.data[0].archivedAt).not.toBeNull();
  expect((await list(`limit=2&${query}`)).text).toBe(plain.text);
  const cursor = plain.body.meta.cursor;
  expect((await list(`cursor=${cursor}&${query}`)).text).toBe((await list(`cursor=${cursor}`)).text);
});

const archivedAt = '2026-02-01T00:00:00.000Z';
const filtered = await withActivities([{}, { archivedAt }, {}, { archivedAt }]);

const noDateTimes = ` x 2026-01-01 2026-01-01T00:00:00 2026-01-01T00:00Z 2026-01-01%2000:00:00Z
  2026-01-01T00:00:00+02:00 2026-01-01T00:00:00%2B0200 2026-01-01T00:00:00%2B24:00 2026-02-29T00:00:00Z
  2026-13-01T00:00:00Z 2026-01-01T24:00:00Z 2026-01-01T00:00:61Z 2026-01-01T12:30:60Z 2026-01-01T00:00:00.Z
  %202026-01-01T00:00:00Z%00 1767225600000 %2B002026-01-01T00:00:00Z`.split(/\s+/);

test.each([
  ...noDateTimes.map((text) => ['from', `from=${text}`]),
  ['to', 'to=x'],
  ['from', 'from=2026-01-01T00:00:00Z&from=2026-01-01T00:00:00Z'],
  ['from', 'from=2026-01-01T00:00:00.001Z&to=2026-01-01T00:00:00Z'],
  ['from', 'from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00%2B02:00'],
  ['from', 'from=2017-01-01T00:00:00.001Z&to=2016-12-31T23:59:60Z'],
  ['source', 'source=a&source=b'],
  ['source', 'source=a%00b'],
  ...['', '1', '0', 'TRUE', 'True', 'yes', '%20true', 'null'].map((value) => [
    'includeArchived',
    `includeArchived=${value}`,
  ]),
  ['includeArchived', 'includeArchived=true&includeArchived=true'],
])('an invalid %s in "%s" is refused', async (field, query) => {
  expectRefused(await filtered.list(query), String(field));
});

test('all invalid parameters are reported at once, including an inverted range', async () => {
  const bad = 'limit=0&cursor=&type=x&source=%00&includeArchived=1';
  const fields = ['limit', 'cursor', 'type', 'source', 'includeArchived'];
  expectRefused(await filtered.list(`${bad}&from=x&to=y`), ...fields, 'from', 'to');
  expectRefused(
    await filtered.list(`${bad}&from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z`),
    ...fields,
    'from',
  );
});

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const sameTime = (count: number) => Array.from({ length: count }, () => ({ occurredAt: at(0) }));

/** The ids of a client's activities in the order of the list, as the database has them. */
async function stored(clientId: string): Promise<string[]> {
  const columns = { id: activities.id, at: activities.occurredAt };
  const where = eq(activities.clientId, clientId);
  const rows = await api.database.db.select(columns).from(activities).where(where);
  const keys = rows.map((row) => `${row.at} ${row.id}`).sort();
  return keys.map((key) => key.split(' ')[1] ?? '').reverse();
}

const shared = await withActivities([{}, { type: 'call' }, {}, { type: 'call' }]);

test.each([1, 3, 4, 100])(
  'pages of %i return every activity exactly once, most recent first, by descending id when the time is the same',
  async (limit) => {
    const { organization, token, id, url } = await withActivities([...sameTime(6), {}, {}, {}, {}, {}, {}]);
    // Those of another client are not listed.
    await organization.client({ domain: 'initech.example' });
    await organization.activities('initech.example', [{}]);
    const { ids, sizes } = await walk(api, `${url}?limit=${limit}`, token);
    expect(ids).toEqual(await stored(id));
    expect(sizes).toEqual(Array(Math.ceil(12 / limit)).fill(Math.min(limit, 12)));
  },
);

test('pages never repeat or skip an activity when newer and older ones are added meanwhile', async () => {
  const nine = Array.from({ length: 9 }, (_, index) => ({ occurredAt: at(10 + index) }));
  const { organization, token, id, url } = await withActivities(nine);
  const before = await stored(id);
  const { ids } = await walk(api, `${url}?limit=3`, token, async (pageNumber) => {
    if (pageNumber > 2) return;
    const [newer, older] = [at(100 + pageNumber), at(pageNumber)];
    await organization.activities(domain, [{ occurredAt: newer }, { occurredAt: older }]);
  });
  const after = await stored(id);
  expect(after).toHaveLength(13);
  // The older ones come where they belong; the newer ones are above what was given already.
  expect(ids).toEqual(after.slice(2));
  expect(ids.slice(0, 9)).toEqual(before);
});

test('a cursor stays valid when its activity and earlier ones are deleted', async () => {
  const { token, id, url } = await withActivities(sameTime(9));
  const before = await stored(id);
  const { ids } = await walk(api, `${url}?limit=3`, token, async (pageNumber) => {
    for (const gone of before.slice((pageNumber - 1) * 3, pageNumber * 3)) {
      await api.database.db.delete(activities).where(eq(activities.id, gone));
    }
  });
  expect(ids).toEqual(before);
});

test('a cursor stays valid when its limit changes, and contains the number of activities returned so far', async () => {
  const offsetIn = (cursor: string) => JSON.parse(Buffer.from(cursor, 'base64url').toString())[1][0];
  const first = await cursorOf(api, `${shared.url}?limit=1`, shared.token);
  const { body } = await api.get(`${shared.url}?limit=2&cursor=${first}`, { token: shared.token });
  const expected = (await stored(shared.id)).slice(1, 3);
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(expected);
  expect([offsetIn(first), offsetIn(body.meta.cursor)]).toEqual([1, 3]);
});

test('a cursor of another type filter is refused', async () => {
  const { token, url } = shared;
  const ofAll = await cursorOf(api, `${url}?limit=1`, token);
  const ofCalls = await cursorOf(api, `${url}?limit=1&type=call`, token);
  const queries = [`type=call&cursor=${ofAll}`, `cursor=${ofCalls}`, `type=email&cursor=${ofCalls}`];
  for (const query of queries) expectRefused(await api.get(`${url}?${query}`, { token }), 'cursor');
  expect((await api.get(`${url}?type=call&cursor=${ofCalls}`, { token })).status).toBe(200);
});

test('a cursor of another client, list or organization is refused, also for an unknown client', async () => {
  const { organization, token, url } = shared;
  const other = await organization.client({ domain: 'initech.example' });
  await organization.activities('initech.example', [{}, {}]);
  const foreign = await withActivities([{}, {}]);
  const cursors = [
    await cursorOf(api, `/v1/clients/${other.id}/activities?limit=1`, token),
    await cursorOf(api, '/v1/clients?limit=1', token),
    await cursorOf(api, `${foreign.url}?limit=1`, foreign.token),
  ];
  for (const cursor of cursors) {
    expectRefused(await api.get(`${url}?cursor=${cursor}`, { token }), 'cursor');
  }
  const unknown = `/v1/clients/${randomUUID()}/activities?cursor=${cursors[0]}`;
  expectRefused(await api.get(unknown, { token }), 'cursor');
});

const [lastId = ''] = await stored(shared.id);

test.each<[string, (string | number)[]]>([
  ['no id', [1, at(0)]],
  ['a negative offset', [-1, at(0), lastId]],
  ['half an offset', [0.5, at(0), lastId]],
  ['no time', [1, 'x', lastId]],
  ['a day that never was', [1, '2026-02-30T00:00:00.000Z', lastId]],
  ['the year 0, which PostgreSQL does not have', [1, '0000-01-01T00:00:00.000Z', lastId]],
  ['an infinite time', [1, '-infinity', lastId]],
  ['no UUID', [1, at(0), 'x']],
  ['a NUL', [1, at(0), `${lastId}\0`]],
  ['too much', [1, at(0), lastId, 1]],
])(
  'a cursor forged to contain %s is refused, and never causes an internal error',
  async (_what, position) => {
    const { organization, token, id, url } = shared;
    const cursor = writeCursor(['activities', organization.id, id, ''], position);
    expectRefused(await api.get(`${url}?cursor=${cursor}`, { token }), 'cursor');
  },
);

test('a cursor of any time that PostgreSQL supports is accepted', async () => {
  const { organization, token, id, url } = shared;
  for (const time of ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
    const cursor = writeCursor(['activities', organization.id, id, ''], [1, time, lastId]);
    const { status, body } = await api.get(`${url}?cursor=${cursor}`, { token });
    expect(status).toBe(200);
    expect(body.data).toHaveLength(time.startsWith('9') ? 4 : 0);
  }
});
