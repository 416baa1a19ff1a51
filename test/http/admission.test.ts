import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { asideFromWork, type Bounds, boundWork, leaveWork } from '../../src/http/admission.ts';
import { createLog } from '../../src/log.ts';
import { startApi } from '../support/api.ts';
import { open, readAll } from '../support/raw-socket.ts';

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

/** A server that works on what it is asked until it is told to answer, on at most two calls at once. */
async function serve(bounds: Partial<Bounds> = {}, corsOrigins: readonly string[] = []) {
  const underWay: ServerResponse[] = [];
  const logLines: string[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/livez' || request.url === '/readyz' || request.method === 'OPTIONS')
      response.end('ready');
    else if (request.url === '/body')
      asideFromWork(request, () => once(request.resume(), 'end')).then(() => underWay.push(response));
    else if (request.url === '/late') {
      asideFromWork(request, () => once(request.resume(), 'end'));
      leaveWork(request);
      underWay.push(response);
    } else if (request.url === '/answered') {
      leaveWork(request);
      underWay.push(response);
    } else if (request.url === '/blocking') {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
      response.end();
    } else underWay.push(response);
  });
  const log = createLog({ logLevel: 'debug' }, { write: (line) => logLines.push(line) });
  const few = { atWork: 2, ofConnection: 2, atEase: 2, tookMs: 10_000, turnMs: 1_000, turnRequests: 3 };
  const refused = vi.fn();
  boundWork(server, { log, corsOrigins, meter: { refused }, bounds: { ...few, ...bounds } });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closings.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    underWay,
    logLines,
    refused,
    get: (path: string, headers = {}) => fetch(origin + path, { headers }),
    async busy(path: string, count: number) {
      const answers = Array.from({ length: count }, () => fetch(origin + path));
      // Those that nobody answers fail when the server is closed.
      for (const answer of answers) answer.catch(() => {});
      await expect.poll(() => underWay.length).toBe(count);
      return answers;
    },
  };
}

