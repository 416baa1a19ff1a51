import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';

const api = await startApi();

/** A JSON object of exactly so many bytes that creates a client. */
function bodyOf(bytes: number): string {
  const bare = '{"name":"Globex","padding":""}';
  return bare.replace('""}', `"${'x'.repeat(bytes - bare.length)}"}`);
}

/** A JSON object that is nested so deep, itself included. */
const nested = (depth: number) =>
  `{"name":"Globex","nested":${'[0,{"a":'.repeat((depth - 1) / 2)}${(depth - 1) % 2 ? '[]' : '1'}${'}]'.repeat((depth - 1) / 2)}}`;

const create = (token: string, body: unknown, headers: Record<string, string> = {}) =>
  api.post('/v1/clients', { token, body, headers });

/** The code of the error that the creation is answered with, if it fails, or the status. */
async function outcome(...creation: Parameters<typeof create>) {
  const { status, body } = await create(...creation);
  return body.error?.code ?? status;
}

test('JSON that is malformed is answered 400 for the body as a whole', async () => {
  const { token } = await api.organization();
  const malformed = [
    ...['{', '{"name":"a",}', "{'name':'a'}", '{"name":NaN}', '{"name":"a"}}', 'name', ' ', '', '{"a":1}\0'],
    ...['null', '[{"name":"a"}]', '"name"', '1', '\u{FEFF}\u{FEFF}{"name":"a"}', '['.repeat(51_200)],
  ];
  for (const body of malformed) {
    const { status, text, ...answer } = await create(token, body);
    expect([body.slice(0, 20), status]).toEqual([body.slice(0, 20), 400]);
    expect(answer.body.error).toMatchObject({
      code: 'invalid_argument',
      details: { body: expect.any(String) },
    });
    expect(text).not.toMatch(/Unexpected|position|SyntaxError/);
  }
});

test('a body that is not valid UTF-8 is answered 400, and never stored with replaced characters', async () => {
  const { token } = await api.organization();
  const invalid = [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]];
  for (const bytes of invalid) {
    const body = Buffer.concat([Buffer.from('{"name":"a'), Buffer.from(bytes), Buffer.from('"}')]);
    expect((await create(token, body)).status).toBe(400);
  }
  expect((await create(token, Buffer.from('{"name":"a"}', 'utf16le'))).status).toBe(400);
  expect((await api.get('/v1/clients', { token })).body.data).toEqual([]);
});

test('a single byte order mark before the body is ignored', async () => {
  const { token } = await api.organization();
  const answer = await create(token, Buffer.from('\u{FEFF}{"name":"Globex"}'));
  expect([answer.status, answer.body.data.name]).toEqual([200, 'Globex']);
});

test('a compressed body is answered 415', async () => {
  const { token } = await api.organization();
  const json = '{"name":"Globex"}';
  const bodies = {
    gzip: gzipSync(json),
    deflate: deflateSync(json),
    br: brotliCompressSync(json),
    zstd: json,
  };
  for (const [encoding, body] of Object.entries(bodies)) {
    const code = await outcome(token, body, { 'content-encoding': encoding });
    expect([encoding, code]).toEqual([encoding, 'unsupported_media_type']);
  }
  expect((await create(token, json, { 'content-encoding': 'identity' })).status).toBe(200);
});

test('JSON in UTF-8 is accepted under every spelling of its media type', async () => {
  const { token } = await api.organization();
  const spellings = [
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json ; charset="utf-8"',
    'application/json;',
    'application/json;; charset=utf-8 ;',
  ];
  for (const type of spellings)
    expect([type, await outcome(token, '{"name":"a"}', { 'content-type': type })]).toEqual([type, 200]);
});

test('every other media type, and none at all, is answered 415', async () => {
  const { token } = await api.organization();
  const json = 'application/json';
  const others = [
    ...[
      '',
      'text/plain',
      'text/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ],
    ...[`${json}; charset=latin1`, `${json}; charset=utf-16`, `${json}; charset=utf-8; charset=latin1`],
    ...[`${json} charset=utf-8`, `${json}p`, `${json}, text/plain`, 'json', ';'],
  ];
  for (const type of others) {
    const code = await outcome(token, '{"name":"a"}', { 'content-type': type });
    expect([type, code]).toEqual([type, 'unsupported_media_type']);
  }
  const headers = { authorization: `Bearer ${token}` };
  const untyped = { method: 'POST', url: '/v1/clients', headers, payload: '{"name":"a"}' } as const;
  expect((await api.app.inject(untyped)).statusCode).toBe(415);
});

test('a body of 102,400 bytes, not characters, is accepted, and one of 102,401 is answered 413', async () => {
  const { token } = await api.organization();
  expect(await outcome(token, bodyOf(102_400))).toBe(200);
  expect(await outcome(token, bodyOf(102_401))).toBe('payload_too_large');
  const body = `{"name":"Globex","padding":"${'€'.repeat(34_200)}"}`;
  expect([body.length < 102_400, await outcome(token, body)]).toEqual([true, 'payload_too_large']);
});

test('a body nested 32 deep is accepted, and one nested 33 deep is answered 400', async () => {
  const { token } = await api.organization();
  for (const depth of [2, 31, 32])
    expect([depth, (await create(token, nested(depth))).status]).toEqual([depth, 200]);
  for (const depth of [33, 34, 10_001]) {
    const answer = await create(token, nested(depth));
    expect([depth, answer.status, Object.keys(answer.body.error.details)]).toEqual([depth, 400, ['body']]);
  }
});

test('a body of 10,000 values is accepted, and one of 10,001 is answered 400, whether they are fields or elements', async () => {
  const { token } = await api.organization();
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 1]));
  // The body itself and its name are values, too.
  expect((await create(token, { name: 'Globex', ...fields(9_998) })).status).toBe(200);
  expect((await create(token, { name: 'Globex', list: Array(9_997).fill(1) })).status).toBe(200);
  for (const body of [fields(10_000), { name: 'Globex', list: Array(9_998).fill(1) }]) {
    const answer = await create(token, body);
    expect([answer.status, Object.keys(answer.body.error.details)]).toEqual([400, ['body']]);
  }
});

test('keys such as __proto__ in a body are ignored like any unknown field, and change no prototype', async () => {
  const { token, client } = await api.organization();
  const { id } = await client();
  const hostile = '"__proto__":{"polluted":1,"name":"evil"},"constructor":{"prototype":{"polluted":1}}';
  const created = await create(token, `{"name":"Globex",${hostile}}`);
  expect([created.status, created.body.data.name]).toEqual([200, 'Globex']);
  expect((await create(token, `{${hostile}}`)).status).toBe(400);
  expect((await api.put(`/v1/clients/${id}`, { token, body: `{${hostile}}` })).body.data.name).toBe('Globex');
  expect((await api.post(`/v1/clients/${id}/activities`, { token, body: `{${hostile}}` })).status).toBe(200);
  const query = '__proto__[limit]=0&constructor=1&__proto__=x';
  expect((await api.get(`/v1/clients?${query}`, { token })).status).toBe(200);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect({}).not.toHaveProperty('polluted');
});

test('the id in the path cannot be replaced by one in the query', async () => {
  const { token, client } = await api.organization();
  const [named, other] = [await client(), await client()];
  const { body } = await api.get(`/v1/clients/${named.id}?clientId=${other.id}`, { token });
  expect(body.data.id).toBe(named.id);
});
