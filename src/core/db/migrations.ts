import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { sqlStateOf } from '../errors.ts';
import { root } from '../paths.ts';
import type { Db } from './database.ts';

const migrations = readMigrationFiles({ migrationsFolder: join(root, 'drizzle') });
const baselineMs = migrations[0]?.folderMillis ?? 0;

/** The advisory lock held during a migration. */
export const migrationLock = 4_201_337;

/**
 * Counts the applied migrations of a database.
 * @throws Error if it was made before the first release
 */
const countApplied = async (db: Db): Promise<number> => (await findApplied(db)) ?? 0;

/** True if the database has been migrated, but not by all migrations of this program. */
export async function isOlder(db: Db): Promise<boolean> {
  const applied = await findApplied(db);
  return applied !== undefined && applied < migrations.length;
}

/** Counts the applied migrations; undefined if none was ever begun. */
async function findApplied(db: Db): Promise<number | undefined> {
  const table = await scalar(db, sql`select to_regclass('drizzle.__drizzle_migrations') as value`);
  if (table === null) return undefined;
  const isUnreleased = sql`bool_or(created_at < ${baselineMs}::bigint)`;
  const applied = sql`select case when ${isUnreleased} then -1 else count(*) end as value from drizzle.__drizzle_migrations`;
  const count = Number(await scalar(db, applied));
  if (count < 0)
    throw new Error(
      'the database was made before version 1.0.0, and cannot be read; give an empty one in DATABASE_URL, or another DATA_DIR',
    );
  return count;
}

/** Returns the single `value` of a query. */
async function scalar(db: Db, query: ReturnType<typeof sql>): Promise<unknown> {
  const [row] = await db.select({ value: sql<unknown>`answer.value` }).from(sql`(${query}) as answer`);
  return row?.value;
}

/** False on a standby: a server that became one keeps answering on its old connections. */
const takesWrites = sql`select current_setting('transaction_read_only') = 'off' as value`;

/** True if the database answers, accepts writes and has every migration. */
export async function isReady(db: Db): Promise<boolean> {
  return (await scalar(db, takesWrites)) === true && (await countApplied(db)) >= migrations.length;
}

/**
 * The longest wait of a migration for a table lock, and the pause before it tries again. The wait is shorter than PostgreSQL's
 * `deadlock_timeout`, so that in a deadlock the migration gives way, and not a request.
 */
const tableLockMs = 500;
const pauseMs = 1_000;
const migrationAttempts = 60;

/**
 * Applies the pending migrations in order, each in a transaction of its own, so that it holds few locks. One that waits for
 * a table lock blocks all statements queued behind it, so it gives up before they time out, and is tried again later.
 * @returns their number
 */
export async function applyMigrations(db: Db): Promise<number> {
  await db.execute(sql`create schema if not exists drizzle`);
  await db.execute(sql`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`);
  const pending = migrations.slice(await countApplied(db));
  for (const migration of pending)
    for (let attempt = 1; !(await isApplied(db, migration, attempt)); attempt++) await setTimeout(pauseMs);
  return pending.length;
}

/** False if the migration has to wait. */
async function isApplied(db: Db, { sql: statements, hash, folderMillis }: MigrationMeta, attempt: number) {
  try {
    await db.transaction(async (transaction) => {
      await transaction.execute(sql.raw(`set local lock_timeout = ${tableLockMs}`));
      for (const statement of statements) await transaction.execute(sql.raw(statement));
      await transaction.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
        values (${hash}, ${folderMillis})`);
    });
    return true;
  } catch (error) {
    if (sqlStateOf(error) !== '55P03' || attempt === migrationAttempts) throw error;
    return false;
  }
}
