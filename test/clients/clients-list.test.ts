import { expect, test } from 'vitest';
import { clients } from '../../src/clients/table.ts';
import { startApi } from '../support/api.ts';
import { expectRefused, generous } from '../support/rules.ts';
import { badLimits, goodLimits } from '../support/values.ts';

const api = await startApi(generous);

const crowded = await api.organization();
const rows = Array.from({ length: 101 }, (_, index) => ({ name: `Client ${index}` }));
const crowd = (await crowded.db.insert(clients, rows).returning({ id: clients.id })).map(({ id }) => id);
const list = (query: string, token = crowded.token) => api.get(`/v1/clients?${query}`, { token });
const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

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
