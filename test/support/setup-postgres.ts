import type { TestProject } from 'vitest/node';
import { type Db, openPostgres } from '../../src/core/db/database.ts';
import { emptyDatabase } from './empty-database.ts';
import { eventTimeoutMs } from './timeouts.ts';

/** Creates a migrated PostgreSQL database for the run, and drops it afterwards. */
export default (project: TestProject) => provideDatabase(project);

/** The same, with a change to the migrated database. */
export async function provideDatabase(project: TestProject, change?: (db: Db) => Promise<unknown>) {
  const { url, drop } = await emptyDatabase(project.config.env.TEST_DATABASE_URL);
  // A change of all tables takes longer than a statement of the service may.
  const database = openPostgres(url, { statementTimeoutMs: eventTimeoutMs });
  await database.migrate();
  await change?.(database.db);
  await database.close();
  project.provide('databaseUrl', url);
  return drop;
}
