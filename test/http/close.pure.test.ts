import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../../src/log.ts';
import { startApi } from '../support/api.ts';
import { open, readAll } from '../support/raw-socket.ts';

/** The waits of a stop in progress: each ends when the test says so. */
const waits: { ms: number; end(): void }[] = [];
vi.doMock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise<void>((resolve) => waits.push({ ms, end: resolve })),
}));
// Copies, since other test files of this process use the modules with their real timers.
const [shutdownCopy, appCopy] = ['../../src/http/shutdown.ts?copy', '../../src/http/app.ts?copy'];
vi.doMock('../../src/http/shutdown.ts', () => import(shutdownCopy));
const { createApp }: typeof import('../../src/http/app.ts') = await import(appCopy);
vi.doUnmock('node:timers/promises');
vi.doUnmock('../../src/http/shutdown.ts');

const api = await startApi();
const log = createLog({ logLevel: 'silent' });
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const { token } = await api.organization();
const post = `POST /v1/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 12\r\nExpect: 100-continue\r\n\r\n`;

/** A server that listens, and what a connection to it has received. */
async function listening(shutdownDelayMs?: number) {
  waits.length = 0;
  const app = await createApp({
    services: api.services,
    log,
    corsOrigins: [],
    shutdownDelayMs,
    isReady: async () => true,
  });
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
  busy.socket.write('{"name":"a"}');
  expect((await busy.answers).map(({ status }) => status)).toEqual([100, 200]);
  await closing;
});

test('during the delay of a stop /readyz is 503, and requests are served on connections that stay open', async () => {
  const server = await listening(7_000);
  const closing = server.close();
  await expect.poll(() => waits.map(({ ms }) => ms)).toEqual([7_000]);
  const caller = await server.connect();
  expect(await caller.ask(get('/readyz'), '}')).toMatch(/^HTTP\/1\.1 503 /);
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
