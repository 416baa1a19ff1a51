import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';

const closed = await startApi();
const open = await startApi({ corsOrigins: ['https://app.example.com', 'http://localhost:5173'] });

const preflight = (origin: string, method = 'PUT') => ({
  headers: {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,content-type',
  },
});
const listOf = (header: unknown) => String(header).toLowerCase().split(/, */);

test('without configured origins, no response allows another origin', async () => {
  const { token } = await closed.organization();
  const origin = 'https://app.example.com';
  const answers = [
    await closed.get('/v1/health', { token, headers: { origin } }),
    await closed.get('/v1/health', { headers: { origin } }),
    await closed.call('OPTIONS', '/v1/health', preflight(origin, 'GET')),
    await closed.call('OPTIONS', '/trpc/health.check', preflight(origin, 'GET')),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 405, 405]);
  for (const { headers } of answers) {
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
});

test.each(['https://app.example.com', 'http://localhost:5173'])(
  '%s may send a preflight and then call, on REST and on tRPC',
  async (origin) => {
    const { token } = await open.organization();
    for (const url of ['/v1/organization', '/trpc/organization.update']) {
      const request = { method: 'OPTIONS', url, ...preflight(origin) } as const;
      const { statusCode, headers, body } = await open.app.inject(request);
      expect([statusCode, body]).toEqual([204, '']);
      expect(headers['access-control-allow-origin']).toBe(origin);
      const methods = ['get', 'head', 'post', 'put'];
      expect(listOf(headers['access-control-allow-methods'])).toEqual(expect.arrayContaining(methods));
      const sent = ['authorization', 'content-type'];
      expect(listOf(headers['access-control-allow-headers'])).toEqual(expect.arrayContaining(sent));
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      expect(listOf(headers.vary)).toContain('origin');
    }
    const actual = await open.get('/v1/organization', { token, headers: { origin } });
    expect([actual.status, actual.headers['access-control-allow-origin']]).toEqual([200, origin]);
  },
);

test('a frontend can read the request id, the limits and Retry-After, also of errors', async () => {
  const { token } = await open.organization();
  const headers = { origin: 'https://app.example.com' };
  const answers = [
    await open.get('/v1/health', { token, headers }),
    await open.get('/v1/health', { headers }),
    await open.get('/v1/clients?limit=0', { token, headers }),
    await open.get('/v1/nothing', { headers }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 400, 404]);
  for (const answer of answers) {
    expect(answer.headers['access-control-allow-origin']).toBe('https://app.example.com');
    const readable = ['x-request-id', 'etag', 'ratelimit', 'ratelimit-policy', 'retry-after'];
    expect(listOf(answer.headers['access-control-expose-headers'])).toEqual(expect.arrayContaining(readable));
    expect(listOf(answer.headers.vary)).toContain('origin');
  }
});

test.each([
  'https://evil.example',
  'https://app.example.com.evil.example',
  'http://app.example.com',
  'https://app.example.com:8443',
  'https://APP.example.com',
  'null',
])('%s is not allowed when other origins are', async (origin) => {
  const { token } = await open.organization();
  const actual = await open.get('/v1/health', { token, headers: { origin } });
  const asked = await open.app.inject({ method: 'OPTIONS', url: '/v1/health', ...preflight(origin) });
  for (const { headers } of [actual, asked]) {
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(listOf(headers.vary)).toContain('origin');
  }
});

test('OPTIONS that is not a preflight, or names an unknown path, is answered like any other method', async () => {
  const origin = 'https://app.example.com';
  const statuses = await Promise.all([
    open.call('OPTIONS', '/v1/health'),
    open.call('OPTIONS', '/v1/health', { headers: { origin } }),
    open.call('OPTIONS', '/v1/nothing', preflight(origin)),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([405, 405, 404]);
  expect(statuses[0]?.headers.allow).toBe('GET, HEAD');
});
