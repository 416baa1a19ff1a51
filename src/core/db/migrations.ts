import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate as migrateOverPostgres } from 'drizzle-orm/postgres-js/migrator';
import { sqlStateOf } from '../errors.ts';
import { root } from '../paths.ts';
import type { Db } from './database.ts';

export const migrationsFolder = join(root, 'drizzle');
const migrations = readMigrationFiles({ migrationsFolder });

/** The advisory lock that a migration holds. */
export const migrationLock = 4_201_337;

/** Counts the migrations that were applied to a database. */
export async function countApplied(db: Db): Promise<number> {
  const exists = await scalar(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as value`,
  );
  if (exists !== true) return 0;
  return Number(await scalar(db, sql`select count(*) as value from drizzle.__drizzle_migrations`));
}

/** The one `value` that a query gives. */
async function scalar(db: Db, query: ReturnType<typeof sql>): Promise<unknown> {
  const [row] = await db.select({ value: sql<unknown>`answer.value` }).from(sql`(${query}) as answer`);
  return row?.value;
}

/** A server that became a standby still answers on connections from before. */
const takesWrites = sql`select current_setting('transaction_read_only') = 'off' as value`;

/** True when the database answers, takes writes and has every migration. */
export async function isReady(db: Db): Promise<boolean> {
  return (await scalar(db, takesWrites)) === true && (await countApplied(db)) >= migrations.length;
}

/** How long a migration waits for a table that others use, and how often it begins again. */
const tableLockMs = 1_000;
const migrationAttempts = 60;

/**
 * Applies what is missing, all or nothing. It gives up waiting for a table before the statements fail that wait behind it
 * in turn, lets them go first, and begins again.
 */
export async function migratePostgres(migrator: Parameters<typeof migrateOverPostgres>[0]): Promise<void> {
  await migrator.execute(sql.raw(`set lock_timeout = ${tableLockMs}`));
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrateOverPostgres(migrator, { migrationsFolder });
    } catch (error) {
      if (sqlStateOf(error) !== '55P03' || attempt === migrationAttempts) throw error;
      await setTimeout(tableLockMs);
    }
  }
}
