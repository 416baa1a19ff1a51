import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openPostgres } from '../../src/core/db/database.ts';
import { generateToken } from '../../src/tokens/token.ts';
import { type Answer, startApi, type TestApi } from '../support/api.ts';
import { openPrivateDatabase } from '../support/private-database.ts';
import { silentDatabase } from '../support/silent-database.ts';

const database = await openPrivateDatabase();
const broken = await startApi({ database });
const { token } = await broken.organization();
await database.db.execute(sql`drop table clients cascade`);

const unreachable = await startApi({ database: openPostgres('postgres://nobody@127.0.0.1:1/none') });

function expectNoInside(answer: Answer): void {
  expect(answer.text).not.toMatch(
    /select|insert|relation|postgres|drizzle|ECONN|\bat \S+:\d+|\.ts\b|node_modules|stack/i,
  );
}

/** The log lines of an answered request, as objects. */
const linesOf = ({ logLines }: TestApi, { headers }: Answer) =>
  logLines.filter((line) => line.includes(String(headers['x-request-id']))).map((line) => JSON.parse(line));

test('an internal error is answered 500 and reveals only the request id, under which the log has its cause', async () => {
  const answers = await Promise.all([
    broken.get('/v1/clients/019a9f5e-6f0c-7c3e-9a51-3f4f0f7d2b11', { token }),
    broken.post('/v1/clients', { token, body: { name: 'Secret name' } }),
    broken.get('/trpc/clients.list', { token }),
  ]);
  for (const answer of answers) {
    expect(answer.status).toBe(500);
    expect(answer.body.error.data?.error ?? answer.body.error).toEqual({
      code: 'internal',
      message: expect.any(String),
      details: { request_id: answer.headers['x-request-id'] },
    });
    expectNoInside(answer);
    expect(linesOf(broken, answer)).toMatchObject([
      { msg: 'request failed', err: { code: '42P01', stack: expect.any(String) } },
      { msg: 'request', status: 500 },
    ]);
  }
  expect(broken.logLines.join()).not.toMatch(/Secret name|insert into/);
});

test('while the database is unreachable, operations return 503 with Retry-After, and the log has the reason', async () => {
  const some = { token: generateToken() };
  const answers = [
    await unreachable.get('/v1/health', some),
    await unreachable.post('/v1/clients', { ...some, body: '{' }),
    await unreachable.get('/trpc/clients.list', some),
  ];
  for (const answer of answers) {
    const error = answer.body.error.data?.error ?? answer.body.error;
    expect([answer.status, error.code]).toEqual([503, 'unavailable']);
    expect(error.details).toEqual({ request_id: answer.headers['x-request-id'] });
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expectNoInside(answer);
    const reason = expect.stringContaining('ECONNREFUSED');
    expect(linesOf(unreachable, answer)).toMatchObject([{ msg: 'request', level: 50, status: 503, reason }]);
  }
});

test('paths that need no database work while it is unreachable', async () => {
  expect((await unreachable.get('/v1/clients')).status).toBe(401);
  expect((await unreachable.get('/v1/clients', { token: 'nonsense' })).status).toBe(401);
  expect((await unreachable.get('/v1/nothing')).status).toBe(404);
  expect((await unreachable.call('DELETE', '/v1/clients')).status).toBe(405);
});

test('a database that accepts connections and stays silent times out with 503', async () => {
  const database = openPostgres((await silentDatabase()).url);
  const api = await startApi({ database, databaseTimeoutMs: 1 });
  for (const path of ['/v1/health', '/readyz'])
    expect((await api.get(path, { token: generateToken() })).status).toBe(503);
});
