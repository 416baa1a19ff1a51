import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { amcheck } from '@electric-sql/pglite/contrib/amcheck';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { firstStarted, get, newDirectory, serve } from '../support/embedded-server.ts';
import { findDamage } from '../support/integrity.ts';

const { token, newCopy } = await firstStarted({ demo: true });

const environment = {
  WORKER: 'false',
  RATE_LIMIT_ORGANIZATION_PER_MINUTE: '100000',
  RATE_LIMIT_ENDPOINT_PER_MINUTE: '100000',
};

const Created = z.object({ data: z.object({ id: z.string() }) });

async function createClient(url: string): Promise<string> {
  const response = await fetch(`${url}/v1/clients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Globex', domain: 'globex.example' }),
  });
  expect(response.status).toBe(200);
  return Created.parse(await response.json()).data.id;
}

/** Opens the database of a data directory to look into it. */
async function inspect(dataDir: string) {
  const engine = await PGlite.create(join(dataDir, 'database'), { extensions: { amcheck } });
  const query = async (text: string) => (await engine.query<Record<string, unknown>>(text)).rows;
  const found = {
    damage: await findDamage(query),
    clients: (await query('select id from clients')).map(({ id }) => id),
  };
  await engine.close();
  return found;
}

const page = readFileSync(new URL('../../docs/administration.md', import.meta.url), 'utf8');
const [stopped = '', running = '', restore = '', ...others] = [
  ...page.matchAll(/^```sh\n(BACKUP=[^`]*)^```/gm),
].map(([, code = '']) => code);

test('the documentation has a block for each kind of copy, and one to restore it', () => {
  expect(stopped).not.toContain('pg_wal');
  expect(running).toContain('pg_wal');
  expect(restore).toContain('mv ');
  expect(others).toEqual([]);
});

/** Runs a documented block, with another directory of backups, from where `DATA_DIR` is `.data`, its default. */
async function run(block: string, dataDir: string, backup: string): Promise<void> {
  expect(basename(dataDir)).toBe('.data');
  const code = block.replace(/^BACKUP=.*$/m, `BACKUP=${backup}`).replace('/backups', dirname(backup));
  await promisify(execFile)('bash', ['-ec', code], {
    cwd: dirname(dataDir),
    env: { PATH: process.env.PATH },
  });
}

/** Makes a directory, and returns the path of one in it that does not exist yet. */
function newPath(name: string): string {
  const parent = newDirectory();
  mkdirSync(parent, { mode: 0o700 });
  return join(parent, name);
}

const newBackup = () => newPath('backup');

const dataDir = newPath('.data');
renameSync(newCopy(), dataDir);
const server = serve(dataDir, environment);
const url = await server.url();

test('copies of a running data directory, made as documented, have all acknowledged rows and sound indexes', async () => {
  const acknowledged: string[] = [];
  let isWriting = true;
  const writers = Array.from({ length: 4 }, async () => {
    while (isWriting) acknowledged.push(await createClient(url));
  });
  try {
    for (let round = 0; round < 2; round++) {
      await expect.poll(() => acknowledged.length).toBeGreaterThan(round * 50);
      const before = [...acknowledged];
      const copy = newBackup();
      await run(running, dataDir, copy);
      expect(acknowledged.length).toBeGreaterThan(before.length);
      const found = await inspect(copy);
      expect(found.damage).toEqual([]);
      expect(before.filter((id) => !found.clients.includes(id))).toEqual([]);
    }
  } finally {
    isWriting = false;
    await Promise.all(writers);
  }
});

test('copies of a stopped data directory, made as documented, have every row, and a server on the second one accepts the tokens', async () => {
  await createClient(url);
  server.process.kill('SIGTERM');
  await server.ended;
  const backups = [newBackup(), newBackup()] as const;
  await run(stopped, dataDir, backups[0]);
  const again = serve(dataDir, environment);
  const created = await createClient(await again.url());
  again.process.kill('SIGTERM');
  await again.ended;
  await run(stopped, dataDir, backups[1]);
  for (const block of [stopped, running])
    await expect(run(block, dataDir, backups[1])).rejects.toThrow(/exists/);

  const lost = serve(dataDir, environment);
  const createdAfterwards = await createClient(await lost.url());
  lost.process.kill('SIGTERM');
  await lost.ended;
  await run(restore, dataDir, backups[1]);
  const restored = serve(dataDir, environment);
  const statusOf = async (id: string) =>
    (await get(`${await restored.url()}/v1/clients/${id}`, token)).status;
  expect([await statusOf(created), await statusOf(createdAfterwards)]).toEqual([200, 404]);
  restored.process.kill('SIGTERM');
  await restored.ended;
  for (const directory of [...backups, dataDir]) expect((await inspect(directory)).damage).toEqual([]);
  expect((await inspect(backups[0])).clients).not.toContain(created);
});
