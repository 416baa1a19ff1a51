import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { scriptPath } from '../../src/http/docs.ts';
import { startApi } from '../support/api.ts';
import { open, readAll } from '../support/raw-socket.ts';

type Options = Parameters<typeof startApi>[0];

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const raw = (token?: string) =>
  `GET /v1/clients HTTP/1.1\r\nHost: x\r\n${token ? `Authorization: Bearer ${token}\r\n` : ''}\r\n`;

/** Starts the server. */
async function listening(options: Options = {}) {
  const refused = vi.fn();
  const api = await startApi({ meter: { answered() {}, refused }, ...options });
  return { api, refused, origin: await api.app.listen({ port: 0, host: '127.0.0.1' }) };
}

/** Starts a server that holds requests until `answerAll`. By default it runs two at a time and queues none. */
async function serve({ load, ...options }: Options = {}) {
  const few = { running: 2, queued: 0, unauthenticatedRunning: 2, unauthenticatedQueued: 0, ...load };
  const { api, refused, origin } = await listening({ ...options, load: few });
  const { token } = await api.organization();
  // From now on its caller is known.
  const caller = await api.services.authenticate(token);
  const held: ((found: typeof caller) => void)[] = [];
  vi.spyOn(api.services, 'authenticate').mockImplementation(
    () => new Promise((resolve) => held.push(resolve)),
  );
  /** Answers every request in flight with 401, or admits it. */
  const answerAll = (found: typeof caller = null) => {
    for (const answer of held.splice(0)) answer(found);
  };
  onTestFinished(() => answerAll());
  const get = (headers = {}) => fetch(`${origin}/v1/clients`, { headers });
  /** Sends `count` requests and waits until the server is handling all of them. */
  async function busy(count: number, headers = {}) {
    const before = held.length;
    const answers = Array.from({ length: count }, () => get(headers));
    await expect.poll(() => held.length).toBe(before + count);
    return answers;
  }
  return { api, refused, origin, token, caller, held, answerAll, get, busy };
}

test('a request over capacity is answered 503 with the error body and the usual headers, and a probe as always', async () => {
  const { get, busy, origin } = await serve();
  await busy(2);
  for (const probe of ['/livez', '/readyz']) expect((await fetch(origin + probe)).status).toBe(200);
  const answer = await get();
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
  expect(await (await fetch(`${origin}/trpc/clients.list`)).json()).toMatchObject({
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
  await busy(2);
  const { headers: allowed } = await get({ origin: ours });
  expect(allowed.get('access-control-allow-origin')).toBe(ours);
  expect(allowed.get('access-control-expose-headers')?.split(', ')).toContain('Retry-After');
  expect(allowed.get('vary')).toBe('Origin');
  const { headers: foreign } = await get({ origin: 'https://evil.example' });
  expect([foreign.get('access-control-allow-origin'), foreign.get('vary')]).toEqual([null, 'Origin']);
  // Preflights are answered, else the page would see no more than that it failed.
  const preflight = async (origin: string) => {
    const headers = { origin, 'access-control-request-method': 'GET' };
    return (await fetch(`${url}/v1/clients`, { method: 'OPTIONS', headers })).status;
  };
  expect([await preflight(ours), await preflight('https://evil.example')]).toEqual([204, 503]);
});

test('slots are released when their requests are answered, or their connection ends, also those whose responses wait behind another', async () => {
  const { busy, origin, held, answerAll } = await serve({ load: { unauthenticatedQueued: 2 } });
  const [first] = await busy(1);
  answerAll();
  expect((await first)?.status).toBe(401);
  const leaving = await open(origin);
  leaving.write(raw().repeat(2));
  await expect.poll(() => held.length).toBe(2);
  leaving.destroy();
  await busy(2);
});

test('every refused request is metered, and one log line a second reports them', async () => {
  const { api, get, busy, refused } = await serve();
  await busy(2);
  await Promise.all(Array.from({ length: 20 }, async () => (await get()).text()));
  expect(refused).toHaveBeenCalledTimes(20);
  expect(refused).toHaveBeenCalledWith('queue_full', false);
  const lines = () => api.logLines.filter((line) => line.includes('overloaded'));
  await expect.poll(() => lines().length).toBe(1);
  expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ level: 40, refused: 20, inFlight: 2 });
});

test('a request takes no slot while its body is arriving slowly', async () => {
  const { get, busy, held, origin, token, caller, answerAll } = await serve({ load: { running: 4 } });
  const slow = await Promise.all([1, 2, 3, 4].map(() => open(origin)));
  const head = `POST /v1/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;
  for (const socket of slow)
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{`);
  await expect.poll(() => held.length).toBe(4);
  answerAll(caller);
  await busy(3, bearer(token));
  for (const socket of slow) socket.write('}');
  await expect.poll(() => held.length).toBe(7);
  // Now they are worked on, all of them, and count.
  expect((await get(bearer(token))).status).toBe(503);
  for (const socket of slow) socket.destroy();
});

test('unauthenticated requests cannot use the share of authenticated ones, nor the reverse', async () => {
  const { get, busy, token, refused, answerAll } = await serve();
  await busy(2);
  expect((await get()).status).toBe(503);
  const others = await busy(2, bearer(token));
  expect((await get(bearer(token))).status).toBe(503);
  expect(refused.mock.calls).toEqual([false, true].map((isKnown) => ['queue_full', isKnown]));
  answerAll();
  for (const { status } of await Promise.all(others)) expect(status).toBe(401);
});

test('a queued request is not started once its connection has ended', async () => {
  const { get, origin, token, held, answerAll } = await serve({ load: { running: 1, queued: 100 } });
  const socket = await open(origin);
  socket.write(raw(token).repeat(5));
  await expect.poll(() => held.length).toBe(1);
  const other = get(bearer(token));
  socket.destroy();
  await expect.poll(() => held.length).toBe(2);
  answerAll();
  expect((await other).status).toBe(401);
});

test('unread responses to paths that cannot be decoded take no slot', async () => {
  const { origin } = await listening();
  const socket = await open(origin);
  const unread = `GET ${scriptPath} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(6);
  socket.write(`${unread}${'GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100)}`);
  await once(socket, 'readable');
  const batch = Array.from({ length: 20 }, () => 'clients.list').join();
  expect((await fetch(`${origin}/trpc/${batch}?batch=1`)).status).toBe(401);
  socket.destroy();
});

test('idle connections are closed when the maximum number of connections is reached', async () => {
  const { origin, refused } = await listening({ load: { maxConnections: 3 } });
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
    const { origin, refused } = await listening();
    const socket = await open(origin);
    socket.write(`GET /v1/clients HTTP/1.1\r\nHost: x\r\n${header}\r\n`.repeat(33));
    await once(socket.resume(), 'close');
    expect(refused).toHaveBeenCalledWith('unread_responses', false);
  },
);

test('a connection may have 32 unfinished responses, and more once they are read', async () => {
  const { origin, token, held, answerAll } = await serve({ load: { running: 100 } });
  const socket = await open(origin);
  let received = '';
  socket.on('data', (chunk) => (received += chunk));
  for (let sent = 32; sent <= 96; sent += 32) {
    socket.write(raw(token).repeat(32));
    await expect.poll(() => held.length).toBe(32);
    answerAll();
    await expect.poll(() => received.match(/HTTP\/1\.1 401/g)?.length).toBe(sent);
  }
  socket.destroy();
});
