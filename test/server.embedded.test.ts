import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { start } from './support/process.ts';

const directories: string[] = [];
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'clientele-server-'));
  directories.push(directory);
  return join(directory, 'data');
}

const serve = (dataDir: string) => start('server', { DATA_DIR: dataDir, PORT: '0' });

async function get(url: string, token: string) {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.json() };
}

const tokenIn = (text: string) => /sk_live_[0-9A-Za-z]{32}/.exec(text)?.[0] ?? '';

/** Waits until the greeting, which follows the ready line, has been printed. */
async function greeting(server: ReturnType<typeof start>): Promise<string> {
  await expect.poll(() => server.stdout).toContain('/docs');
  return server.stdout;
}

test('the first start prints a curl line that works as pasted; a later one keeps the data and prints no token', async () => {
  const dataDir = newDirectory();
  const first = serve(dataDir);
  const url = await first.url();
  const [line = ''] = /curl .+/.exec(await greeting(first)) ?? [];
  const pasted = JSON.parse(execFileSync('sh', ['-c', `${line} -s`], { encoding: 'utf8' }));
  expect(pasted.data.length).toBeGreaterThan(3);
  const token = tokenIn(line);
  expect((await fetch(`${url}/docs`)).status).toBe(200);
  first.process.kill('SIGTERM');
  expect(await first.ended).toBe(0);

  const second = serve(dataDir);
  const again = await get(`${await second.url()}/v1/clients`, token);
  expect(again).toEqual({ status: 200, body: pasted });
  expect(tokenIn(second.stdout)).toBe('');
  second.process.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});

test('the dashboards of the demo are ready within seconds, without anyone asking for it', async () => {
  const server = serve(newDirectory());
  const url = await server.url();
  const token = tokenIn(await greeting(server));
  const read = async (path: string) => (await get(`${url}${path}`, token)).body as { data: unknown };
  const clients = (await read('/v1/clients')).data as { id: string }[];
  const cardsOf = async (id = '') => {
    const { data } = await read(`/v1/clients/${id}/dashboards/default`);
    return (data as { cards: { result: { status: string; content: string } }[] }).cards;
  };
  const contents = async () => {
    const cards = await Promise.all(clients.slice(0, 6).map(({ id }) => cardsOf(id)));
    return cards.flat().map(({ result }) => (result.status === 'ready' ? result.content : ''));
  };
  // Each look takes six of the fifty requests that the limit allows.
  const looks = { interval: 1_000, timeout: 7_000 };
  await expect
    .poll(async () => (await contents()).every((content) => content.startsWith('- [')), looks)
    .toBe(true);
  expect((await cardsOf(clients[6]?.id))[0]?.result.status).toBe('computing');
});

test('without WORKER the embedded server computes nothing; the command line does, handing it over', async () => {
  const dataDir = newDirectory();
  const server = start('server', { DATA_DIR: dataDir, PORT: '0', WORKER: 'false' });
  await server.url();
  await greeting(server);
  const run = start('cli', { DATA_DIR: dataDir }, ['insights', 'run', '--org', 'demo', '--json']);
  expect([await run.ended, JSON.parse(run.stdout)]).toEqual([0, { assigned: 0, computed: 6 }]);
});

test('a second server on the same directory is refused at once with one line; the command line works beside the first', async () => {
  const dataDir = newDirectory();
  const server = serve(dataDir);
  const url = await server.url();

  const second = serve(dataDir);
  expect(await second.ended).toBe(1);
  expect(second.stderr).toMatch(/^DATA_DIR .+ is in use by another process \(server \d+\).*\n$/);

  const command = start('cli', { DATA_DIR: dataDir }, ['token', 'create', '--org', 'demo', '--json']);
  expect(await command.ended).toBe(0);
  const { id, token } = JSON.parse(command.stdout);
  expect((await get(`${url}/v1/clients`, token)).status).toBe(200);

  const revocation = start('cli', { DATA_DIR: dataDir }, ['token', 'revoke', id]);
  expect(await revocation.ended).toBe(0);
  await expect.poll(async () => (await get(`${url}/v1/clients`, token)).status, { timeout: 1_000 }).toBe(401);
  expect(statSync(join(dataDir, 'operator.sock')).mode & 0o077).toBe(0);
  expect(statSync(dataDir).mode & 0o077).toBe(0);
});

