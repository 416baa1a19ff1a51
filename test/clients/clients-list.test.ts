import { expect, test } from 'vitest';
import { clients } from '../../src/clients/table.ts';
import { startApi } from '../support/api.ts';
import { expectRefused, generous } from '../support/rules.ts';

const api = await startApi(generous);

const crowded = await api.organization();
const rows = Array.from({ length: 101 }, (_, index) => ({ name: `Client ${index}` }));
const crowd = (await crowded.db.insert(clients, rows).returning({ id: clients.id })).map(({ id }) => id);
const list = (query: string) => api.get(`/v1/clients?${query}`, { token: crowded.token });
const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

/** Accepted values of `limit` in a query, with the page size for a list of 101 records. */
const goodLimits: [string, number][] = [
  ['limit=1', 1],
  ['limit=007', 7],
  ['limit=100', 100],
  ['limit=101', 100],
  ['limit=9007199254740993', 100],
  [`limit=1${'0'.repeat(400)}`, 100],
];

const badLimits = `
  limit=0 limit=000 limit=-1 limit=-0 limit= limit limit=1e2 limit=0x10 limit=5.0 limit=5. limit=+5 limit=%2B5
  limit=%205 limit=5%20 limit=1,000 limit=five limit=NaN limit=Infinity limit=null limit=%D9%A5 limit=5&limit=5
  limit=5&limit=`
  .trim()
  .split(/\s+/);

test.each(goodLimits)('with the query "%s" a page holds %i clients', async (query, size) => {
  const { status, body } = await list(query);
  expect(status).toBe(200);
  expect(idsOf(body)).toEqual(crowd.slice(0, size));
  expect(body.meta).toEqual({ cursor: expect.stringMatching(/^[\w-]+$/), hasMore: true });
});

test.each(badLimits)('the query "%s" is refused', async (query) => {
  expectRefused(await list(query), 'limit');
});

test('unknown parameters are ignored', async () => {
  const plain = await list('limit=3');
  const odd = await list('limit=3&offset=x&sort=name&name=Client+7&organizationId=x&__proto__=1&x=1&x=2');
  expect(odd.text).toBe(plain.text);
});
