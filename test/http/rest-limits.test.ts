import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createToken } from '../../src/tokens/queries.ts';
import { type Answer, startApi } from '../support/api.ts';
import { readLimits, repeat } from '../support/limits.ts';

const api = await startApi();
const scarce = await startApi({ limits: { organizationPerMinute: 5, endpointPerMinute: 3 } });

test('an organization may call one operation 50 times a minute, and is then told when to retry', async () => {
  const { token } = await api.organization();
  const answers = await repeat(51, () => api.get('/v1/clients', { token }));
  expect(answers.map(({ status }) => status)).toEqual([...Array(50).fill(200), 429]);
  const refused = answers[50];
  expect(refused?.body).toEqual({
    error: {
      code: 'rate_limited',
      message: expect.any(String),
      details: { retry_after_seconds: expect.any(Number), policy: 'endpoint' },
    },
  });
  const { retry_after_seconds: seconds } = refused?.body.error.details ?? {};
  expect(Number.isInteger(seconds)).toBe(true);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(refused?.headers['retry-after']).toBe(String(seconds));
  expect((await api.get('/v1/health', { token })).status).toBe(200);
});

test('RateLimit counts both policies down, and RateLimit-Policy names the numbers in force', async () => {
  const { token } = await api.organization();
  const first = await api.get('/v1/clients', { token });
  expect(first.headers['ratelimit-policy']).toBe('"organization";q=100;w=60, "endpoint";q=50;w=60');
  expect(first.headers.ratelimit).toBe('"organization";r=99;t=60, "endpoint";r=49;t=60');
  const others = [await api.get('/v1/clients', { token }), await api.get('/v1/users', { token })];
  expect(others.map(({ headers }) => readLimits(headers))).toMatchObject([
    { organization: { r: 98 }, endpoint: { r: 48 } },
    { organization: { r: 97 }, endpoint: { r: 49 } },
  ]);
});

test('an authenticated request that fails counts and returns the limits, whatever the error', async () => {
  const { token, userKey } = await api.organization();
  const keyWithout = await userKey([]);
  const failing: [number, Promise<Answer>][] = [];
  const fail = async (status: number, answer: Promise<Answer>) => {
    expect((await answer).status).toBe(status);
    failing.push([status, answer]);
    return readLimits((await answer).headers).organization.r;
  };
  const remaining = [
    await fail(403, api.get('/v1/clients', { token: keyWithout })),
    await fail(400, api.get('/v1/clients?limit=0', { token })),
    await fail(404, api.get(`/v1/clients/${randomUUID()}`, { token })),
    await fail(400, api.post('/v1/clients', { token, body: '[]' })),
    await fail(400, api.post('/v1/clients', { token, body: '{' })),
    await fail(413, api.post('/v1/clients', { token, body: 'x'.repeat(102_401) })),
    await fail(415, api.post('/v1/clients', { token, body: 'x', headers: { 'content-type': 'text/plain' } })),
  ];
  expect(remaining).toEqual([99, 98, 97, 96, 95, 94, 93]);
});

test('unknown paths, 405 and 401 do not count', async () => {
  const { token } = await api.organization();
  await repeat(3, () => api.get('/v1/nothing', { token }));
  await repeat(3, () => api.call('DELETE', '/v1/health', { token }));
  await repeat(3, () => api.get('/v1/health'));
  const { headers } = await api.get('/v1/health', { token });
  expect(readLimits(headers)).toMatchObject({ organization: { r: 99 }, endpoint: { r: 49 } });
});

test('the limit applies to the operation, not the URL: other ids and queries share it', async () => {
  const { token } = await scarce.organization();
  const answers = await repeat(4, () =>
    scarce.get(`/v1/clients/${randomUUID()}?x=${randomUUID()}`, { token }),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 429]);
});

test('all keys of an organization share its limits, and no other organization does', async () => {
  const { token, db, userKey } = await scarce.organization();
  const { token: second } = await createToken(db, {
    userId: null,
    permissions: [],
    name: null,
    expiresAt: null,
  });
  const statuses = [];
  for (const key of [token, second, await userKey([]), token]) {
    statuses.push((await scarce.get('/v1/health', { token: key })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
  const { token: foreign } = await scarce.organization();
  expect((await scarce.get('/v1/health', { token: foreign })).status).toBe(200);
});

test('the organization shows the limits in force', async () => {
  const { token } = await scarce.organization();
  const { body, headers } = await scarce.get('/v1/organization', { token });
  expect(body.data.rateLimits).toEqual({ organizationPerMinute: 5, endpointPerMinute: 3 });
  expect(headers['ratelimit-policy']).toBe('"organization";q=5;w=60, "endpoint";q=3;w=60');
});