test('a server waits for a command that holds the directory, instead of giving up', async () => {
  const dataDir = newDirectory();
  const command = start('cli', { DATA_DIR: dataDir }, ['org', 'create', '--name', 'Acme', '--slug', 'acme']);
  await expect
    .poll(() => statSync(join(dataDir, 'lock'), { throwIfNoEntry: false })?.size ?? 0)
    .toBeGreaterThan(0);
  const server = serve(dataDir);
  await server.url();
  expect(await command.ended).toBe(0);
});

test('what was acknowledged before a kill is there after it, and the directory opens again', async () => {
  const dataDir = newDirectory();
  const first = serve(dataDir);
  const url = await first.url();
  const token = tokenIn(await greeting(first));
  const response = await fetch(`${url}/v1/clients`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Acknowledged' }),
  });
  const { data } = (await response.json()) as { data: { id: string } };
  first.process.kill('SIGKILL');
  expect(await first.ended).toBe('SIGKILL');
  const second = serve(dataDir);
  const found = await get(`${await second.url()}/v1/clients/${data.id}`, token);
  expect(found).toEqual({ status: 200, body: { data, meta: {} } });
});

test('a first start that is killed half-way leaves nothing that hinders the next', async () => {
  const dataDir = newDirectory();
  const first = serve(dataDir);
  const unfinished = join(dataDir, 'database.unfinished');
  await expect
    .poll(() => statSync(unfinished, { throwIfNoEntry: false })?.isDirectory(), { interval: 5 })
    .toBe(true);
  first.process.kill('SIGKILL');
  await first.ended;
  const second = serve(dataDir);
  await second.url();
  expect(tokenIn(await greeting(second))).not.toBe('');
});

test('a first start that finds its port taken makes no token that nobody sees; the next one prints it', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const dataDir = newDirectory();
  const first = start('server', { DATA_DIR: dataDir, PORT: String(port) });
  expect(await first.ended).toBe(1);
  expect(first.stderr).toMatch(/^HOST or PORT [^\n]+EADDRINUSE[^\n]+\n$/);
  taken.close();
  const second = start('server', { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' });
  await second.url();
  expect(tokenIn(await greeting(second))).not.toBe('');
});

test('a directory whose path is too long for a socket is refused with one line, and nothing is left beside it', async () => {
  const dataDir = join(newDirectory(), 'd'.repeat(110));
  const server = serve(dataDir);
  expect(await server.ended).toBe(1);
  expect(server.stderr).toMatch(/^DATA_DIR [^\n]+ too long [^\n]+\n$/);
  expect(readdirSync(dirname(dirname(dataDir)))).toEqual([]);
});

test('nobody else reaches the database files, also in a directory that was there before', async () => {
  const dataDir = newDirectory();
  mkdirSync(dataDir, { mode: 0o755 });
  const server = serve(dataDir);
  await server.url();
  expect(statSync(join(dataDir, 'database')).mode & 0o077).toBe(0);
});

test('a second signal does not cut short what the first one lets end', async () => {
  const server = serve(newDirectory());
  const { hostname, port } = new URL(await server.url());
  const token = tokenIn(await greeting(server));
  const body = JSON.stringify({ name: 'Last' });
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (data: Buffer) => (answer += data));
  const head = `POST /v1/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json`;
  socket.write(`${head}\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`);
  await expect.poll(() => answer).toContain('100 Continue');
  server.process.kill('SIGTERM');
  await expect.poll(() => server.stdout).toContain('stopping');
  server.process.kill('SIGTERM');
  socket.write(body);
  expect(await server.ended).toBe(0);
  expect(answer).toContain('HTTP/1.1 200 OK');
});

test.each([
  ['HOST', 'no.such.host.invalid'],
  ['DATA_DIR', '/dev/null'],
  ['PORT', 'http'],
  ['LOG_LEVEL', 'loud'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['CORS_ORIGINS', 'https://a.example/path'],
  ['RATE_LIMIT_ENDPOINT_PER_MINUTE', '0'],
])('a wrong value of %s stops the start with one line that names it', async (name, value) => {
  const server = start('server', { DATA_DIR: newDirectory(), [name]: value });
  expect(await server.ended).toBe(1);
  expect(server.stderr).toMatch(new RegExp(`^${name} [^\n]+\n$`));
});
