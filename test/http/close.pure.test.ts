import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { setHeaders } from '../../src/http/headers.ts';
import { serveProbes } from '../../src/http/probes.ts';
import { open, readAll } from '../support/raw-socket.ts';

/** The waits of a stop in progress: each ends when the test says so. */
const waits: { ms: number; end(): void }[] = [];
vi.doMock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise<void>((resolve) => waits.push({ ms, end: resolve })),
}));
// A copy, since other test files of this process use the module with its real timers.
const copy = '../../src/http/shutdown.ts?copy';
const { drainOnClose }: typeof import('../../src/http/shutdown.ts') = await import(copy);
vi.doUnmock('node:timers/promises');

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const post = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`;

/** A server that listens, and what a connection to it has received. */
async function listening(shutdownDelayMs?: number) {
  waits.length = 0;
  const app = Fastify({ return503OnClosing: false });
  app.decorateRequest('outcome', null);
  setHeaders(app, { organizationPerMinute: 1, endpointPerMinute: 1 });
  app.setErrorHandler((_error, _request, reply) => reply.code(503).send({}));
  app.post('/', () => ({ done: true }));
  serveProbes(app, async () => true);
  drainOnClose(app, shutdownDelayMs);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.server.closeAllConnections());
  let isClosed = false;
  return {
    isClosed: () => isClosed,
    close: () => app.close().then(() => (isClosed = true)),
    async connect() {
      const socket = await open(origin);
      let received = '';
      socket.on('data', (data: Buffer) => (received += data));
      const answers = readAll(socket);
      /** Sends bytes and resolves with what has been received since, once it contains `sign`. */
      const ask = async (bytes: string, sign: string) => {
        received = '';
        socket.write(bytes);
        await expect.poll(() => received).toContain(sign);
        return received;
      };
      return { socket, ask, answers };
    },
  };
}

/** Ends the wait of so many milliseconds as soon as it has begun. */
async function endWait(ms: number): Promise<void> {
  await expect.poll(() => waits.some((wait) => wait.ms === ms)).toBe(true);
  for (const wait of waits) if (wait.ms === ms) wait.end();
}

const drainMs = 500;
const graceMs = 4_000;

test('while connections drain, requests are served and end their connections, and /readyz is 503', async () => {
  const server = await listening();
  const [idle, before, busy] = [await server.connect(), await server.connect(), await server.connect()];
  await idle.ask(get('/livez'), '"ok"');
  expect(await before.ask(get('/livez'), '"ok"')).not.toMatch(/connection: close/i);
  await busy.ask(post, '100 Continue');
  const closing = server.close();
  await expect.poll(() => waits.map(({ ms }) => ms)).toEqual([graceMs, drainMs]);
  expect(await before.ask(get('/livez'), '"ok"')).toMatch(/^HTTP\/1\.1 200 OK.*connection: close/is);
  const probe = await server.connect();
  expect(await probe.ask(get('/readyz'), '}')).toMatch(/^HTTP\/1\.1 503 /);
  expect(idle.socket.destroyed).toBe(false);
  await endWait(drainMs);
  // The idle connection ends, and only the request in flight is waited for.
  await idle.answers;
  expect(server.isClosed()).toBe(false);
  busy.socket.write('{}');
  expect((await busy.answers).map(({ status }) => status)).toEqual([100, 200]);
  await closing;
});

test('during the delay of a stop /readyz is 503, and requests are served on connections that stay open', async () => {
  const server = await listening(7_000);
  const closing = server.close();
  await expect.poll(() => waits.map(({ ms }) => ms)).toEqual([7_000]);
  const caller = await server.connect();
  await caller.ask(get('/readyz'), '{}');
  expect(await caller.ask(get('/livez'), '"ok"')).not.toMatch(/connection: close/i);
  await endWait(7_000);
  await endWait(drainMs);
  await closing;
});

test('connections that stall or never sent anything are cut at the end of the grace period, and not before', async () => {
  const server = await listening();
  const [silent, stalled] = [await server.connect(), await server.connect()];
  await stalled.ask(post, '100 Continue');
  stalled.socket.write('{');
  const closing = server.close();
  await endWait(drainMs);
  await new Promise(setImmediate);
  expect([stalled.socket.destroyed, server.isClosed()]).toEqual([false, false]);
  await endWait(graceMs);
  await Promise.all([closing, silent.answers, stalled.answers]);
});
