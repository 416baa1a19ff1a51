import { PGlite } from '@electric-sql/pglite';
import { afterAll, inject } from 'vitest';
import { type Database, openPostgres, wrapEmbedded } from '../../src/core/db.ts';
import { isProduction } from './api.ts';
import { emptyDatabase } from './empty-database.ts';

const drops: (() => Promise<void>)[] = [];

// Declared here and not where a database is opened, since a test that is running can declare none.
afterAll(async () => {
  for (const drop of drops) await drop();
});

/** Opens an empty database of this run's engine that no other test file shares, without the schema. */
export async function openPrivateDatabase(): Promise<Database> {
  if (!isProduction) return wrapEmbedded(await PGlite.create());
  const { url, drop } = await emptyDatabase(inject('databaseUrl'));
  drops.push(drop);
  return openPostgres(url, { maxConnections: 4 });
}