test('what is too much at once is answered 503 with the error body and the headers of every answer', async () => {
  const { get, busy, origin } = await serve();
  await busy('/v1/clients', 2);
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
  // The connection can be used again.
  const socket = await open(origin);
  const read = readAll(socket);
  socket.write('POST /v1/clients HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}');
  socket.write('GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect((await read).map(({ status }) => status)).toEqual([503, 200]);
});

test('a connection that has ended takes no place, also not for what waited there behind another', async () => {
  const { busy, origin, underWay } = await serve();
  const socket = await open(origin);
  socket.write('GET /v1/clients HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2));
  await expect.poll(() => underWay.length).toBe(2);
  const closed = underWay
    .splice(0)
    .slice(0, 1)
    .map((response) => once(response, 'close'));
  socket.destroy();
  await Promise.all(closed);
  await busy('/v1/clients', 2);
});

test('one connection takes no more than its share, however much it asks without waiting', async () => {
  const { get, origin, underWay } = await serve({ atWork: 8, ofConnection: 4 });
  const socket = await open(origin);
  socket.write('GET /v1/clients HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(8));
  await expect.poll(() => underWay.length).toBe(4);
  const other = get('/v1/clients');
  await expect.poll(() => underWay.length).toBe(5);
  for (const response of underWay) response.end();
  expect((await other).status).toBe(200);
});

test('over /trpc in the form of its errors', async () => {
  const { get, busy } = await serve();
  await busy('/v1/clients', 2);
  expect(await (await get('/trpc/clients.list')).json()).toMatchObject({
    error: { data: { httpStatus: 503, error: { code: 'unavailable' } } },
  });
});

test('pages of the origins that may call can read that they were refused, and no others', async () => {
  const ours = 'https://app.example.com';
  const { get, busy, origin: url } = await serve({}, [ours]);
  await busy('/v1/clients', 2);
  const answerTo = async (origin: string) => (await get('/v1/clients', { origin })).headers;
  const allowed = await answerTo(ours);
  expect(allowed.get('access-control-allow-origin')).toBe(ours);
  expect(allowed.get('access-control-expose-headers')?.split(', ')).toContain('Retry-After');
  expect(allowed.get('vary')).toBe('Origin');
  const foreign = await answerTo('https://evil.example');
  expect([foreign.get('access-control-allow-origin'), foreign.get('vary')]).toEqual([null, 'Origin']);
  // What a browser asks before is answered, else its page would see no more than that it failed.
  const preflight = async (origin: string) =>
    (await fetch(`${url}/v1/clients`, { method: 'OPTIONS', headers: { origin } })).status;
  expect([await preflight(ours), await preflight('https://evil.example')]).toEqual([200, 503]);
});

test('where no origin may call, what is refused says nothing of origins', async () => {
  const { get, busy } = await serve();
  await busy('/v1/clients', 2);
  const { headers } = await get('/v1/clients', { origin: 'https://app.example.com' });
  expect([...headers.keys()].filter((name) => /^(access-control-|vary)/.test(name))).toEqual([]);
});

test('a place is free again once its request is answered or its caller has gone', async () => {
  const { get, busy, underWay, origin } = await serve();
  const [first] = await busy('/v1/clients', 1);
  const leaving = await open(origin);
  leaving.write('GET /v1/clients HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => underWay.length).toBe(2);
  expect((await get('/v1/clients')).status).toBe(503);
  underWay[0]?.end('served');
  expect(await (await first)?.text()).toBe('served');
  leaving.destroy();
  await expect.poll(() => underWay[1]?.destroyed).toBe(true);
  const next = [get('/v1/clients'), get('/v1/clients')];
  await expect.poll(() => underWay.length).toBe(4);
  for (const response of underWay.slice(2)) response.end('served');
  for (const answer of await Promise.all(next)) expect(answer.status).toBe(200);
});

test('the probes are never refused', async () => {
  const { get, busy } = await serve();
  await busy('/v1/clients', 2);
  expect((await get('/livez')).status).toBe(200);
  expect((await get('/readyz')).status).toBe(200);
});

test('who is slow to send a body, or to read an answer, does not take the place of others', async () => {
  const { get, underWay, origin } = await serve();
  const slow = await Promise.all([1, 2, 3, 4].map(() => open(origin)));
  for (const socket of slow) socket.write('POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{');
  const answered = [get('/answered'), get('/answered'), get('/answered')];
  await expect.poll(() => underWay.length).toBe(3);
  for (const socket of slow) socket.write('}');
  await expect.poll(() => underWay.length).toBe(7);
  // Now they are worked on, all of them, and count.
  expect((await get('/v1/clients')).status).toBe(503);
  for (const response of underWay) response.end('served');
  for (const answer of await Promise.all(answered)) expect(answer.status).toBe(200);
  for (const socket of slow) socket.destroy();
});

test('each call of a batch counts, and a batch alone is always admitted', async () => {
  const { get, busy, underWay } = await serve();
  const alone = get('/trpc/a,b,c,d?batch=1');
  await expect.poll(() => underWay.length).toBe(1);
  expect((await get('/v1/clients')).status).toBe(503);
  underWay.pop()?.end('served');
  expect((await alone).status).toBe(200);
  await busy('/v1/clients', 1);
  expect((await get('/trpc/a,b?batch=1')).status).toBe(503);
  expect((await get('/trpc/a%2Cb?batch=1')).status).toBe(503);
});

test('when work has come to take long, no more is taken on than a few at once', async () => {
  const { get, busy, underWay } = await serve({ atWork: 100, tookMs: 0 });
  const [first] = await busy('/v1/clients', 4);
  underWay.shift()?.end('served');
  expect((await first)?.status).toBe(200);
  expect((await get('/v1/clients')).status).toBe(503);
  for (const response of underWay.splice(0, 2)) response.end('served');
  await busy('/v1/clients', 2);
});

test('those that have waited long behind work that holds up the process are refused, and it goes on', async () => {
  const { origin } = await serve({ turnMs: 100 });
  const sockets = await Promise.all(Array.from({ length: 20 }, () => open(origin)));
  const answers = Promise.all(sockets.map(readAll));
  // Answered once, they are known to be read in the same turn.
  const known = sockets.map((socket) => once(socket, 'data'));
  for (const socket of sockets) socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
  await Promise.all(known);
  const request = 'GET /blocking HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  for (const socket of sockets) socket.write(request);
  const statuses = (await answers).flat().map(({ status }) => status);
  expect(statuses).toHaveLength(40);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect((await fetch(`${origin}/blocking`)).status).toBe(200);
});

test('refused requests are metered one by one, and logged in sum, once a second', async () => {
  const { get, busy, logLines, refused } = await serve();
  await busy('/v1/clients', 2);
  await Promise.all(Array.from({ length: 20 }, async () => (await get('/v1/clients')).text()));
  expect(refused).toHaveBeenCalledTimes(20);
  await expect.poll(() => logLines.length, { timeout: 3_000 }).toBe(1);
  expect(JSON.parse(logLines[0] ?? '')).toMatchObject({ level: 40, refused: 20, atWork: 2 });
});

test('a burst of two hundred requests at once is served', async () => {
  const api = await startApi({ limits: { organizationPerMinute: 1_000, endpointPerMinute: 1_000 } });
  const { token } = await api.organization();
  const origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const headers = { authorization: `Bearer ${token}` };
  const get = async () => (await fetch(`${origin}/v1/clients`, { headers })).status;
  expect(new Set(await Promise.all(Array.from({ length: 200 }, get)))).toEqual(new Set([200]));
});

test('who does not read the answers to paths that cannot be decoded takes no place', async () => {
  const api = await startApi();
  const origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const socket = await open(origin);
  const unread = 'GET /docs/js/scalar.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(6);
  socket.write(`${unread}${'GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(245)}`);
  await once(socket, 'readable');
  const batch = Array.from({ length: 20 }, () => 'clients.list').join();
  expect((await fetch(`${origin}/trpc/${batch}?batch=1`)).status).toBe(401);
  socket.destroy();
});

test('an answered request takes no place again when the rest of its body comes', async () => {
  const { busy, underWay, origin } = await serve();
  const socket = await open(origin);
  socket.write('POST /late HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{');
  await expect.poll(() => underWay.length).toBe(1);
  const [{ req } = expect.fail()] = underWay.splice(0);
  socket.write('}');
  await expect.poll(() => req.complete).toBe(true);
  await busy('/v1/clients', 2);
  socket.destroy();
});
