import { randomUUID } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import postgres from 'postgres';
import { afterAll, inject } from 'vitest';
import { type Database, openPostgres, wrapEmbedded } from '../../src/core/db.ts';
import { isProduction } from './api.ts';

/** Opens an empty database of this run's engine that no other test file shares, without the schema. */
export async function openPrivateDatabase(): Promise<Database> {
  if (!isProduction) return wrapEmbedded(await PGlite.create());
  const url = new URL(inject('databaseUrl'));
  const name = `clientele_private_${randomUUID().replaceAll('-', '')}`;
  const admin = postgres(url.href, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  afterAll(async () => {
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  });
  url.pathname = `/${name}`;
  return openPostgres(url.href, { maxConnections: 4 });
}
