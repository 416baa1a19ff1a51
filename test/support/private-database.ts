import { inject } from 'vitest';
import { type Database, openPostgres } from '../../src/core/db/database.ts';
import { isProduction } from './api.ts';
import { atEndOfFile } from './closings.ts';
import { openEmbeddedCopy } from './embedded-copy.ts';
import { emptyDatabase } from './empty-database.ts';

/** Opens a database of this run's engine that no other test file shares. */
export async function openPrivateDatabase(): Promise<Database> {
  if (!isProduction) return openEmbeddedCopy('migratedDump');
  const database = await openUnmigratedDatabase();
  await database.migrate();
  return database;
}

/** The same, without the schema. */
export async function openUnmigratedDatabase(): Promise<Database> {
  if (!isProduction) return openEmbeddedCopy('emptyDump');
  const { url, drop } = await emptyDatabase(inject('databaseUrl'));
  atEndOfFile(drop);
  return openPostgres(url, { maxConnections: 4 });
}
