import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../src/core/db/database.ts';
import { emptyDatabase } from './empty-database.ts';

/** Creates a migrated PostgreSQL database for the run, and drops it afterwards. */
export default async function setup(project: TestProject) {
  const { url, drop } = await emptyDatabase(project.config.env.TEST_DATABASE_URL);
  const database = openPostgres(url);
  await database.migrate();
  await database.close();
  project.provide('databaseUrl', url);
  return drop;
}
