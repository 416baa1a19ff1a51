import { expect, test } from 'vitest';
import { createApp } from '../../src/http/app.ts';
import { createLog } from '../../src/log.ts';
import { openTestDatabase, startApi } from '../support/api.ts';

const api = await startApi();

test('a running, migrated service is alive and ready, for callers without a token', async () => {
  for (const url of ['/livez', '/readyz']) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await api.call(method, url);
      expect([url, method, answer.status]).toEqual([url, method, 200]);
      expect(answer.body).toEqual(method === 'HEAD' ? undefined : { status: 'ok' });
      expect(answer.headers.ratelimit).toBeUndefined();
    }
  }
});

test.each([
  ['is not migrated', async () => false],
  ['is out of reach', () => Promise.reject(new Error('out of reach'))],
])('a service whose database %s is alive but not ready: 503 with Retry-After', async (_state, isReady) => {
  const service = await startApi({ database: { ...(await openTestDatabase()), isReady } });
  expect((await service.get('/livez')).status).toBe(200);
  const { status, body, headers } = await service.get('/readyz');
  expect([status, body.error.code]).toEqual([503, 'unavailable']);
  expect(body.error.details).toEqual({ request_id: headers['x-request-id'] });
  expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
});

test('simultaneous readiness probes query the database once', async () => {
  let asked = 0;
  let answer = (_isReady: boolean) => {};
  const app = await createApp({
    services: api.services,
    log: createLog({ logLevel: 'silent' }),
    corsOrigins: [],
    isReady: () => {
      asked += 1;
      return new Promise((resolve) => (answer = resolve));
    },
  });
  const many = Array.from({ length: 50 }, () => app.inject('/readyz'));
  await expect.poll(() => asked).toBe(1);
  answer(true);
  expect(new Set((await Promise.all(many)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const next = app.inject('/readyz').then(({ statusCode }) => statusCode);
  await expect.poll(() => asked).toBe(2);
  answer(false);
  expect(await next).toBe(503);
  await app.close();
});
