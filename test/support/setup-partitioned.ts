import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { TestProject } from 'vitest/node';
import { provideDatabase } from './setup-postgres.ts';

const script = readFileSync(new URL('../../ops/partition.sql', import.meta.url), 'utf8');

/** Creates a PostgreSQL database for the run whose tables are split by organization, and drops it afterwards. */
export default (project: TestProject) => provideDatabase(project, (db) => db.execute(sql.raw(script)));
