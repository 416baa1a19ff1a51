import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { wrapEmbedded } from '../../src/core/db/embedded.ts';
import { runCommand } from '../support/cli.ts';
import { newDirectory } from '../support/embedded-server.ts';

const cli = (environment: Record<string, string>, ...words: string[]) =>
  runCommand([...words, '--json'], { environment });

test('a command creates an embedded database, says so once, and upgrades no older one', async () => {
  const dataDir = newDirectory();
  const err = `created a new database, because there was none in ${dataDir} (DATA_DIR)\n`;
  expect(await cli({ DATA_DIR: dataDir }, 'org', 'list')).toEqual({ code: 0, out: '[]\n', err });

  // Copied from the one that the build made: `initdb` would give it another identifier.
  const identifier = (path: string) => readFileSync(join(path, 'global/pg_control')).readBigUInt64LE();
  expect(identifier(join(dataDir, 'database'))).toBe(identifier('build/database'));

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
