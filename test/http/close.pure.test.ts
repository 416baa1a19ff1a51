import { test } from 'vitest';
import { startApi } from '../support/api.ts';
import { open, readAll } from '../support/raw-socket.ts';

/** A server of its own, listening, and how long it takes to close. */
async function listening(shutdownDelayMs = 0) {
  const api = await startApi({ shutdownDelayMs });
  const origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { token } = await api.organization();
  const head = `POST /v1/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;
  const request = `${head}Content-Type: application/json\r\nContent-Length: 15\r\nExpect: 100-continue\r\n\r\n`;
  return {
    origin,
    request,
    health: `GET /v1/health HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    async close() {
      const from = performance.now();
      await api.app.close();
      return performance.now() - from;
    },
  };
}

const graceMs = 4_000;

test.concurrent('closing does not wait for idle keep-alive connections', async ({ expect }) => {
  const server = await listening();
  const idle = await open(server.origin);
  let answer = '';
  idle.on('data', (data: Buffer) => (answer += data));
  const ended = new Promise((resolve) => idle.once('close', resolve));
  idle.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => answer).toContain('"ok"');
  expect(await server.close()).toBeLessThan(graceMs / 2);
  await ended;
  await expect(fetch(`${server.origin}/livez`)).rejects.toThrow();
});

test.concurrent('a request in flight when closing begins is answered, and its connection then ends', async ({
  expect,
}) => {
  const server = await listening();
  const busy = await open(server.origin);
  let answer = '';
  busy.on('data', (data: Buffer) => (answer += data));
  const ended = new Promise((resolve) => busy.once('close', resolve));
  busy.write(server.request);
  await expect.poll(() => answer).toContain('100 Continue');
  const closing = server.close();
  busy.write('{"name":"Last"}');
  expect(await closing).toBeLessThan(graceMs / 2);
  await ended;
  expect(answer).toMatch(/HTTP\/1\.1 200 OK.*connection: close/is);
});

test.concurrent('a request on an open connection just after closing began is still served', async ({
  expect,
}) => {
  const server = await listening();
  const socket = await open(server.origin);
  let answer = '';
  socket.on('data', (data: Buffer) => (answer += data));
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.write(server.health);
  await expect.poll(() => answer).toContain('"ok"');
  expect(answer).not.toMatch(/connection: close/i);
  answer = '';
  const closing = server.close();
  socket.write(server.health);
  await Promise.all([closing, ended]);
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK.*connection: close.*"ok"/is);
});

test.concurrent('once closing begins, /readyz returns 503 and new connections are still served for a moment', async ({
  expect,
}) => {
  const server = await listening();
  const [probe, caller] = [await open(server.origin), await open(server.origin)];
  let ready = '';
  probe.on('data', (data: Buffer) => (ready += data));
  const served = readAll(caller);
  const closing = server.close();
  // It says 200 until the closing has begun, which ends the connection with the first answer.
  const ask = () => probe.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n');
  probe.on('data', ask);
  ask();
  caller.write(server.health);
  await closing;
  expect(ready).toMatch(/HTTP\/1\.1 503 (?!.*HTTP\/1\.1)/s);
  expect((await served).map(({ status }) => status)).toEqual([200]);
});

test.concurrent('during the delay of a stop /readyz returns 503, and requests are served on connections that stay open', async ({
  expect,
}) => {
  const server = await listening(5_000);
  const closing = server.close();
  await expect.poll(async () => (await fetch(`${server.origin}/readyz`)).status).toBe(503);
  const caller = await open(server.origin);
  const served = readAll(caller);
  let answer = '';
  caller.on('data', (data: Buffer) => (answer += data));
  caller.write(server.health);
  await expect.poll(() => answer).toContain('"ok"');
  expect(answer).not.toMatch(/connection: close/i);
  caller.write(server.health);
  await closing;
  expect((await served).map(({ status }) => status)).toEqual([200, 200]);
}, 15_000);

test.concurrent('closing does not wait indefinitely for connections that never sent anything', async ({
  expect,
}) => {
  const server = await listening();
  const silent = [readAll(await open(server.origin)), readAll(await open(server.origin))];
  expect(await server.close()).toBeLessThan(graceMs * 2);
  await Promise.all(silent);
}, 15_000);

test.concurrent('closing does not wait indefinitely for a request that stalls', async ({ expect }) => {
  const server = await listening();
  const stalled = await open(server.origin);
  const ended = readAll(stalled);
  stalled.write(`${server.request}{`);
  expect(await server.close()).toBeLessThan(graceMs * 2);
  await ended;
}, 15_000);
