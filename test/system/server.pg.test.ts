import { afterAll, expect, test } from 'vitest';
import { emptyDatabase } from '../support/empty-database.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { start } from '../support/process.ts';
import { silentDatabase } from '../support/silent-database.ts';

const { url: databaseUrl, drop } = await emptyDatabase();
afterAll(drop);

const environment = {
  DATABASE_URL: databaseUrl,
  REDIS_URL: process.env.TEST_REDIS_URL ?? '',
  PORT: '0',
};

test('processes that start together on an empty database create no demo, and stop cleanly', async () => {
  const servers = [start('server', environment), start('server', environment)];
  const urls = await Promise.all(servers.map((server) => server.url()));
  expect(servers.map(({ stdout }) => stdout.includes('sk_live_'))).toEqual([false, false]);

  for (const { process } of servers) process.kill('SIGTERM');
  expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0]);
  // The output is a log.
  for (const [index, { stdout }] of servers.entries()) {
    const lines = stdout.trimEnd().split('\n');
    const messages = lines.map((line) => JSON.parse(line).msg);
    expect(messages.filter((message) => /ready/.test(message))).toEqual([
      `Clientele is ready on ${urls[index]} with PostgreSQL`,
    ]);
  }
});

test.concurrent('SIGUSR2 switches a running server to debug and back; the start is told at every level', async ({
  expect,
}) => {
  const server = start('server', { ...environment, LOG_LEVEL: 'silent' });
  const url = await server.url();
  const messages = () => server.stdout.split('\n').filter((line) => line.includes('"path":"/livez"'));
  const switchTo = async (level: string) => {
    server.process.kill('SIGUSR2');
    await expect.poll(() => server.stdout).toContain(`The log level is now ${level}`);
  };
  await fetch(`${url}/livez`);
  await switchTo('debug');
  await fetch(`${url}/livez`);
  await expect.poll(() => messages().length).toBe(1);
  await switchTo('silent');
  await fetch(`${url}/livez`);
  server.process.kill('SIGTERM');
  expect([await server.ended, messages().length]).toEqual([0, 1]);
});

test.concurrent('one of several processes creates the demo organization', async ({ expect }) => {
  const { url } = await migratedDatabase();
  const servers = Array.from({ length: 2 }, () =>
    start('server', { ...environment, DATABASE_URL: url, DEMO: 'true' }),
  );
  await Promise.all(servers.map((server) => server.url()));
  const greeted = () => servers.filter(({ stdout }) => stdout.includes('sk_live_')).length;
  await expect.poll(greeted).toBe(1);
  for (const { process } of servers) process.kill('SIGTERM');
  expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0]);
  expect(greeted()).toBe(1);
});

test.concurrent('a server told to stop during its start stops at once', async ({ expect }) => {
  const silent = await silentDatabase();
  const server = start('server', { ...environment, DATABASE_URL: silent.url });
  await expect.poll(silent.connected).toBe(true);
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(server.stderr).toBe('');
});

test.concurrent('a server whose database is frozen stops with exit code 0', async ({ expect }) => {
  const silent = await silentDatabase(new URL(databaseUrl));
  const server = start('server', { ...environment, DATABASE_URL: silent.url, WORKER: 'true' });
  await server.url();
  silent.fallSilent();
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

test.concurrent('an unreachable database stops the start with one line that names the variable', async ({
  expect,
}) => {
  const server = start('server', { DATABASE_URL: 'postgres://postgres@127.0.0.1:1/nothing' });
  expect(await server.ended).toBe(1);
  expect(server.stderr).toMatch(/^DATABASE_URL [^\n]+\n$/);
  expect(server.stderr).not.toContain('select');
});
