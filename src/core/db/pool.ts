import type postgres from 'postgres';
import { Pool as ResourcePool } from 'tarn';
import { ApiError, sqlStateOf } from '../errors.ts';
import { rootCause } from '../reason.ts';
import { type Client, type Connection, openingTimeoutMs, statementTimeoutMs } from './connection.ts';
import { type ConnectionEvents, Connector } from './connector.ts';

/** No more statements than these wait for a connection; the next one is refused at once. */
const maxWaiting = 1_000;

/** A connection that nobody has used for so long is closed. */
const idleTimeoutMs = 10 * 60_000;

/** How many connections there are, and how many statements and transactions wait for one. */
export interface PoolState {
  readonly size: number;
  readonly opening: number;
  readonly idle: number;
  readonly inUse: number;
  readonly waiting: number;
}

/** Connections to PostgreSQL, each with one statement or transaction at a time. */
export interface Pool {
  /** The part of a postgres.js client that Drizzle uses. */
  readonly client: postgres.Sql;
  state(): PoolState;
  close(): Promise<void>;
}

export interface PoolOptions extends ConnectionEvents {
  /** The most connections at once. */
  readonly size: number;
  /** How long a statement waits for a busy connection before it fails with 503 `unavailable` and is not done. */
  readonly waitMs: number;
}

/** Opens a pool of connections to the servers of a URL. It connects when first used. */
export function openPool(url: string, { size, waitMs, ...events }: PoolOptions): Pool {
  const waiting = new Set<{ abort(): void }>();
  const connector = new Connector(url, {
    onOpen: events.onOpen,
    onFailure(error) {
      events.onFailure?.(error);
      if (!connector.isPromising) for (const acquisition of waiting) acquisition.abort();
    },
  });
  const pool = new ResourcePool<Connection>({
    create: () => connector.connect(),
    validate: (connection) => connector.isUsable(connection),
    destroy: (connection) => connection.end(),
    min: 0,
    max: size,
    acquireTimeoutMillis: Math.max(waitMs, openingTimeoutMs),
    createTimeoutMillis: connector.timeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
  });

  /** Waits for a busy connection for `waitMs`, and longer while one is opening: that takes half a second with TLS. */
  async function acquire(): Promise<Connection> {
    if (pool.numPendingAcquires() >= maxWaiting) throw unavailable(new Error('too many statements wait'));
    const acquisition = pool.acquire();
    const giveUp = () => connector.isOpening || acquisition.abort();
    const timer = setTimeout(giveUp, waitMs);
    waiting.add(acquisition);
    try {
      return await acquisition.promise;
    } catch (error) {
      throw unavailable(connector.failure ?? error);
    } finally {
      clearTimeout(timer);
      waiting.delete(acquisition);
    }
  }

  async function withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const askedAtMs = performance.now();
    const connection = await acquire();
    try {
      // Together the wait and the statement are shorter than the caller waits.
      const lateMs = performance.now() - askedAtMs - waitMs;
      if (lateMs > 0) await connection.shortenTimeout(statementTimeoutMs - lateMs);
      return await work(connection);
    } catch (error) {
      if (isConnectionLoss(error)) void connection.end();
      // The server takes no writes any more; the other connections lead to the same one.
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

/** What Drizzle uses of a client: statements, which run when they are awaited, and transactions. */
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

/** Runs `work` in a transaction. The transactions of postgres.js end the process when their connection is lost (1208). */
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
    // PostgreSQL would answer `commit` with success, and roll back.
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

/** True for the loss of a connection, as the driver and PostgreSQL name it, and for a server that takes no writes. */
function isConnectionLoss(error: unknown): boolean {
  const cause = rootCause(error);
  if (!(cause instanceof Error) || !('code' in cause)) return false;
  return /^(CONNECTION_\w+|CONNECT_TIMEOUT|ECONN\w+|EPIPE|08\w{3}|25006|57P0\d)$/.test(String(cause.code));
}
