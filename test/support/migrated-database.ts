import { openPostgres } from '../../src/core/db/database.ts';
import { atEndOfFile } from './cleanup.ts';
import { emptyDatabase } from './empty-database.ts';
import { eventTimeoutMs } from './timeouts.ts';

/** Creates a migrated PostgreSQL database, and drops it at the end of the test file. */
export async function migratedDatabase() {
  const { url, drop } = await emptyDatabase();
  const database = openPostgres(url, { maxConnections: 2, statementTimeoutMs: eventTimeoutMs });
  atEndOfFile(async () => {
    await database.close();
    await drop();
  });
  await database.migrate();
  return { url, db: database.db };
}
