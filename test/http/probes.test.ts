import { expect, test } from 'vitest';
import { openPostgres } from '../../src/core/db/database.ts';
import { createApp } from '../../src/http/app.ts';
import { createLog } from '../../src/log.ts';
import { startApi } from '../support/api.ts';
import { openUnmigratedDatabase } from '../support/private-database.ts';

const api = await startApi();
const unmigrated = await startApi({ database: await openUnmigratedDatabase() });
const unreachable = await startApi({ database: openPostgres('postgres://nobody@127.0.0.1:1/none') });

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
  ['whose schema is not migrated', unmigrated],
  ['whose database is out of reach', unreachable],
])(
  'a service %s is alive but not ready: 503 with the error body and Retry-After',
  async (_state, service) => {
    expect((await service.get('/livez')).status).toBe(200);
    const { status, body, headers } = await service.get('/readyz');
    expect(status).toBe(503);
    expect(body).toEqual({
      error: {
        code: 'unavailable',
        message: expect.any(String),
        details: { request_id: headers['x-request-id'] },
      },
    });
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
  },
);

test('a service is ready as soon as its schema is migrated', async () => {
  const database = await openUnmigratedDatabase();
  const service = await startApi({ database });
  expect((await service.get('/readyz')).status).toBe(503);
  await database.migrate();
  expect((await service.get('/readyz')).status).toBe(200);
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

test('probes take no other method, and metrics are not among them', async () => {
  const answer = await api.call('POST', '/livez');
  expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  expect((await api.get('/metrics')).status).toBe(404);
});
