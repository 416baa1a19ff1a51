import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Db } from '../../src/core/db/database.ts';

const migrationsFolder = fileURLToPath(new URL('../../drizzle', import.meta.url));

/**
 * Applies to an empty database all migrations that come before the given one.
 * @param tag the migration's file name without its extension
 * @returns how many migrations are left
 */
export async function migrateUpTo(db: Db, tag: string): Promise<number> {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(`${migrationsFolder}/meta/_journal.json`, 'utf8'),
  );
  const count = journal.entries.findIndex((entry) => entry.tag === tag);
  const migrations = readMigrationFiles({ migrationsFolder });
  await db.execute(sql`create schema drizzle`);
  await db.execute(
    sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  );
  for (const { sql: statements, hash, folderMillis } of migrations.slice(0, count)) {
    for (const statement of statements) await db.execute(sql.raw(statement));
    await db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`,
    );
  }
  return migrations.length - count;
}
