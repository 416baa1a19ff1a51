import { randomUUID } from 'node:crypto';
import postgres from 'postgres';

/**
 * Creates an empty database on a PostgreSQL server.
 * @param server the URL of any database on that server
 */
export async function emptyDatabase(server = process.env.TEST_DATABASE_URL ?? '') {
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  const name = `clientele_test_${randomUUID().replaceAll('-', '')}`;
  await admin.unsafe(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
