import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';

const api = await startApi();
const batch = '/trpc/clients.list,users.list?batch=1';

test('a query that is asked for its entity tag is sent again only after a change', async () => {
  const organization = await api.organization();
  const read = (tag: string) =>
    api.get(batch, { token: organization.token, headers: { 'if-none-match': tag } });
  const first = await read('""');
  const { etag = '' } = first.headers;
  expect([first.status, String(etag)]).toEqual([200, expect.stringMatching(/^W\/"[\w-]{22}"$/)]);
  const unchanged = await read(String(etag));
  expect([unchanged.status, unchanged.text, unchanged.headers.etag]).toEqual([304, '', etag]);
  expect(unchanged.headers.ratelimit).toBeDefined();
  await organization.client();
  const changed = await read(String(etag));
  expect([changed.status, changed.body[0].result.data.data.length]).toEqual([200, 1]);
});

test('without If-None-Match there is no entity tag of a batch, and never one of an error', async () => {
  const { token } = await api.organization();
  expect((await api.get(batch, { token })).headers.etag).toBeUndefined();
  const failed = await api.get('/trpc/clients.get', { token, headers: { 'if-none-match': '*' } });
  expect([failed.status, failed.headers.etag]).toEqual([400, undefined]);
});

test('long answers are compressed for callers who accept gzip', async () => {
  const organization = await api.organization();
  for (let at = 0; at < 30; at += 1) await organization.client();
  const options = { token: organization.token, headers: { 'accept-encoding': 'gzip' } };
  const list = `/trpc/clients.list?input=${encodeURIComponent('{"limit":100}')}`;
  const long = await api.get(list, options);
  expect([long.headers['content-encoding'], long.headers.vary]).toEqual(['gzip', 'Accept-Encoding']);
  expect(Number(long.headers['content-length'])).toBeLessThan(2_000);
  const plain = await api.get(list, { token: organization.token });
  expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
  expect(plain.body.result.data.data.length).toBe(30);
  const short = await api.get('/trpc/users.list', options);
  expect(short.headers['content-encoding']).toBeUndefined();
});
