import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, inject, test } from 'vitest';
import { run } from '../../src/cli/program.ts';
import { type Database, openPostgres, wrapEmbedded } from '../../src/core/db/database.ts';
import { countApplied } from '../../src/core/db/migrations.ts';
import { isProduction } from '../support/api.ts';
import { atEndOfFile } from '../support/cleanup.ts';
import { newDirectory } from '../support/embedded-server.ts';
import { emptyDatabase } from '../support/empty-database.ts';
import { migrateUpTo } from '../support/migrate-up-to.ts';

/** An empty database, without a process that holds it. */
async function newDatabase() {
  const { environment, open } = isProduction ? await onPostgres() : embedded();
  return {
    async use<T>(work: (database: Database) => Promise<T>): Promise<T> {
      const database = await open();
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    },
    async cli(...words: string[]) {
      let [out, err] = ['', ''];
      const code = await run(words, {
        out: (text) => (out += text),
        err: (text) => (err += text),
        environment,
        now: () => new Date(),
      });
      return { code, out, err };
    },
  };
}

async function onPostgres() {
  const { url, drop } = await emptyDatabase(inject('databaseUrl'));
  atEndOfFile(drop);
  return {
    environment: { DATABASE_URL: url },
    open: async () => openPostgres(url, { maxConnections: 1 }),
  };
}

function embedded() {
  const dataDir = newDirectory();
  mkdirSync(dataDir, { mode: 0o700 });
  const open = async () => wrapEmbedded(await PGlite.create(join(dataDir, 'database')));
  return { environment: { DATA_DIR: dataDir }, open };
}

test('only db migrate upgrades an older schema', async () => {
  const { use, cli } = await newDatabase();
  const left = await use(({ db }) => migrateUpTo(db, '0018_organization_states'));
  const before = await use(({ db }) => countApplied(db));
  expect(await cli('org', 'list')).toEqual({
    code: 1,
    out: '',
    err: 'the schema of the database is older than this program; back up the database, then run: db migrate\n',
  });
  expect(await use(({ db }) => countApplied(db))).toBe(before);

  const { code, out, err } = await cli('db', 'migrate', '--json');
  expect([code, JSON.parse(out), err]).toEqual([0, { applied: left }, '']);
  expect(await cli('org', 'list', '--json')).toEqual({ code: 0, out: '[]\n', err: '' });
});

test('any command migrates an empty database, and says so once on standard error', async () => {
  const { use, cli } = await newDatabase();
  await use(({ db }) => countApplied(db));
  const first = await cli('org', 'list', '--json');
  const variable = isProduction ? 'DATABASE_URL' : 'DATA_DIR';
  const applied = await use(({ db }) => countApplied(db));
  const err = `applied ${applied} migrations to the empty database (${variable})\n`;
  expect(first).toEqual({ code: 0, out: '[]\n', err });
  expect(await cli('org', 'list', '--json')).toEqual({ code: 0, out: '[]\n', err: '' });
});
