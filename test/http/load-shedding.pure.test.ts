import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { scriptPath } from '../../src/http/docs.ts';
import { startApi } from '../support/api.ts';
import { serve } from '../support/bounded-server.ts';
import { open, readAll } from '../support/raw-socket.ts';

const of = (organization: string) => ({ authorization: `Bearer ${organization}` });
const raw = (organization?: string, path = '/v1/clients') =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\n${organization ? `Authorization: Bearer ${organization}\r\n` : ''}\r\n`;

/** Starts the real server. */
const listening = async (options: Parameters<typeof startApi>[0] = {}) =>
  (await startApi(options)).app.listen({ port: 0, host: '127.0.0.1' });

test('a request over capacity is answered 503 with the error body and the usual headers, and a probe as always', async () => {
  const { get, busy, origin } = await serve();
  await busy('/v1/clients', 2);
  for (const probe of ['/livez', '/readyz']) expect((await get(probe)).status).toBe(200);
  const answer = await get('/v1/clients');
  expect(answer.status).toBe(503);
  const requestId = answer.headers.get('x-request-id');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'retry-after': '1',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  });
  expect(await answer.json()).toEqual({
    error: { code: 'unavailable', message: expect.any(String), details: { request_id: requestId } },
  });
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(await (await get('/trpc/clients.list')).json()).toMatchObject({
    error: { data: { httpStatus: 503, error: { code: 'unavailable' } } },
  });
  // The connection can be used again.
  const socket = await open(origin);
  const read = readAll(socket);
  socket.write('POST /v1/clients HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}');
  socket.write('GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect((await read).map(({ status }) => status)).toEqual([503, 200]);
});

test('only pages of allowed origins can read the refusal', async () => {
  const ours = 'https://app.example.com';
  const { get, busy, origin: url } = await serve({ corsOrigins: [ours] });
  await busy('/v1/clients', 2);
  const { headers: allowed } = await get('/v1/clients', { origin: ours });
  expect(allowed.get('access-control-allow-origin')).toBe(ours);
  expect(allowed.get('access-control-expose-headers')?.split(', ')).toContain('Retry-After');
  expect(allowed.get('vary')).toBe('Origin');
  const { headers: foreign } = await get('/v1/clients', { origin: 'https://evil.example' });
  expect([foreign.get('access-control-allow-origin'), foreign.get('vary')]).toEqual([null, 'Origin']);
  // Preflights are answered, else the page would see no more than that it failed.
  const preflight = async (origin: string) =>
    (await fetch(`${url}/v1/clients`, { method: 'OPTIONS', headers: { origin } })).status;
  expect([await preflight(ours), await preflight('https://evil.example')]).toEqual([200, 503]);
});

test('slots are released when their requests are answered, or their connection ends, also those whose responses wait behind another', async () => {
  const { get, busy, underWay, origin, answerAll } = await serve();
  const [first] = await busy('/v1/clients', 1);
  answerAll();
  expect(await (await first)?.text()).toBe('served');
  const leaving = await open(origin);
  leaving.write(raw().repeat(2));
  await expect.poll(() => underWay.length).toBe(2);
  expect((await get('/v1/clients')).status).toBe(503);
  const end = once(underWay[0]?.raw ?? expect.fail(), 'close');
  leaving.destroy();
  await end;
  await expect.poll(async () => (await get('/livez')).status).toBe(200);
  await busy('/v1/clients', 2);
});

test('every refused request is metered, and reported in the log, which suppresses repeats', async () => {
  const { get, busy, logLines, refused } = await serve();
  await busy('/v1/clients', 2);
  await Promise.all(Array.from({ length: 20 }, async () => (await get('/v1/clients')).text()));
  expect(refused).toHaveBeenCalledTimes(20);
  expect(refused).toHaveBeenCalledWith('queue_full', false);
  const reported = () => logLines.reduce((sum, line) => sum + (JSON.parse(line).suppressed ?? 1), 0);
  await expect.poll(reported).toBe(20);
  expect(logLines.length).toBeLessThan(20);
  expect(JSON.parse(logLines[0] ?? '')).toMatchObject({ level: 40, inFlight: 2 });
});

test('a request takes no slot while its body is arriving slowly', async () => {
  const { get, busy, begun, underWay, origin } = await serve();
  const slow = await Promise.all([1, 2, 3, 4].map(() => open(origin)));
  for (const socket of slow) socket.write('POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{');
  await expect.poll(begun).toBe(4);
  await busy('/v1/clients', 1);
  for (const socket of slow) socket.write('}');
  await expect.poll(() => underWay.length).toBe(5);
  // Now they are worked on, all of them, and count.
  expect((await get('/v1/clients')).status).toBe(503);
  for (const socket of slow) socket.destroy();
});

test('unauthenticated requests cannot use the share of authenticated ones, nor the reverse', async () => {
  const { get, busy, underWay, answerAll } = await serve();
  await busy('/v1/clients', 2);
  expect((await get('/v1/clients')).status).toBe(503);
  const others = [get('/v1/clients', of('a')), get('/v1/clients', of('b'))];
  await expect.poll(() => underWay.length).toBe(4);
  expect((await get('/v1/clients', of('a'))).status).toBe(503);
  answerAll();
  for (const answer of await Promise.all(others)) expect(answer.status).toBe(200);
});

test('requests beyond the bound wait, and are served in the order in which they came', async () => {
  const { origin, underWay, answerAll } = await serve({ settings: { running: 2, queued: 100 } });
  const socket = await open(origin);
  const paths = ['/1', '/2', '/3', '/4', '/5', '/6'];
  socket.write(paths.map((path) => raw('a', path)).join(''));
  const served: string[] = [];
  while (served.length < paths.length) {
    await expect.poll(() => underWay.length).toBe(2);
    served.push(...underWay.map(({ request }) => request.url));
    answerAll();
  }
  expect(served).toEqual(paths);
  socket.destroy();
});

test('a request that has waited too long is refused when its turn comes, and not started', async () => {
  const { origin, underWay, refused, answerAll } = await serve({
    settings: { running: 1, queued: 100, queueWaitMs: -1 },
  });
  const socket = await open(origin);
  let received = '';
  socket.on('data', (chunk) => (received += chunk));
  socket.write(raw('a').repeat(4));
  await expect.poll(() => underWay.length).toBe(1);
  answerAll();
  await expect
    .poll(() => received.match(/HTTP\/1\.1 \d+/g))
    .toEqual(['HTTP/1.1 200', ...Array(3).fill('HTTP/1.1 503')]);
  expect(refused.mock.calls).toEqual(Array(3).fill(['queue_timeout', true]));
  expect(underWay).toHaveLength(0);
  socket.destroy();
});

test('a queued request is not started once its connection has ended', async () => {
  const { get, origin, underWay, answerAll } = await serve({ settings: { running: 1, queued: 100 } });
  const socket = await open(origin);
  socket.write(raw('a').repeat(5));
  await expect.poll(() => underWay.length).toBe(1);
  const other = get('/v1/clients', of('a'));
  socket.destroy();
  await expect.poll(() => underWay.length).toBe(2);
  expect(underWay[1]?.request.socket).not.toBe(underWay[0]?.request.socket);
  answerAll();
  expect((await other).status).toBe(200);
});

test('unread responses to paths that cannot be decoded take no slot', async () => {
  const origin = await listening();
  const socket = await open(origin);
  const unread = `GET ${scriptPath} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(6);
  socket.write(`${unread}${'GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100)}`);
  await once(socket, 'readable');
  const batch = Array.from({ length: 20 }, () => 'clients.list').join();
  expect((await fetch(`${origin}/trpc/${batch}?batch=1`)).status).toBe(401);
  socket.destroy();
});

