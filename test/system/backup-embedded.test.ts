import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { amcheck } from '@electric-sql/pglite/contrib/amcheck';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { demoDirectory, get, newDirectory, serve } from '../support/embedded-server.ts';
import { findDamage } from '../support/integrity.ts';
import type { Main } from '../support/process.ts';

const { token, newCopy } = await demoDirectory();

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

const page = readFileSync('docs/administration.md', 'utf8');
const [stopped = '', running = '', restore = ''] = [...page.matchAll(/^```sh\n(BACKUP=[^`]*)^```/gm)].map(
  ([, code = '']) => code,
);

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

test('a copy of a running data directory, made as documented, has all acknowledged rows and sound indexes', async () => {
  const acknowledged: string[] = [];
  const copy = newBackup();
  let isWriting = true;
  const writers = Array.from({ length: 4 }, async () => {
    while (isWriting) acknowledged.push(await createClient(url));
  });
  let before: string[];
  try {
    await expect.poll(() => acknowledged.length).toBeGreaterThan(50);
    before = [...acknowledged];
    await run(running, dataDir, copy);
  } finally {
    isWriting = false;
    await Promise.all(writers);
  }
  const found = await inspect(copy);
  expect(found.damage).toEqual([]);
  expect(before.filter((id) => !found.clients.includes(id))).toEqual([]);
});

test('a copy of a stopped data directory, made and restored as documented, has every row and sound indexes', async () => {
  const stop = (running: Main) => {
    running.process.kill('SIGTERM');
    return running.ended;
  };
  const created = await createClient(url);
  await stop(server);
  const backup = newBackup();
  await run(stopped, dataDir, backup);
  for (const block of [stopped, running]) await expect(run(block, dataDir, backup)).rejects.toThrow(/exists/);

  const lost = serve(dataDir, environment);
  const createdAfterwards = await createClient(await lost.url());
  await stop(lost);
  await run(restore, dataDir, backup);
  const restored = serve(dataDir, environment);
  const origin = await restored.url();
  const statusOf = async (id: string) => (await get(`${origin}/v1/clients/${id}`, token)).status;
  expect([await statusOf(created), await statusOf(createdAfterwards)]).toEqual([200, 404]);
  await stop(restored);
  expect((await inspect(dataDir)).damage).toEqual([]);
});
