import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../src/core/db.ts';

/** Makes one migrated PostgreSQL database for the run, and drops it afterwards. */
export default async function setup(project: TestProject) {
  const server = project.config.env.TEST_DATABASE_URL ?? '';
  const name = `clientele_test_${randomUUID().replaceAll('-', '')}`;
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = openPostgres(url.href);
  await database.migrate();
  await database.close();
  project.provide('databaseUrl', url.href);
  return async () => {
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  };
}
