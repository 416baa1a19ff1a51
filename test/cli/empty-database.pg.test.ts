import { expect, inject, test } from 'vitest';
import { countApplied } from '../../src/core/db/migrations.ts';
import { atEndOfFile } from '../support/cleanup.ts';
import { runCommand } from '../support/cli.ts';
import { emptyDatabase } from '../support/empty-database.ts';
import { openTestPostgres } from '../support/postgres.ts';

const cli = (environment: Record<string, string>, ...words: string[]) =>
  runCommand([...words, '--json'], { environment });

/** An empty database on PostgreSQL. */
async function newDatabase() {
  const { url, drop } = await emptyDatabase(inject('databaseUrl'));
  const database = openTestPostgres(url, 1);
  atEndOfFile(async () => {
    await database.close();
    await drop();
  });
  return { environment: { DATABASE_URL: url }, db: database.db };
}

test('any command migrates an empty database, and says so once on standard error', async () => {
  const { environment, db } = await newDatabase();
  const first = await cli(environment, 'org', 'list');
  const err = `applied ${await countApplied(db)} migrations to the empty database (DATABASE_URL)\n`;
  expect(first).toEqual({ code: 0, out: '[]\n', err });
  expect(await cli(environment, 'org', 'list')).toEqual({ code: 0, out: '[]\n', err: '' });
});
