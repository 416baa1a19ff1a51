import { setTimeout } from 'node:timers/promises';
import type postgres from 'postgres';
import { ApiError, sqlStateOf } from '../errors.ts';
import { rootCause } from '../reason.ts';
import { defaultDatabase } from '../settings.ts';
import { Waits } from '../timeouts.ts';
import { type Client, type Connection, openingTimeoutMs, patientOpeningTimeoutMs } from './connection.ts';
import { Connector, ConnectTimeout, poolClosed } from './connector.ts';
import type { Server } from './database-url.ts';

/** The most statements that may wait for a connection. Further ones fail at once. */
const maxWaiting = 1_000;

/** Idle connections are closed after this time. */
const idleTimeoutMs = 10 * 60_000;

/** The longest pause after a failed attempt to connect. Pauses start at a twentieth of it and double each time. */
const maxPauseMs = 1_000;

/** The number of connections by state, and of statements and transactions that wait for one. */
export interface PoolState {
  readonly size: number;
  readonly opening: number;
  readonly idle: number;
  readonly inUse: number;
  readonly waiting: number;
}

export interface PoolOptions {
  /** The maximum number of connections. */
  readonly size: number;
  /** A statement that waits longer than this for a busy connection is not sent and fails with 503 `unavailable`. */
  readonly waitMs: number;
  /** PostgreSQL cancels a statement after this time. */
  readonly statementTimeoutMs?: number | undefined;
  /** Called when a connection to a server opens. */
  readonly onOpen?: ((server: Server) => void) | undefined;
  /** Called when no server accepts a connection. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** A statement or transaction that waits for a connection. */
interface Waiter {
  take(connection: Connection): void;
  refuse(cause: unknown): void;
}

/**
 * Connections to PostgreSQL, each used by one statement or transaction at a time. They are opened on demand; after a
 * failure one at a time, with pauses.
 */
export class Pool {
  /** The part of a postgres.js client that Drizzle uses. */
  readonly client: postgres.Sql;
  readonly #options: PoolOptions;
  readonly #openingTimeoutMs: number;
  readonly #statementTimeoutMs: number;
  readonly #connector: Connector;
  /** The open connections. */
  readonly #connections = new Set<Connection>();
  /** The last one used is used next, so that surplus ones stay idle and are closed. */
  #idle: Connection[] = [];
  readonly #waiting: Waiter[] = [];
  readonly #waits = new Waits(50);
  readonly #watch: NodeJS.Timeout;
  readonly #closing = new AbortController();
  #opening = 0;
  /** Consecutive failed attempts to connect, and the reason of the last one. */
  #failures = 0;
  #failure: unknown;

  /** @param url of one or more servers; connects on first use */
  constructor(url: string, options: PoolOptions) {
    const { waitMs, statementTimeoutMs = defaultDatabase.statementTimeoutMs } = options;
    this.#options = options;
    this.#statementTimeoutMs = statementTimeoutMs;
    this.#openingTimeoutMs = waitMs > openingTimeoutMs ? patientOpeningTimeoutMs : openingTimeoutMs;
    this.#connector = new Connector(url, { openingTimeoutMs: this.#openingTimeoutMs, statementTimeoutMs });
    this.client = clientOf(
      (statement) => this.#withConnection((connection) => connection.run(statement)),
      (work) => this.#withConnection((connection) => transact(connection, work)),
    );
    // Deferred until answers that arrived while this process was busy have been read.
    this.#watch = setInterval(() => setImmediate(() => this.#closeSilentAndIdle()), 1_000).unref();
  }

