import { inject } from 'vitest';
import { type Database, openPostgres } from '../../src/core/db.ts';
import { isProduction } from './api.ts';
import { atEndOfFile } from './closings.ts';
import { openEmbeddedCopy } from './embedded-copy.ts';
import { emptyDatabase } from './empty-database.ts';

/** Opens an empty database of this run's engine that no other test file shares, without the schema. */
export async function openPrivateDatabase(): Promise<Database> {
  if (!isProduction) return openEmbeddedCopy('empty');
  const { url, drop } = await emptyDatabase(inject('databaseUrl'));
  atEndOfFile(drop);
  return openPostgres(url, { maxConnections: 4 });
}
