import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createToken } from '../../src/tokens/queries.ts';
import { type Answer, startApi } from '../support/api.ts';
import { readLimits } from '../support/limits.ts';

const api = await startApi();
const scarce = await startApi({ limits: { organizationPerMinute: 5, endpointPerMinute: 3 } });

test('RateLimit counts both policies down, and RateLimit-Policy names the numbers in force', async () => {
  const { token } = await scarce.organization();
  const first = await scarce.get('/v1/clients', { token });
  expect(first.headers['ratelimit-policy']).toBe('"organization";q=5;w=60, "endpoint";q=3;w=60');
  expect(first.headers.ratelimit).toBe('"organization";r=4;t=60, "endpoint";r=2;t=60');
  const others = [await scarce.get('/v1/clients', { token }), await scarce.get('/v1/users', { token })];
  expect(others.map(({ headers }) => readLimits(headers))).toMatchObject([
    { organization: { r: 3 }, endpoint: { r: 1 } },
    { organization: { r: 2 }, endpoint: { r: 2 } },
  ]);
});

test('an authenticated request that fails counts and returns the limits, whatever the error', async () => {
  const { token, userKey } = await api.organization();
  const keyWithout = await userKey([]);
  const create = (body: string, headers = {}) => api.post('/v1/clients', { token, body, headers });
  const failing: [number, () => Promise<Answer>][] = [
    [403, () => api.get('/v1/clients', { token: keyWithout })],
    [400, () => api.get('/v1/clients?limit=0', { token })],
    [404, () => api.get(`/v1/clients/${randomUUID()}`, { token })],
    [400, () => create('[]')],
    [400, () => create('{')],
    [413, () => create('x'.repeat(102_401))],
    [415, () => create('x', { 'content-type': 'text/plain' })],
  ];
  for (const [index, [expected, request]] of failing.entries()) {
    const { status, headers } = await request();
    expect([status, readLimits(headers).organization.r]).toEqual([expected, 99 - index]);
  }
});

test('unknown paths, 405 and 401 do not count', async () => {
  const { token } = await api.organization();
  await api.get('/v1/nothing', { token });
  await api.call('DELETE', '/v1/health', { token });
  await api.get('/v1/health');
  const { headers } = await api.get('/v1/health', { token });
  expect(readLimits(headers)).toMatchObject({ organization: { r: 99 }, endpoint: { r: 49 } });
});

test('all keys of an organization share its limits', async () => {
  const { token, db, userKey } = await scarce.organization();
  const organizationKey = { userId: null, permissions: [], name: null, expiresAt: null };
  const { token: second } = await createToken(db, organizationKey);
  const statuses = [];
  for (const key of [token, second, await userKey([]), token]) {
    statuses.push((await scarce.get('/v1/health', { token: key })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
});