test('idle connections are closed when the maximum number of connections is reached', async () => {
  const refused = vi.fn();
  const origin = await listening({ load: { maxConnections: 3 }, meter: { answered() {}, refused } });
  const ask = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';
  const idle = await Promise.all([1, 2, 3].map(() => open(origin)));
  for (const socket of idle) {
    socket.write(ask);
    await once(socket, 'data');
  }
  const ended = Promise.all(idle.map((socket) => once(socket, 'close')));
  // This one finds no place; those after it do.
  await once((await open(origin)).resume(), 'close');
  await ended;
  expect(refused).toHaveBeenCalledWith('connections', false);
  expect((await fetch(`${origin}/livez`)).status).toBe(200);
});

test.each(['', 'Expect: something\r\n'])(
  'a connection with more than 32 unfinished responses is closed, also with "%s"',
  async (header) => {
    const refused = vi.fn();
    const socket = await open(await listening({ meter: { answered() {}, refused } }));
    socket.write(`GET /v1/clients HTTP/1.1\r\nHost: x\r\n${header}\r\n`.repeat(33));
    await once(socket.resume(), 'close');
    expect(refused).toHaveBeenCalledWith('unread_responses', false);
  },
);

test('a connection may have 32 unfinished responses, and more once they are read', async () => {
  const { origin, underWay, answerAll } = await serve({ settings: { running: 100 } });
  const socket = await open(origin);
  let received = '';
  socket.on('data', (chunk) => (received += chunk));
  for (let sent = 32; sent <= 96; sent += 32) {
    socket.write(raw('a').repeat(32));
    await expect.poll(() => underWay.length).toBe(32);
    answerAll();
    await expect.poll(() => received.match(/HTTP\/1\.1 200/g)?.length).toBe(sent);
  }
  socket.destroy();
});