  state(): PoolState {
    const idle = this.#idle.length;
    return {
      size: this.#options.size,
      opening: this.#opening,
      idle,
      inUse: this.#connections.size - idle,
      waiting: this.#waiting.length,
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#watch);
    this.#refuseWaiting(poolClosed);
    await Promise.all([
      this.#connector.close(),
      ...[...this.#connections].map((connection) => connection.end(5)),
    ]);
  }

  async #withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const askedAtMs = performance.now();
    const connection = this.#takeIdle() ?? (await this.#wait());
    try {
      // The wait and the statement together must be shorter than the request waits for the database.
      const lateMs = performance.now() - askedAtMs - this.#options.waitMs;
      if (lateMs > 0) await connection.shortenTimeout(this.#statementTimeoutMs - lateMs);
      return await work(connection);
    } catch (error) {
      if (isConnectionLoss(error)) this.#end(connection);
      // The server no longer accepts writes. All connections lead to the same server.
      if (sqlStateOf(error) === '25006') for (const each of this.#connections) each.retire();
      throw error;
    } finally {
      this.#release(connection);
    }
  }

  #takeIdle(): Connection | undefined {
    for (let next = this.#idle.pop(); next; next = this.#idle.pop()) {
      if (this.#isUsable(next)) return next;
      this.#end(next);
    }
    return undefined;
  }

  /** Old connections are kept while no new one can be opened. */
  #isUsable(connection: Connection): boolean {
    return connection.isUsable && (!connection.isOld || this.#failures > 0);
  }

  /** Gives a connection to the statement that has waited longest, or keeps it. */
  #release(connection: Connection): void {
    const isUsable = this.#isUsable(connection);
    const next = isUsable ? this.#waiting.shift() : undefined;
    if (next) next.take(connection);
    else if (isUsable) this.#idle.push(connection);
    else this.#end(connection);
  }

  /** Waits up to `waitMs` for a connection, and longer while one is opening, which takes half a second with TLS. */
  async #wait(): Promise<Connection> {
    if (this.#closing.signal.aborted) throw unavailable(poolClosed);
    if (this.#waiting.length >= maxWaiting)
      throw unavailable(new Error('too many statements are waiting for a connection'));
    const { waitMs } = this.#options;
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        waiter.refuse(this.#timeoutReason());
      };
      const giveUpUnlessOpening = () => {
        const restMs = this.#openingTimeoutMs - waitMs;
        if (restMs > 0 && this.#opening > 0 && this.#failures === 0)
          endWait = this.#waits.begin(restMs, giveUp);
        else giveUp();
      };
      let endWait = this.#waits.begin(waitMs, giveUpUnlessOpening);
      const waiter: Waiter = {
        take(given) {
          endWait();
          resolve(given);
        },
        refuse(cause) {
          endWait();
          reject(unavailable(cause));
        },
      };
      this.#waiting.push(waiter);
      this.#openForWaiting();
    });
  }

  #timeoutReason(): unknown {
    if (this.#failure !== undefined) return this.#failure;
    return this.#opening > 0 && this.#connections.size === 0
      ? new ConnectTimeout(this.#connector.servers)
      : new Error('timed out waiting for a free connection');
  }

  /** Opens a connection for each waiting statement, up to the size; after a failure, one at a time. */
  #openForWaiting(): void {
    while (
      this.#waiting.length > this.#opening &&
      this.#connections.size + this.#opening < this.#options.size &&
      (this.#failures === 0 || this.#opening === 0) &&
      !this.#closing.signal.aborted
    )
      void this.#open();
  }

  async #open(): Promise<void> {
    const failuresBefore = this.#failures;
    this.#opening += 1;
    try {
      if (failuresBefore > 0) await this.#pause();
      const { connection, server } = await this.#connector.connect((closed) => this.#forget(closed));
      this.#failures = 0;
      this.#failure = undefined;
      this.#connections.add(connection);
      this.#options.onOpen?.(server);
      this.#release(connection);
    } catch (error) {
      // Concurrent attempts that fail together count as one.
      this.#failures = Math.max(this.#failures, failuresBefore + 1);
      this.#failure = error;
      if (!this.#closing.signal.aborted) this.#options.onFailure?.(error);
    }
    this.#opening -= 1;
    if (this.#connections.size === 0 && this.#opening === 0) this.#refuseWaiting(this.#failure);
    this.#openForWaiting();
  }

  #refuseWaiting(cause: unknown): void {
    for (const waiter of this.#waiting.splice(0)) waiter.refuse(cause);
  }

  #pause(): Promise<void> {
    const pauseMs = Math.min(maxPauseMs, (maxPauseMs / 20) * 2 ** (this.#failures - 1));
    const jitter = 0.5 + Math.random() / 2;
    return setTimeout(pauseMs * jitter, undefined, { signal: this.#closing.signal });
  }

  #end(connection: Connection): void {
    void connection.end().then(() => this.#forget(connection));
  }

  #forget(closed: Connection): void {
    this.#connections.delete(closed);
    this.#idle = this.#idle.filter((connection) => connection !== closed);
    this.#openForWaiting();
  }

  /** Closes connections whose server does not answer, whose statements then fail, and idle ones. */
  #closeSilentAndIdle(): void {
    this.#connector.endSilent();
    for (const connection of this.#connections)
      if (connection.isSilent || connection.isIdleFor(idleTimeoutMs)) this.#end(connection);
  }
}

type Run = <T>(statement: (sql: Client) => Promise<T>) => Promise<T>;
type Begin = <T>(work: (transaction: postgres.Sql) => Promise<T>) => Promise<T>;

/**
 * Statements without a name are prepared up to this length: one round trip instead of two from the second time on. Longer
 * ones insert many rows, and each number of rows would stay prepared.
 */
const maxPreparedCharacters = 4_000;

/** Makes the part of a postgres.js client that Drizzle uses: transactions, and statements that run when awaited. */
function clientOf(run: Run, begin?: Begin): postgres.Sql {
  const client = {
    begin,
    options: { parsers: {}, serializers: {} },
    unsafe: (text: string, parameters: never[] = [], { prepare }: postgres.UnsafeQueryOptions = {}) => {
      const isPrepared = prepare || (parameters.length > 0 && text.length < maxPreparedCharacters);
      const send = (sql: Client) => sql.unsafe(text, parameters, { prepare: isPrepared });
      return {
        values: () => run((sql) => send(sql).values()),
        // biome-ignore lint/suspicious/noThenProperty: a statement of postgres.js runs when it is awaited.
        then: (...callbacks: Parameters<Promise<unknown>['then']>) => run(send).then(...callbacks),
      };
    },
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
