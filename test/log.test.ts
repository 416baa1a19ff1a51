import { expect, test } from 'vitest';
import { createApp } from '../src/http/app.ts';
import { createLog } from '../src/log.ts';
import { generateToken } from '../src/tokens/token.ts';
import { startApi } from './support/api.ts';

const api = await startApi();

/** The lines that one request logs, as objects; the last one tells its end. */
async function linesOf(method: string, url: string, options: Parameters<typeof api.call>[2] = {}) {
  const { headers } = await api.call(method, url, options);
  const requestId = headers['x-request-id'];
  const lines = () =>
    api.logLines.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId);
  await expect.poll(() => lines().at(-1)?.msg).toBe('request');
  return lines();
}

/** A fresh log, and the lines that it has written. */
function openLog() {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line) => lines.push(line) });
  /** Takes the lines, as objects. */
  return { log, lines, taken: () => lines.splice(0).map((line) => JSON.parse(line)) };
}

test('each request logs one line with the operation, the caller and the outcome', async () => {
  const { id, token } = await api.organization();
  const lines = await linesOf('GET', '/v1/clients?limit=1', { token });
  expect(lines).toEqual([
    {
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      requestId: expect.any(String),
      method: 'GET',
      path: '/v1/clients',
      status: 200,
      durationMs: expect.any(Number),
      operation: 'clients.list',
      organizationId: id,
      tokenId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      msg: 'request',
    },
  ]);
});

test('a refused request is logged too, under the request id of its response', async () => {
  const { token } = await api.organization();
  const requests = [
    ['GET', '/v1/clients', {}, 401],
    ['GET', '/v1/clients?limit=0', { token }, 400],
    ['GET', '/v1/nothing', {}, 404],
    ['GET', '/%zz', {}, 404],
    ['DELETE', '/v1/clients', {}, 405],
    ['GET', '/trpc/nothing', {}, 404],
  ] as const;
  for (const [method, url, options, status] of requests) {
    expect((await linesOf(method, url, options)).at(-1)).toMatchObject({ level: 30, method, status });
  }
});

test('a token never reaches the log, wherever a caller puts it', async () => {
  const { token } = await api.organization();
  const secret = token.slice('sk_live_'.length);
  const encoded = token.replace('_', '%5F');
  for (const path of ['/v1/health', `/v1/clients/${token}`, `/v1/clients?token=${token}&cursor=${token}`])
    await linesOf('GET', path, { token });
  await linesOf('GET', `/trpc/health.check?input=${token}`, { token });
  for (const path of [`/v1/${token}/x`, `/trpc/${token}`, `/${token}%`, `/v1/%73${token.slice(1)}`])
    await linesOf('GET', path);
  for (const path of [`/v1/${encoded}`, `/trpc/${encoded}`, `/%zz/${encoded}`]) await linesOf('GET', path);
  await linesOf('POST', '/v1/clients', { token, body: { name: token } });
  const headers = { 'user-agent': token, referer: token, cookie: token, 'x-request-id': token };
  await linesOf('GET', '/v1/health', { headers });
  expect(api.logLines.join()).not.toContain(secret);
  expect(api.logLines.join()).toContain('[redacted]');
});

test('a query and a body never reach the log', async () => {
  const { token } = await api.organization();
  await linesOf('GET', '/v1/clients?secret=swordfish', { token });
  await linesOf('POST', '/v1/clients?swordfish', { token, body: { name: 'swordfish' } });
  expect(api.logLines.join()).not.toContain('swordfish');
});

test('a thrown value that is not an error is logged as its text', () => {
  const { log, taken } = openLog();
  log.error({ err: 'broken' }, 'request failed');
  expect(taken()).toMatchObject([{ err: { message: 'broken' } }]);
});

test('tokens are redacted in messages, fields and errors, also several in a line', () => {
  const tokens = Array.from({ length: 4 }, generateToken);
  const [one, two, three, four] = tokens;
  const { log, lines } = openLog();
  log.info({ field: one, nested: { list: [two] } }, `message ${three}`);
  log.error({ err: new Error(`failed with ${four}`) });
  log.child({ bound: one }).info('child');
  expect(lines).toHaveLength(3);
  for (const token of tokens) expect(lines.join()).not.toContain(token.slice('sk_live_'.length));
});

test('probes are logged only at debug, even when they fail', async () => {
  const { log, taken } = openLog();
  const app = await createApp({ services: api.services, log, corsOrigins: [], isReady: async () => false });
  const statuses = [];
  for (const path of ['/livez', '/readyz', '/v1/health']) statuses.push((await app.inject(path)).statusCode);
  await app.close();
  expect(statuses).toEqual([200, 503, 401]);
  expect(taken().map(({ path }) => path)).toEqual(['/v1/health']);
});
