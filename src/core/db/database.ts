import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js';
import type { Logger } from 'pino';
import postgres from 'postgres';
import { connectionSettings } from './connection.ts';
import { serversOf } from './database-url.ts';
import { Listener } from './listener.ts';
import { countApplied, isReady, migratePostgres, migrationLock, migrationsFolder } from './migrations.ts';
import { Outage } from './outage.ts';
import { openPool, type PoolState } from './pool.ts';

/** A database or a transaction in it, whichever engine is below. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** An open engine. */
export interface Database {
  readonly db: Db;
  /** Brings the schema up to date; of several processes one does it, the others wait. Returns how many it applied. */
  migrate(): Promise<number>;
  /** True when the database answers, takes writes and has every migration. */
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

/** How long work that nobody waits for may wait for a connection. */
const patientMs = 60_000;

interface PostgresOptions {
  /** Ten by default. */
  readonly maxConnections?: number;
  /** How long a statement waits for a busy connection; a minute by default. */
  readonly waitMs?: number;
  readonly log?: Pick<Logger, 'info' | 'warn'> | undefined;
}

/**
 * Opens PostgreSQL. Connects when first used.
 * @param url a `postgres://` URL, of one server or of several of which one takes writes
 */
export function openPostgres(url: string, options: PostgresOptions = {}): Database {
  const { maxConnections: size = 10, waitMs = patientMs, log } = options;
  let [server] = serversOf(url);
  const listener = new Listener();
  const outage = log && new Outage(log);
  const pool = openPool(url, {
    size,
    waitMs,
    onOpen(opened) {
      server = opened;
      listener.moveTo(opened);
      outage?.end();
    },
    onFailure: (error) => outage?.tell(error),
  });
  const db: Db = drizzlePostgres(pool.client);
  return {
    db,
    isReady: () => isReady(db),
    async migrate() {
      // So that a start with nothing to do neither waits for whoever holds the lock nor needs a session.
      if (await isReady(db)) return 0;
      // The lock belongs to a session, so the whole migration runs on one connection.
      const single = postgres(server?.url ?? url, { ...connectionSettings, ...server?.options, max: 1 });
      try {
        const migrator = drizzlePostgres(single);
        await migrator.execute(sql`select pg_advisory_lock(${migrationLock})`);
        const before = await countApplied(migrator);
        await migratePostgres(migrator);
        return (await countApplied(migrator)) - before;
      } finally {
        await single.end();
      }
    },
    listen: (channel, onMessage, onListening) => listener.listen({ channel, onMessage, onListening }),
    poolState: pool.state,
    async close() {
      await Promise.all([pool.close(), listener.close()]);
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
