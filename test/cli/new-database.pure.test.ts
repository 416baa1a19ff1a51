import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { run } from '../../src/cli/program.ts';
import { wrapEmbedded } from '../../src/core/db/database.ts';
import { newDirectory } from '../support/embedded-server.ts';

async function cli(environment: Record<string, string>, ...words: string[]) {
  let [out, err] = ['', ''];
  const io = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
  const code = await run([...words, '--json'], { ...io, environment, now: () => new Date() });
  return { code, out, err };
}

test('a command creates an embedded database, says so once, and upgrades no older one', async () => {
  const dataDir = newDirectory();
  const err = `created a new database, because there was none in ${dataDir} (DATA_DIR)\n`;
  expect(await cli({ DATA_DIR: dataDir }, 'org', 'list')).toEqual({ code: 0, out: '[]\n', err });

  const { db, close } = wrapEmbedded(await PGlite.create(join(dataDir, 'database')));
  const newest = sql`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`;
  await db.execute(newest);
  await close();
  expect(await cli({ DATA_DIR: dataDir }, 'org', 'list')).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/is older than this program/),
  });
});
