import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js';
import { migrate as migratePostgres } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { lockDatabase } from './data-dir.ts';
import { sqlStateOf } from './errors.ts';
import { connectionSettings, openPool, type PoolState } from './pool.ts';
import { runStatementsBy } from './statement.ts';

/** A database or a transaction in it, whichever engine is below. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** An open engine. */
export interface Database {
  readonly db: Db;
  /** Brings the schema up to date; of several processes one does it, the others wait. Returns how many it applied. */
  migrate(): Promise<number>;
  /** True when the database answers and has every migration. */
  isReady(): Promise<boolean>;
  /**
   * Calls `onMessage` with the payload of each NOTIFY on the channel, and `onListening` whenever listening (re)starts,
   * since messages may have been missed before.
   */
  listen(channel: string, onMessage: (payload: string) => void, onListening: () => void): Promise<void>;
  /** The embedded engine has no pool. */
  poolState?(): PoolState;
  close(): Promise<void>;
}

const migrationsFolder = fileURLToPath(new URL('../../drizzle', import.meta.url));
const migrations = readMigrationFiles({ migrationsFolder });

/** The advisory lock that whoever migrates holds. */
export const migrationLock = 4_201_337;

/** How long work that nobody waits for may wait for a connection. */
const patientMs = 60_000;

async function countApplied(db: Db): Promise<number> {
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

async function isReady(db: Db): Promise<boolean> {
  return (await countApplied(db)) >= migrations.length;
}

/** How long a migration waits for a table that others use, and how often it begins again. */
const tableLockMs = 1_000;
const migrationAttempts = 60;

/**
 * Applies what is missing, all or nothing. It gives up waiting for a table before the statements fail that wait behind it
 * in turn, lets them go first, and begins again.
 */
async function migratePolitely(migrator: Parameters<typeof migratePostgres>[0]): Promise<void> {
  await migrator.execute(sql.raw(`set lock_timeout = ${tableLockMs}`));
  for (let attempt = 1; ; attempt++) {
    try {
      return await migratePostgres(migrator, { migrationsFolder });
    } catch (error) {
      if (sqlStateOf(error) !== '55P03' || attempt === migrationAttempts) throw error;
      await setTimeout(tableLockMs);
    }
  }
}

/**
 * Opens PostgreSQL. Connects when first used.
 * @param url a `postgres://` URL
 * @param options `waitMs`: how long a statement waits for a connection; a minute by default
 */
export function openPostgres(
  url: string,
  options: { maxConnections?: number; waitMs?: number } = {},
): Database {
  const { maxConnections: size = 10, waitMs = patientMs } = options;
  const pool = openPool(url, { size, waitMs });
  // Notifications have a connection of their own.
  const listener = postgres(url, { ...connectionSettings, max: 1 });
  const db: Db = drizzlePostgres(pool.client);
  runStatementsBy(db, (text, parameters) => {
    const encoded = parameters as never[]; // By Drizzle, for this driver.
    return pool.client.unsafe(text, encoded, { prepare: true }).values();
  });
  return {
    db,
    isReady: () => isReady(db),
    async migrate() {
      // So that a start with nothing to do neither waits for whoever holds the lock nor needs a session.
      if (await isReady(db)) return 0;
      // The lock belongs to a session, so the whole migration runs on one connection.
      const single = postgres(url, { ...connectionSettings, max: 1 });
      try {
        const migrator = drizzlePostgres(single);
        await migrator.execute(sql`select pg_advisory_lock(${migrationLock})`);
        const before = await countApplied(migrator);
        await migratePolitely(migrator);
        await pool.open();
        return (await countApplied(migrator)) - before;
      } finally {
        await single.end();
      }
    },
    async listen(channel, onMessage, onListening) {
      await listener.listen(channel, onMessage, onListening);
    },
    poolState: pool.state,
    async close() {
      await Promise.all([pool.close(), listener.end({ timeout: 5 })]);
    },
  };
}

/**
 * Wraps an embedded PostgreSQL that is open in this process.
 * @param engine made by `openEmbedded`, or in memory by the tests
 */
export function wrapEmbedded(engine: PGlite): Database {
  const db: Db = drizzlePglite(engine);
  return {
    db,
    isReady: () => isReady(db),
    async migrate() {
      const before = await countApplied(db);
      await migratePglite(drizzlePglite(engine), { migrationsFolder });
      return (await countApplied(db)) - before;
    },
    async listen(channel, onMessage, onListening) {
      await engine.listen(channel, onMessage);
      onListening();
    },
    close: () => engine.close(),
  };
}

/**
 * Opens the embedded PostgreSQL in a directory, and makes it first when there is none. The caller holds the lock.
 * @param dataDir an existing directory
 * @returns null when another process has the database all the same, since somebody deleted the lock's file
 */
export async function openEmbedded(dataDir: string): Promise<Database | null> {
  const directory = join(dataDir, 'database');
  if (!existsSync(directory)) await makeEmbedded(dataDir, directory);
  const lock = lockDatabase(directory);
  if (!lock) return null;
  // The engine makes its files writable for everybody; nobody else may reach them.
  chmodSync(directory, 0o700);
  const database = wrapEmbedded(await PGlite.create(directory));
  return {
    ...database,
    async close() {
      await database.close();
      lock.release();
    },
  };
}

/** Makes a database aside and then renames it, so that a process killed here leaves nothing half made behind. */
async function makeEmbedded(dataDir: string, directory: string): Promise<void> {
  const prefix = 'database.unfinished';
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(prefix)))
    rmSync(join(dataDir, name), { recursive: true, force: true });
  const unfinished = mkdtempSync(join(dataDir, `${prefix}-`));
  await (await PGlite.create(unfinished)).close();
  renameSync(unfinished, directory);
}
