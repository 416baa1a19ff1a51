import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { generateToken } from '../../src/tokens/token.ts';
import { startApi } from '../support/api.ts';

const api = await startApi();
const scarce = await startApi({ limits: { organizationPerMinute: 100, endpointPerMinute: 1 } });

const faults = {
  'malformed JSON': { body: '{"name":' },
  'a body that is too large': { body: `"${'x'.repeat(102_400)}"` },
  'no body': {},
  'fields that are not valid': { body: { name: 5, organizationId: null } },
};

test.each(Object.entries(faults))(
  '%s is answered 401 without a valid token, and 429 over the limits',
  async (_fault, request) => {
    for (const token of [undefined, generateToken(), 'nonsense'])
      expect((await api.post('/v1/clients', { ...request, token })).status).toBe(401);
    const limited = await scarce.organization();
    await scarce.post('/v1/clients', { token: limited.token, body: { name: 'Globex' } });
    expect((await scarce.post('/v1/clients', { ...request, token: limited.token })).status).toBe(429);
  },
);

test('the limits are checked before the permission, that before the input, and that before the resource', async () => {
  const { token, userKey } = await api.organization();
  const without = await userKey(['users:read']);
  for (const body of [undefined, { name: 5 }, `{"a":${'['.repeat(40)}${']'.repeat(40)}}`])
    expect((await api.post('/v1/clients', { token: without, body })).status).toBe(403);
  const limited = await (await scarce.organization()).userKey(['users:read']);
  for (const id of [randomUUID(), 'x']) {
    const list = `/v1/clients/${id}/activities`;
    expect((await api.get(`${list}?limit=0`)).status).toBe(401);
    expect((await scarce.get(`${list}?limit=0`, { token: limited })).status).toBe(id === 'x' ? 429 : 403);
    expect((await api.get(`${list}?limit=0`, { token: without })).status).toBe(403);
    const answers = [
      await api.get(`${list}?limit=0`, { token }),
      await api.put(`/v1/clients/${id}`, { token, body: { name: 5 } }),
      await api.post(list, { token, body: '[1]' }),
      await api.get(list, { token }),
    ];
    expect(answers.map(({ status, body }) => [status, Object.keys(body.error.details ?? {})])).toEqual([
      [400, ['limit']],
      [400, ['name']],
      [400, ['body']],
      [404, []],
    ]);
  }
});

test('the scheme Bearer is case-insensitive, and may be followed by several spaces', async () => {
  const { token } = await api.organization();
  for (const scheme of ['bearer', 'BEARER', 'bEaReR', 'Bearer ']) {
    const answer = await api.get('/v1/health', { headers: { authorization: `${scheme} ${token}` } });
    expect([scheme, answer.status]).toEqual([scheme, 200]);
  }
});

test('an Authorization header that is not exactly one bearer token is answered 401', async () => {
  const { token } = await api.organization();
  const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`;
  const malformed = [
    ...['', 'Bearer', 'Bearer ', 'Bearer undefined', `Bearer ${'x'.repeat(8_000)}`, token],
    ...[`Bearer${token}`, `Bearer\t${token}`, `Bearer: ${token}`, `Bearer "${token}"`, `Bearer ${token},`],
    ...[`Bearer ${token} ${token}`, `Bearer ${token}, Bearer ${token}`, `Bearer ${token}x`],
    ...[token.slice(0, -1), token.toUpperCase(), token.replace('live', 'test')].map((no) => `Bearer ${no}`),
    ...[`Bearer ${token.replace('_', '%5F')}`, `Token ${token}`, basic(`${token}:`), basic(`x:${token}`)],
  ];
  for (const authorization of malformed) {
    const { status, headers } = await api.get('/v1/health', { headers: { authorization } });
    expect([authorization, status, headers['www-authenticate']]).toEqual([authorization, 401, 'Bearer']);
  }
});

test('a token outside the Authorization header is ignored', async () => {
  const { token } = await api.organization();
  for (const name of ['access_token', 'token'])
    expect((await api.get(`/v1/health?${name}=${token}`)).status).toBe(401);
  for (const name of ['x-api-key', 'cookie', 'proxy-authorization'])
    expect((await api.get('/v1/health', { headers: { [name]: `Bearer ${token}` } })).status).toBe(401);
});
