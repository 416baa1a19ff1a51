import { openPostgres } from '../../src/core/db/database.ts';
import { atEndOfFile } from './closings.ts';
import { emptyDatabase } from './empty-database.ts';

/** A migrated PostgreSQL database of a test's own, which is dropped when the test file is over. */
export async function migratedDatabase() {
  const { url, drop } = await emptyDatabase();
  const database = openPostgres(url, { maxConnections: 2 });
  atEndOfFile(async () => {
    await database.close();
    await drop();
  });
  await database.migrate();
  return { url, db: database.db };
}
