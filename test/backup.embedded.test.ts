import { execFile } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { amcheck } from '@electric-sql/pglite/contrib/amcheck';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { firstStarted, get, newDirectory, serve } from './support/embedded-server.ts';
import { findDamage } from './support/integrity.ts';

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

const page = readFileSync(new URL('../docs/administration.md', import.meta.url), 'utf8');
const [, documented = ''] = /```sh\n([^`]*pg_wal[^`]*)```/.exec(page) ?? [];

const dataDir = newCopy();
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
      const copy = newDirectory();
      await promisify(execFile)('bash', ['-ec', documented], {
        env: { PATH: process.env.PATH, DATA_DIR: dataDir, BACKUP: copy },
      });
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

test('a copy of a stopped data directory has every row and sound indexes, and a server on it accepts the tokens', async () => {
  const created = await createClient(url);
  server.process.kill('SIGTERM');
  await server.ended;
  const copy = newDirectory();
  cpSync(dataDir, copy, { recursive: true });
  const restored = serve(copy, environment);
  expect((await get(`${await restored.url()}/v1/clients/${created}`, token)).status).toBe(200);
  restored.process.kill('SIGTERM');
  await restored.ended;
  expect((await inspect(copy)).damage).toEqual([]);
});
