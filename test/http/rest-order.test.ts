import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { generateToken } from '../../src/tokens/token.ts';
import { startApi } from '../support/api.ts';

const api = await startApi();
const scarce = await startApi({ limits: { organizationPerMinute: 100, endpointPerMinute: 1 } });

/** Requests to create a client that are all wrong, each in its own way. */
const faulty = {
  'malformed JSON': { body: '{"name":' },
  'no JSON by its type': { body: 'name=Globex', headers: { 'content-type': 'text/plain' } },
  'a malformed media type': { body: '{}', headers: { 'content-type': ';;/' } },
  'a body that is too large': { body: `"${'x'.repeat(102_400)}"` },
  'a body of two megabytes': { body: Buffer.alloc(2_000_000, 0x20) },
  'bytes that are no UTF-8': { body: Buffer.from([0x7b, 0xff, 0x7d]) },
  'a compressed body': { body: gzipSync('{}'), headers: { 'content-encoding': 'gzip' } },
  'nesting that is too deep': { body: `{"a":${'['.repeat(40)}${']'.repeat(40)}}` },
  'no body': {},
  'fields that are not valid': { body: { name: 5, organizationId: null } },
};

test.each(Object.entries(faulty))(
  '%s is answered 401 without a valid token, 403 without the permission and 429 over the limits',
  async (_fault, request) => {
    for (const token of [undefined, generateToken(), 'nonsense'])
      expect((await api.post('/v1/clients', { ...request, token })).status).toBe(401);
    const { userKey } = await api.organization();
    const token = await userKey(['clients:read']);
    expect((await api.post('/v1/clients', { ...request, token })).status).toBe(403);
    const limited = await scarce.organization();
    await scarce.post('/v1/clients', { token: limited.token, body: { name: 'Globex' } });
    expect((await scarce.post('/v1/clients', { ...request, token: limited.token })).status).toBe(429);
  },
);

test('the token is checked before the resource and the query', async () => {
  for (const path of [`/v1/clients/${randomUUID()}`, '/v1/clients/x', '/v1/clients?limit=0']) {
    expect((await api.get(path)).status).toBe(401);
  }
});

test('the limits are checked before the permission', async () => {
  const { userKey } = await scarce.organization();
  const token = await userKey([]);
  const statuses = [];
  for (let i = 0; i < 2; i++) statuses.push((await scarce.get('/v1/clients', { token })).status);
  expect(statuses).toEqual([403, 429]);
});

test('the permission is checked before the input and the resource', async () => {
  const { userKey } = await api.organization();
  const token = await userKey(['users:read']);
  for (const path of [`/v1/clients/${randomUUID()}`, '/v1/clients?limit=0']) {
    expect((await api.get(path, { token })).status).toBe(403);
  }
});

test('the input is checked before the resource', async () => {
  const { token } = await api.organization();
  for (const id of [randomUUID(), 'x']) {
    const update = await api.put(`/v1/clients/${id}`, { token, body: { name: 5 } });
    expect(update.status).toBe(400);
    expect(Object.keys(update.body.error.details)).toEqual(['name']);
    const list = await api.get(`/v1/clients/${id}/activities?limit=0`, { token });
    expect(list.status).toBe(400);
    expect(Object.keys(list.body.error.details)).toEqual(['limit']);
    expect((await api.post(`/v1/clients/${id}/activities`, { token, body: '[1]' })).status).toBe(400);
  }
});

test('the scheme Bearer is case-insensitive, and may be followed by several spaces', async () => {
  const { token } = await api.organization();
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer ']) {
    const answer = await api.get('/v1/health', { headers: { authorization: `${scheme} ${token}` } });
    expect([scheme, answer.status]).toEqual([scheme, 200]);
  }
});

test('an Authorization header that is not exactly one bearer token is answered 401', async () => {
  const { token } = await api.organization();
  const malformed = [
    '',
    'Bearer',
    'Bearer ',
    token,
    `Bearer${token}`,
    `Bearer\t${token}`,
    `Bearer: ${token}`,
    `Bearer "${token}"`,
    `Bearer ${token},`,
    `Bearer ${token} ${token}`,
    `Bearer ${token}, Bearer ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token.slice(0, -1)}`,
    `Bearer ${token.toUpperCase()}`,
    `Bearer ${token.replace('sk_live_', 'sk_test_')}`,
    `Bearer ${token.replace('_', '%5F')}`,
    `Token ${token}`,
    `Basic ${Buffer.from(`${token}:`).toString('base64')}`,
    `Basic ${Buffer.from(`x:${token}`).toString('base64')}`,
    `Bearer ${'x'.repeat(8_000)}`,
    'Bearer undefined',
    'Bearer null',
  ];
  for (const authorization of malformed) {
    const answer = await api.get('/v1/health', { headers: { authorization } });
    expect([authorization, answer.status, answer.headers['www-authenticate']]).toEqual([
      authorization,
      401,
      'Bearer',
    ]);
  }
});

test('a token outside the Authorization header is ignored', async () => {
  const { token } = await api.organization();
  for (const path of [`/v1/health?access_token=${token}`, `/v1/health?token=${token}`]) {
    expect((await api.get(path)).status).toBe(401);
  }
  for (const name of ['x-api-key', 'cookie', 'proxy-authorization']) {
    expect((await api.get('/v1/health', { headers: { [name]: `Bearer ${token}` } })).status).toBe(401);
  }
});
