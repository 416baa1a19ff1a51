import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Answer, startApi } from '../support/api.ts';
import { readLimits } from '../support/limits.ts';

const api = await startApi();
const scarce = await startApi({ limits: { organizationPerMinute: 100, endpointPerMinute: 2 } });

const query = (input: unknown) => `input=${encodeURIComponent(JSON.stringify(input))}`;
const apiError = (answer: Answer) => answer.body.error.data.error;
/** The error codes of a batch; 'ok' for a call that succeeded. */
const outcomes = (answer: Answer) =>
  answer.body.map((call: Answer['body']) => (call.error ? call.error.data.error.code : 'ok'));

test('an operation returns the same over tRPC as over REST', async () => {
  const { token, client } = await api.organization();
  const { id } = await client();
  const rest = await api.get(`/v1/clients/${id}`, { token });
  const trpc = await api.get(`/trpc/clients.get?${query({ clientId: id })}`, { token });
  expect([trpc.status, trpc.body]).toEqual([200, { result: { data: rest.body } }]);
  expect(trpc.headers['content-type']).toMatch(/^application\/json/);
  const created = await api.post('/trpc/clients.create', { token, body: { name: 'Initech' } });
  expect(created.body.result.data.data.name).toBe('Initech');
});

test('a single call gets byte for byte the same response as in a batch', async () => {
  const { token, client } = await api.organization();
  const { id } = await client();
  const calls: [name: string, input: unknown][] = [
    ['clients.get', { clientId: id }],
    ['clients.get', { clientId: randomUUID() }],
    ['clients.get', undefined],
    ['clients.list', undefined],
    ['clients.list', { limit: 0, cursor: 'ä%' }],
    ['organization.get', { unknown: true }],
  ];
  for (const [name, input] of calls) {
    const given = input === undefined ? '' : query(input);
    const alone = await api.get(`/trpc/${name}?${given}`, { token });
    const batch = await api.get(`/trpc/${name}?batch=1&${query(input === undefined ? {} : { 0: input })}`, {
      token,
    });
    expect(batch.text, name).toBe(`[${alone.text}]`);
    expect(batch.headers['content-type']).toBe(alone.headers['content-type']);
  }
});

test('a body that is malformed or no object is answered 400, after the permission is checked', async () => {
  const { token, userKey } = await api.organization();
  for (const body of ['{', 'null', '[]', '"x"', '1', '']) {
    const answer = await api.post('/trpc/clients.create', { token, body });
    expect([body, answer.status, apiError(answer).code]).toEqual([body, 400, 'invalid_argument']);
  }
  const powerless = { token: await userKey([]), body: '[]' };
  expect((await api.post('/trpc/clients.create', powerless)).status).toBe(403);
});

test('an input in the URL that is not JSON is answered 400', async () => {
  const { token } = await api.organization();
  for (const name of ['clients.list', 'organization.get'])
    for (const input of ['{', 'undefined', '%7B%22limit%22']) {
      const answer = await api.get(`/trpc/${name}?input=${input}`, { token });
      expect([answer.status, apiError(answer).code]).toEqual([400, 'invalid_argument']);
      expect(answer.text).not.toMatch(/Unexpected|JSON at|SyntaxError/);
    }
});

test('tRPC does not coerce strings to numbers and booleans as REST does', async () => {
  const { token } = await api.organization();
  const asText = await api.get(`/trpc/clients.list?${query({ limit: '5' })}`, { token });
  expect([asText.status, Object.keys(apiError(asText).details)]).toEqual([400, ['limit']]);
  expect((await api.get(`/trpc/clients.list?${query({ limit: 5 })}`, { token })).status).toBe(200);
  const flag = { clientId: randomUUID(), includeArchived: 'true' };
  expect((await api.get(`/trpc/activities.list?${query(flag)}`, { token })).status).toBe(400);
});

test('another method is answered 405 with the allowed ones, with or without a token, and does not count', async () => {
  const { token } = await api.organization();
  for (const options of [{}, { token }]) {
    const asMutation = await api.post('/trpc/clients.list', { ...options, body: {} });
    expect([asMutation.status, asMutation.headers.allow]).toEqual([405, 'GET']);
    const asQuery = await api.get('/trpc/clients.create', options);
    expect([asQuery.status, asQuery.headers.allow]).toEqual([405, 'POST']);
    expect(apiError(asQuery).code).toBe('method_not_allowed');
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE']) {
      const answer = await api.call(method, '/trpc/clients.list', options);
      expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, 'GET, POST']);
    }
  }
  expect(readLimits((await api.get('/v1/clients', { token })).headers).organization.r).toBe(99);
});

