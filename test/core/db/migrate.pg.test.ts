import postgres from 'postgres';
import { expect, test } from 'vitest';
import { migrationLock } from '../../../src/core/db/migrations.ts';
import { atEndOfFile } from '../../support/cleanup.ts';
import { emptyDatabase } from '../../support/empty-database.ts';
import { openTestPostgres } from '../../support/postgres.ts';

/** Opens an empty database, and a client of it beside. */
async function openEmpty() {
  const { url, drop } = await emptyDatabase();
  const database = openTestPostgres(url, 1);
  const client = postgres(url, { max: 2, onnotice: () => {} });
  atEndOfFile(async () => {
    await Promise.all([client.end(), database.close()]);
    await drop();
  });
  return { url, database, client };
}

test('when eight processes migrate an empty database at once, one migrates and none fails', async () => {
  const { url, database } = await openEmpty();
  const others = Array.from({ length: 7 }, () => openTestPostgres(url, 1));
  const applied = await Promise.all([database, ...others].map((each) => each.migrate()));
  await Promise.all(others.map((other) => other.close()));
  expect(applied.filter((count) => count > 0)).toHaveLength(1);
  expect(await database.isReady()).toBe(true);
});

test('an up-to-date database does not make a process wait for the migration lock', async () => {
  const { database, client } = await openEmpty();
  await database.migrate();
  await client`select pg_advisory_lock(${migrationLock})`;
  expect(await database.migrate()).toBe(0);
});

test('a database of before the first release is refused, with what to do', async () => {
  const { database, client } = await openEmpty();
  await database.migrate();
  await client`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 1750000000000)`;
  const refusal = /before version 1\.0\.0.*; give an empty one in DATABASE_URL, or another DATA_DIR$/;
  await expect(database.migrate()).rejects.toThrow(refusal);
  await expect(database.isReady()).rejects.toThrow(refusal);
});
