import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/postgres-js';
import type { Logger } from 'pino';
import postgres from 'postgres';
import { reasonOf } from '../reason.ts';
import { type DatabaseSettings, defaultDatabase } from '../settings.ts';
import { connectionSettings } from './connection.ts';
import { serversOf } from './database-url.ts';
import { Listener } from './listener.ts';
import { applyMigrations, isReady, migrationLock } from './migrations.ts';
import { Pool, type PoolState } from './pool.ts';

/** A database or a transaction in it, on either database backend. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** An open database on either backend. */
export interface Database {
  readonly db: Db;
  /** Applies pending migrations and returns their number. One process at a time migrates; others wait. */
  migrate(): Promise<number>;
  /** True if the database answers, accepts writes and has every migration. */
  isReady(): Promise<boolean>;
  /**
   * Calls `onMessage` with the payload of each NOTIFY on the channel. Calls `onListening` whenever listening starts or
   * restarts, since earlier messages may have been missed.
   */
  listen(channel: string, onMessage: (payload: string) => void, onListening: () => void): Promise<void>;
  /**
   * Rewrites the files, so that they have nothing any more that was deleted. All other statements wait. Absent
   * for PostgreSQL, whose administrators run `VACUUM FULL`.
   */
  rewrite?(): Promise<void>;
  /** Absent for the embedded database, which has no pool. */
  poolState?(): PoolState;
  close(): Promise<void>;
}

/** The longest wait of background work and commands for a busy connection. */
export const backgroundWaitMs = 60_000;

/**
 * Opens PostgreSQL. Connects on first use. By default waits for busy connections as background work does.
 * @param url a `postgres://` URL of one or more servers, one of which accepts writes
 */
export function openPostgres(
  url: string,
  { log, ...given }: Partial<DatabaseSettings> & { readonly log?: Pick<Logger, 'info' | 'warn'> } = {},
): Database {
  const settings = { ...defaultDatabase, poolWaitMs: backgroundWaitMs, ...given };
  let [server] = serversOf(url);
  const listener = new Listener();
  const failures = new Set<string>();
  const pool = new Pool(url, settings, {
    onOpen(opened) {
      server = opened;
      listener.moveTo(opened);
      if (failures.size > 0) log?.info('DATABASE_URL: connected again');
      failures.clear();
    },
    onFailure(error) {
      const reason = reasonOf(error);
      if (!failures.has(reason)) log?.warn(`DATABASE_URL: cannot connect, retrying: ${reason}`);
      failures.add(reason);
    },
  });
  const db: Db = drizzle(pool.client);
  return {
    db,
    isReady: () => isReady(db),
    async migrate() {
      // Skips the lock when there is nothing to do: another process may hold it for long.
      if (await isReady(db)) return 0;
      // The lock belongs to a session, so the whole migration runs on one connection.
      const single = postgres(server?.url ?? url, { ...connectionSettings, ...server?.options, max: 1 });
      try {
        const migrator = drizzle(single);
        await migrator.execute(sql`select pg_advisory_lock(${migrationLock})`);
        return await applyMigrations(migrator);
      } finally {
        await single.end();
      }
    },
    listen: (channel, onMessage, onListening) => listener.listen({ channel, onMessage, onListening }),
    poolState: () => pool.state(),
    async close() {
      await Promise.all([pool.close(), listener.close()]);
    },
  };
}
