import { once } from 'node:events';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import {
  demoDirectory,
  greeting,
  migratedDirectory,
  newDirectory,
  serve,
  tokenIn,
} from '../support/embedded-server.ts';
import { listen } from '../support/listen.ts';
import { start } from '../support/process.ts';
import { open, readAll } from '../support/raw-socket.ts';

const withDemo = await demoDirectory();
const { token } = withDemo;

/** Without the work of the demo's cards. */
const quiet = { WORKER: 'false' };

// Starting one for each test takes the longest part of it.
const dataDir = withDemo.newCopy();
beforeAll(() => serve(dataDir, quiet).url());

test('without WORKER the embedded server computes nothing until the command line tells it to', async () => {
  const run = start('cli', { DATA_DIR: dataDir }, ['insights', 'run', '--org', 'demo', '--json']);
  expect([await run.ended, JSON.parse(run.stdout)]).toEqual([0, { assigned: 0, computed: 6 }]);
});

test('a second server on the same directory is refused at once with one line, and the socket of the first is private', async () => {
  const second = serve(dataDir);
  expect(await second.ended).toBe(1);
  expect(second.stderr).toMatch(/^DATA_DIR .+ is in use by another process \(server \d+\).*\n$/);
  expect(statSync(join(dataDir, 'cli.sock')).mode & 0o077).toBe(0);
});

test('a file, or a directory that cannot hold a socket, stops the start with one line that names DATA_DIR, and is not made', async () => {
  const directory = withDemo.newCopy();
  mkdirSync(join(directory, 'cli.sock'));
  const far = join(newDirectory(), 'd'.repeat(110));
  const refused = [1, expect.stringMatching(/^DATA_DIR cannot be used: [^\n]+\n$/)];
  const servers = [serve('/dev/null'), serve(directory), serve(far)];
  for (const server of servers) expect([await server.ended, server.stderr]).toEqual(refused);
  expect(servers[2]?.stderr).toContain('too long');
  expect(existsSync(dirname(far))).toBe(false);
});

test.concurrent('a start without organizations whose port is taken creates no token; the next one prints it', async ({
  expect,
}) => {
  const taken = createServer();
  const port = await listen(taken);
  const directory = migratedDirectory();
  const first = serve(directory, { PORT: String(port) });
  expect(await first.ended).toBe(1);
  expect(first.stderr).toMatch(/^HOST or PORT [^\n]+EADDRINUSE[^\n]+\n$/);
  taken.close();
  const second = serve(directory, { LOG_LEVEL: 'silent' });
  await second.url();
  expect(tokenIn(await greeting(second))).not.toBe('');
});

test.concurrent('a second signal does not cut the graceful shutdown short', async ({ expect }) => {
  const server = serve(withDemo.newCopy(), quiet);
  const socket = await open(await server.url());
  const answers = readAll(socket);
  const body = JSON.stringify({ name: 'Last' });
  const head = `POST /v1/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json`;
  socket.write(`${head}\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`);
  await once(socket, 'data');
  server.process.kill('SIGTERM');
  await expect.poll(() => server.stdout).toContain('stopping');
  server.process.kill('SIGTERM');
  socket.write(body);
  expect(await server.ended).toBe(0);
  expect((await answers).map(({ status }) => status)).toEqual([100, 200]);
});
