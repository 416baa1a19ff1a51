import { expect, inject, test } from 'vitest';
import { atEndOfFile } from '../support/cleanup.ts';
import { runCommand } from '../support/cli.ts';
import { emptyDatabase } from '../support/empty-database.ts';

test('any command migrates an empty database, and says so once on standard error', async () => {
  const { url, drop } = await emptyDatabase(inject('databaseUrl'));
  atEndOfFile(drop);
  const listed = () => runCommand(['org', 'list', '--json'], { environment: { DATABASE_URL: url } });
  const err = expect.stringMatching(/^applied \d+ migrations to the empty database \(DATABASE_URL\)\n$/);
  expect(await listed()).toEqual({ code: 0, out: '[]\n', err });
  expect(await listed()).toEqual({ code: 0, out: '[]\n', err: '' });
});
