import type { TestProject } from 'vitest/node';
import { emptyDatabase } from './empty-database.ts';
import { openTestPostgres } from './postgres.ts';

/** Creates a migrated PostgreSQL database for the run, and drops it afterwards. */
export default async function setup(project: TestProject) {
  const { url, drop } = await emptyDatabase(project.config.env.TEST_DATABASE_URL);
  const database = openTestPostgres(url);
  await database.migrate();
  await database.close();
  project.provide('databaseUrl', url);
  return drop;
}
