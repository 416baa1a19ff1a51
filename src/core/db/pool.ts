import type postgres from 'postgres';
import { Pool as ResourcePool } from 'tarn';
import { ApiError, sqlStateOf } from '../errors.ts';
import { rootCause } from '../reason.ts';
import { defaultDatabase } from '../settings.ts';
import { type Client, type Connection, openingTimeoutMs, patientOpeningTimeoutMs } from './connection.ts';
import { type ConnectionEvents, Connector } from './connector.ts';

/** The most statements that may wait for a connection. Further ones fail at once. */
const maxWaiting = 1_000;

/** Idle connections are closed after this time. */
const idleTimeoutMs = 10 * 60_000;

/** The number of connections by state, and of statements and transactions that wait for one. */
export interface PoolState {
  readonly size: number;
  readonly opening: number;
  readonly idle: number;
  readonly inUse: number;
  readonly waiting: number;
}

/** Connections to PostgreSQL, each used by one statement or transaction at a time. */
export interface Pool {
  /** The part of a postgres.js client that Drizzle uses. */
  readonly client: postgres.Sql;
  state(): PoolState;
  close(): Promise<void>;
}

export interface PoolOptions extends ConnectionEvents {
  /** The maximum number of connections. */
  readonly size: number;
  /** A statement that waits longer than this for a busy connection is not sent and fails with 503 `unavailable`. */
  readonly waitMs: number;
  /** PostgreSQL cancels a statement after this time. */
  readonly statementTimeoutMs?: number | undefined;
}

/** Makes a pool of connections to the servers of a URL. Connects on first use. */
export function openPool(url: string, options: PoolOptions): Pool {
  const { size, waitMs, statementTimeoutMs = defaultDatabase.statementTimeoutMs, ...events } = options;
  const waiting = new Set<{ abort(): void }>();
  const opening = waitMs > openingTimeoutMs ? patientOpeningTimeoutMs : openingTimeoutMs;
  const connector = new Connector(
    url,
    { openingTimeoutMs: opening, statementTimeoutMs },
    {
      onOpen: events.onOpen,
      onFailure(error) {
        events.onFailure?.(error);
        if (!connector.hasConnection) for (const acquisition of waiting) acquisition.abort();
      },
    },
  );
  const pool = new ResourcePool<Connection>({
    create: () => connector.connect(),
    validate: (connection) => connector.isUsable(connection),
    destroy: (connection) => connection.end(),
    min: 0,
    max: size,
    acquireTimeoutMillis: Math.max(waitMs, opening),
    createTimeoutMillis: connector.timeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
  });

  /** Waits up to `waitMs` for a connection, and longer while one is opening, which takes half a second with TLS. */
  async function acquire(): Promise<Connection> {
    if (pool.numPendingAcquires() >= maxWaiting)
      throw unavailable(new Error('too many statements are waiting for a connection'));
    const acquisition = pool.acquire();
    const giveUp = () => connector.isOpening || acquisition.abort();
    const timer = setTimeout(giveUp, waitMs);
    waiting.add(acquisition);
    try {
      return await acquisition.promise;
    } catch {
      throw unavailable(
        connector.failure ?? connector.timeout ?? new Error('timed out waiting for a free connection'),
      );
    } finally {
      clearTimeout(timer);
      waiting.delete(acquisition);
    }
  }

  async function withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const askedAtMs = performance.now();
    const connection = await acquire();
    try {
      // The wait and the statement together must be shorter than the request waits for the database.
      const lateMs = performance.now() - askedAtMs - waitMs;
      if (lateMs > 0) await connection.shortenTimeout(statementTimeoutMs - lateMs);
      return await work(connection);
    } catch (error) {
      if (isConnectionLoss(error)) void connection.end();
      // The server no longer accepts writes. All connections lead to the same server.
      if (sqlStateOf(error) === '25006') connector.retireAll();
      throw error;
    } finally {
      pool.release(connection);
    }
  }

  return {
    client: clientOf(
      (statement) => withConnection((connection) => connection.run(statement)),
      (work) => withConnection((connection) => transact(connection, work)),
    ),
    state: () => ({
      size,
      opening: connector.opening,
      idle: pool.numFree(),
      inUse: pool.numUsed(),
      waiting: pool.numPendingAcquires(),
    }),
    async close() {
      await Promise.all([connector.close(), pool.destroy()]);
    },
  };
}

type Run = <T>(statement: (sql: Client) => Promise<T>) => Promise<T>;
type Begin = <T>(work: (transaction: postgres.Sql) => Promise<T>) => Promise<T>;

/** Makes the part of a postgres.js client that Drizzle uses: transactions, and statements that run when awaited. */
function clientOf(run: Run, begin?: Begin): postgres.Sql {
  const client = {
    begin,
    options: { parsers: {}, serializers: {} },
    unsafe: (text: string, parameters?: never[], options?: postgres.UnsafeQueryOptions) => ({
      values: () => run((sql) => sql.unsafe(text, parameters, options).values()),
      // biome-ignore lint/suspicious/noThenProperty: a statement of postgres.js runs when it is awaited.
      then: (...callbacks: Parameters<Promise<unknown>['then']>) =>
        run((sql) => sql.unsafe(text, parameters, options)).then(...callbacks),
    }),
  };
  // Drizzle's type asks for the whole client.
  return client as unknown as postgres.Sql;
}

/** Runs `work` in a transaction. Those of postgres.js end the process when the connection is lost (its issue 1208). */
async function transact<T>(
  connection: Connection,
  work: (transaction: postgres.Sql) => Promise<T>,
): Promise<T> {
  const failures: unknown[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const run: Run = (statement) => {
    const done = last.then(() => connection.run(statement));
    last = done.catch((error: unknown) => failures.push(error));
    return done;
  };
  const send = (text: string) => connection.run((sql) => sql.unsafe(text));

  await send('begin');
  try {
    const result = await work(clientOf(run));
    await last;
    // After a failed statement PostgreSQL answers `commit` with success but rolls back.
    if (failures.length > 0) throw failures[0];
    await send('commit');
    return result;
  } catch (error) {
    await last;
    await send('rollback').catch(() => connection.end());
    throw error;
  }
}

const unavailable = (cause: unknown) => new ApiError('unavailable', { cause });

/** True for errors of the driver or PostgreSQL after which the connection cannot be used, including refused writes. */
function isConnectionLoss(error: unknown): boolean {
  const cause = rootCause(error);
  if (!(cause instanceof Error) || !('code' in cause)) return false;
  return /^(CONNECTION_\w+|CONNECT_TIMEOUT|ECONN\w+|EPIPE|08\w{3}|25006|57P0\d)$/.test(String(cause.code));
}
