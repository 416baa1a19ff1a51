import { atEndOfFile } from './cleanup.ts';
import { emptyDatabase } from './empty-database.ts';
import { openTestPostgres } from './postgres.ts';

/** Creates a migrated PostgreSQL database, and drops it at the end of the test file. */
export async function migratedDatabase() {
  const { url, drop } = await emptyDatabase();
  const database = openTestPostgres(url, 2);
  atEndOfFile(async () => {
    await database.close();
    await drop();
  });
  await database.migrate();
  return { url, db: database.db };
}
