import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import { type Database, openPostgres, wrapEmbedded } from '../../src/core/db.ts';
import { isProduction } from './api.ts';
import { atEndOfFile } from './closings.ts';
import { emptyDatabase } from './empty-database.ts';

/** Opens an empty database of this run's engine that no other test file shares, without the schema. */
export async function openPrivateDatabase(): Promise<Database> {
  if (!isProduction) return wrapEmbedded(await PGlite.create());
  const { url, drop } = await emptyDatabase(inject('databaseUrl'));
  atEndOfFile(drop);
  return openPostgres(url, { maxConnections: 4 });
}
