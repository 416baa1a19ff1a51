import { inject } from 'vitest';
import type { Database } from '../../src/core/db/database.ts';
import { isProduction } from './api.ts';
import { atEndOfFile } from './cleanup.ts';
import { openEmbeddedCopy } from './embedded-copy.ts';
import { emptyDatabase } from './empty-database.ts';
import { openTestPostgres } from './postgres.ts';

/** Opens a migrated database of this project's backend that no other test file shares. */
export async function openPrivateDatabase(): Promise<Database> {
  if (!isProduction) return openEmbeddedCopy();
  const { url, drop } = await emptyDatabase(inject('databaseUrl'));
  atEndOfFile(drop);
  const database = openTestPostgres(url);
  await database.migrate();
  return database;
}