test('each call of a batch counts', async () => {
  const { token } = await scarce.organization();
  const path = '/trpc/clients.list,clients.list,clients.list,users.list?batch=1';
  const answer = await scarce.get(path, { token });
  expect(answer.status).toBe(207);
  expect(outcomes(answer)).toEqual(['ok', 'ok', 'rate_limited', 'ok']);
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect(readLimits(answer.headers)).toMatchObject({ organization: { r: 97 }, endpoint: { r: 0 } });
  expect((await scarce.get('/v1/clients', { token })).status).toBe(429);
});

test('a batch answers each call separately and in order', async () => {
  const { token, client } = await api.organization();
  const { id } = await client({ name: 'Globex' });
  const inputs = { 0: { clientId: id }, 1: { clientId: randomUUID() }, 2: { limit: 0 } };
  const names = 'clients.get,clients.get,clients.list,health.check,nothing';
  const answer = await api.get(`/trpc/${names}?batch=1&${query(inputs)}`, { token });
  expect(answer.status).toBe(207);
  expect(outcomes(answer)).toEqual(['ok', 'not_found', 'invalid_argument', 'ok', 'not_found']);
  expect(answer.body[0].result.data.data.name).toBe('Globex');
});

test('a batch with reads and writes, or with an input that is not an object, is answered 400', async () => {
  const { token } = await api.organization();
  for (const call of ['clients.list,clients.create?batch=1', 'clients.list?batch=1&input=5']) {
    const { status, body, text } = await api.get(`/trpc/${call}`, { token });
    expect([status, [body].flat()[0].error.data.error.code]).toEqual([400, 'invalid_argument']);
    expect(text).not.toContain('stack');
  }
});

test('the response is JSON, whatever the Accept header and connection parameters', async () => {
  const { token } = await api.organization();
  for (const accept of ['application/jsonl', 'text/event-stream', 'text/html', '*/*']) {
    const headers = { accept, 'trpc-accept': accept };
    const path = '/trpc/health.check,clients.list?batch=1&connectionParams={';
    const answer = await api.get(path, { token, headers });
    expect([accept, answer.status, outcomes(answer)]).toEqual([accept, 200, ['ok', 'ok']]);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  }
});

test('a single call and a batch of one accept Idempotency-Key and If-Match, and return ETag and Idempotent-Replayed', async () => {
  const { token } = await api.organization();
  const headers = { 'idempotency-key': 'key' };
  const body = { name: 'Globex' };
  const alone = await api.post('/trpc/clients.create', { token, headers, body });
  const again = await api.post('/trpc/clients.create?batch=1', { token, headers, body: { 0: body } });
  expect(alone.headers['idempotent-replayed']).toBeUndefined();
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.text).toBe(`[${alone.text}]`);
  const { id } = alone.body.result.data.data;
  const { etag } = (await api.get(`/v1/clients/${id}`, { token })).headers;
  expect([alone.headers.etag, again.headers.etag]).toEqual([etag, etag]);
  const update = { token, headers: { 'if-match': String(etag) }, body: { clientId: id, name: 'Initech' } };
  expect((await api.post('/trpc/clients.update', update)).status).toBe(200);
  const stale = await api.post('/trpc/clients.update', update);
  expect([stale.status, apiError(stale).code]).toEqual([412, 'precondition_failed']);
});

test.each(['idempotency-key', 'if-match'])(
  'a batch of several calls with %s is refused, and does nothing',
  async (name) => {
    const { token } = await api.organization();
    const body = { 0: { name: 'Globex' }, 1: { name: 'Initech' } };
    const headers = { [name]: '"key"' };
    const answer = await api.post('/trpc/clients.create,clients.create?batch=1', { token, headers, body });
    expect([answer.status, apiError(answer).code]).toEqual([400, 'invalid_argument']);
    expect(answer.text).toContain('on its own');
    expect((await api.get('/v1/clients', { token })).body.data).toEqual([]);
  },
);

const twoLists = '/trpc/clients.list,users.list?batch=1';

test('a query that is asked for its entity tag is sent again only after a change', async () => {
  const organization = await api.organization();
  const read = (tag: string) =>
    api.get(twoLists, { token: organization.token, headers: { 'if-none-match': tag } });
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
  expect((await api.get(twoLists, { token })).headers.etag).toBeUndefined();
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
