import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { exchange, open, type RawAnswer, readAll } from '../support/raw-socket.ts';
import { eventTimeoutMs } from '../support/timeouts.ts';

const api = await startApi();
const origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
const connections = new Set<Socket>();
api.app.server.on('connection', (socket: Socket) => connections.add(socket));
const { token } = await api.organization();

const close = 'Connection: close\r\n';
const bearer = `Authorization: Bearer ${token}\r\n`;
const health = `GET /v1/health HTTP/1.1\r\nHost: x\r\n${bearer}`;

function expectError(answer: RawAnswer | undefined, status: number, code: string): void {
  expect(answer?.status).toBe(status);
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({ error: { code, message: expect.any(String) } });
  expect(answer?.headers).toMatch(/^content-type: application\/json; charset=utf-8$/im);
}

const head = 'POST /v1/clients HTTP/1.1\r\nHost: x\r\n';
const json = `${bearer}Content-Type: application/json\r\n`;

const broken = {
  'random bytes': Buffer.concat([Buffer.from([0xff]), randomBytes(500)]),
  'an unknown method': 'FETCH /v1/health HTTP/1.1\r\nHost: x\r\n\r\n',
  'a header without a colon': 'GET /v1/health HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n',
  'two lengths': `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  'a length and chunks': `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'the start of TLS': Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
};

test.each(Object.entries(broken))(
  '%s is answered 400 with the error body, and closed',
  async (_fault, bytes) => {
    const answers = await exchange(origin, bytes);
    expect(answers).toHaveLength(1);
    expectError(answers[0], 400, 'invalid_argument');
    expect(answers[0]?.headers).toMatch(/^connection: close$/im);
  },
);

test('headers of more than 16 KiB are answered 431 with the error body', async () => {
  const padding = 'x'.repeat(17_000);
  const long = [
    `${health}X-Padding: ${padding}\r\n\r\n`,
    `${health}${'X-Many: xxxxxxxx\r\n'.repeat(1_500)}\r\n`,
    `GET /v1/${padding} HTTP/1.1\r\nHost: x\r\n\r\n`,
  ];
  for (const request of long) expectError((await exchange(origin, request))[0], 431, 'headers_too_large');
});

test('headers just below 16 KiB are accepted, and so is a URL', async () => {
  const [answer] = await exchange(origin, `${health}X-Padding: ${'x'.repeat(15_500)}\r\n${close}\r\n`);
  expect(answer?.status).toBe(200);
  const path = `/v1/clients/${'x'.repeat(15_000)}`;
  const [none] = await exchange(origin, `GET ${path} HTTP/1.1\r\nHost: x\r\n${bearer}${close}\r\n`);
  expectError(none, 404, 'not_found');
});

test('a request of HTTP/1.1 without Host is answered 400; one of HTTP/1.0 needs none', async () => {
  const [modern] = await exchange(origin, `GET /v1/health HTTP/1.1\r\n${bearer}${close}\r\n`);
  expectError(modern, 400, 'invalid_argument');
  const [old] = await exchange(origin, `GET /v1/health HTTP/1.0\r\n${bearer}\r\n`);
  expect(old?.status).toBe(200);
});

test('OPTIONS * and GET * are answered 404 and CONNECT 405, with the error body', async () => {
  for (const method of ['OPTIONS', 'GET']) {
    const [answer] = await exchange(origin, `${method} * HTTP/1.1\r\nHost: x\r\n${close}\r\n`);
    expectError(answer, 404, 'not_found');
  }
  const [connect] = await exchange(origin, 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n');
  expectError(connect, 405, 'method_not_allowed');
  expect(connect?.headers).toContain('Allow: GET');
});

test('an Upgrade is ignored: the request is answered like any other, and the connection ends', async () => {
  for (const protocol of ['websocket', 'h2c']) {
    // Node loses what has already come behind it, so no later answer may seem to be that of the second.
    const upgrade = `${health}Connection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;
    const answers = await exchange(origin, `${upgrade}GET /v1/nothing HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([200]);
    expect(answers[0]?.headers).toMatch(/^connection: close$/im);
  }
});

test('malformed HTTP after a request, or inside its body, is answered 400 and closed', async () => {
  for (const bytes of ['GARBAGE\r\n\r\n', `${head}${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n`]) {
    const socket = await open(origin);
    const answered = readAll(socket);
    socket.write(`${health}\r\n`);
    await once(socket, 'data');
    socket.write(bytes);
    expect((await answered).map(({ status }) => status)).toEqual([200, 400]);
  }
});

test('an unknown Expect header is ignored', async () => {
  const [known] = await exchange(origin, `${health}Expect: something\r\n${close}\r\n`);
  expect(known?.status).toBe(200);
  const refused = `GET /v1/health HTTP/1.1\r\nHost: x\r\nExpect: something\r\n${close}\r\n`;
  expectError((await exchange(origin, refused))[0], 401, 'unauthorized');
});

test('a connection stays usable after a body that was refused unread or half read', async () => {
  const large = 'x'.repeat(300_000);
  const chunks = `Transfer-Encoding: chunked\r\n\r\n${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`;
  const refused = [
    [401, `${head}Content-Length: ${large.length}\r\n\r\n${large}`],
    [413, `${head}${json}Content-Length: ${large.length}\r\n\r\n${large}`],
    [413, `${head}${json}${chunks}`],
    [415, `${head}${bearer}${chunks}`],
  ] as const;
  for (const [status, request] of refused) {
    const answers = await exchange(origin, request, `${health}${close}\r\n`);
    expect(answers.map((answer) => answer.status)).toEqual([status, 200]);
  }
});

test('a body shorter than its Content-Length, headers that never end and silence time out with 408', async () => {
  const { server } = api.app;
  expect(server).toMatchObject({ headersTimeout: 8_000, requestTimeout: 8_000 });
  // So that nobody waits for them.
  Object.assign(server, { headersTimeout: 1, requestTimeout: 1 });
  const stalled = ['', head, `${head}${json}Content-Length: 100\r\n\r\n{"name":`];
  const answers = await Promise.all(stalled.map((bytes) => exchange(origin, bytes)));
  Object.assign(server, { headersTimeout: 8_000, requestTimeout: 8_000 });
  for (const [answer] of answers) expectError(answer, 408, 'invalid_argument');
});

test('a connection is cut when nothing passes for longer than a request may take', async () => {
  // The queue and both waits for the database, each as long as tests give them, and a second.
  expect(api.app.server.timeout).toBe(3 * eventTimeoutMs + 1_000);
  const socket = await open(origin);
  const ended = new Promise((resolve) => socket.once('close', resolve));
  for (const connection of connections) connection.setTimeout(1);
  await ended;
});
