import { setTimeout } from 'node:timers/promises';
import type postgres from 'postgres';
import { ApiError, sqlStateOf } from '../errors.ts';
import type { DatabaseSettings } from '../settings.ts';
import { Waits, withTimeout } from '../timeouts.ts';
import { type Client, Connection } from './connection.ts';
import { type Server, serversOf } from './database-url.ts';

/** The most statements that may wait for a connection. Further ones fail at once. */
const maxWaiting = 1_000;

/** The time limit for opening a connection, after that of the driver, which ends with the login. */
const openingTimeoutMs = 2_500;

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

interface PoolEvents {
  /** Called when a connection to a server opens. */
  onOpen?(server: Server): void;
  /** Called when no server accepts a connection. */
  onFailure?(error: unknown): void;
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
  readonly #settings: DatabaseSettings;
  readonly #events: PoolEvents;
  /** In the order in which they are tried: the one of the last connection first. */
  #servers: readonly Server[];
  /** The open connections. */
  readonly #connections = new Set<Connection>();
  /** The last one used is used next, so that surplus ones stay idle until they are old. */
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
  constructor(url: string, settings: DatabaseSettings, events: PoolEvents = {}) {
    this.#settings = settings;
    this.#events = events;
    this.#servers = serversOf(url);
    this.client = clientOf(
      (statement) => this.#withConnection((connection) => connection.run(statement)),
      (work) => this.#withConnection((connection) => transact(connection, work)),
    );
    // Deferred until answers that arrived while this process was busy have been read.
    this.#watch = setInterval(() => setImmediate(() => this.#endUnusable()), 1_000).unref();
  }

  state(): PoolState {
    const idle = this.#idle.length;
    return {
      size: this.#settings.poolSize,
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
    await Promise.all([...this.#connections].map((connection) => connection.end(5)));
  }

  #withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const idle = this.#idle.pop();
    return idle ? this.#use(idle, work) : this.#wait().then((given) => this.#use(given, work));
  }

  #use<T>(connection: Connection, work: (connection: Connection) => Promise<T>): Promise<T> {
    return work(connection).then(
      (result) => {
        this.#release(connection);
        return result;
      },
      (error: unknown) => {
        // The server no longer accepts writes. All connections lead to the same server.
        if (sqlStateOf(error) === '25006') {
          for (const each of this.#connections) each.retire();
          this.#endUnusable();
        }
        this.#release(connection);
        throw error;
      },
    );
  }

  /** Gives a connection to the statement that has waited longest, or keeps it. */
  #release(connection: Connection): void {
    const next = connection.isUsable ? this.#waiting.shift() : undefined;
    if (next) next.take(connection);
    else if (connection.isUsable) this.#idle.push(connection);
    else this.#end(connection);
  }

  /** Waits up to `poolWaitMs` for a connection, and longer while one is opening, which takes half a second with TLS. */
  #wait(): Promise<Connection> {
    if (this.#closing.signal.aborted) return Promise.reject(unavailable(poolClosed));
    if (this.#waiting.length >= maxWaiting)
      return Promise.reject(unavailable(new Error('too many statements are waiting for a connection')));
    return new Promise((resolve, reject) => {
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
      const isOpening = this.#opening > 0 && this.#failures === 0;
      const waitMs = Math.max(this.#settings.poolWaitMs, isOpening ? openingTimeoutMs : 0);
      const endWait = this.#waits.begin(waitMs, () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        waiter.refuse(this.#failure ?? new Error('timed out waiting for a free connection'));
      });
    });
  }

  /** Opens a connection for each waiting statement, up to the size; after a failure, one at a time. */
  #openForWaiting(): void {
    while (
      this.#waiting.length > this.#opening &&
      this.#connections.size + this.#opening < this.#settings.poolSize &&
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
      const connection = await this.#connect();
      this.#failures = 0;
      this.#failure = undefined;
      this.#connections.add(connection);
      this.#release(connection);
    } catch (error) {
      // Concurrent attempts that fail together count as one.
      this.#failures = failuresBefore + 1;
      this.#failure = error;
      if (!this.#closing.signal.aborted) this.#events.onFailure?.(error);
    }
    this.#opening -= 1;
    if (this.#connections.size === 0 && this.#opening === 0) this.#refuseWaiting(this.#failure);
    this.#openForWaiting();
  }

  /** Connects to the first server that accepts writes. */
  async #connect(): Promise<Connection> {
    const servers = this.#servers;
    const failures: unknown[] = [];
    for (const server of servers) {
      const connection = new Connection(server, this.#settings.statementTimeoutMs, () =>
        this.#forget(connection),
      );
      try {
        await withTimeout(connection.open(), openingTimeoutMs);
        this.#closing.signal.throwIfAborted();
        this.#servers = [server, ...servers.filter((other) => other !== server)];
        this.#events.onOpen?.(server);
        return connection;
      } catch (error) {
        void connection.end();
        this.#closing.signal.throwIfAborted();
        failures.push(error);
      }
    }
    throw new AggregateError(failures, 'DATABASE_URL names no server that accepts writes');
  }

  #refuseWaiting(cause: unknown): void {
    for (const waiter of this.#waiting.splice(0)) waiter.refuse(cause);
  }

  #pause(): Promise<void> {
    const pauseMs = Math.min(maxPauseMs, (maxPauseMs / 20) * 2 ** (this.#failures - 1));
    const jitter = 0.5 + Math.random() / 2;
    return setTimeout(pauseMs * jitter, undefined, { signal: this.#closing.signal });
  }

  /** Ends connections whose server does not answer, whose statements then fail, and idle ones that are old. */
  #endUnusable(): void {
    for (const connection of this.#connections) {
      const isIdle = this.#idle.includes(connection);
      if (isIdle ? !connection.isUsable : connection.isSilent) this.#end(connection);
    }
  }

  #end(connection: Connection): void {
    void connection.end();
    this.#forget(connection);
  }

  #forget(closed: Connection): void {
    this.#connections.delete(closed);
    this.#idle = this.#idle.filter((connection) => connection !== closed);
    this.#openForWaiting();
  }
}

type Run = <T>(statement: (sql: Client) => Promise<T>) => Promise<T>;
type Begin = <T>(work: (transaction: postgres.Sql) => Promise<T>) => Promise<T>;

/**
 * Statements without a name are prepared up to this length: one round trip instead of two from the second time on. Longer
 * ones insert many rows, and each number of rows would stay prepared.
 */
const maxPreparedCharacters = 4_000;

/**
 * Takes the rows out of a result of postgres.js. V8 keeps its queries, and what they resolve with, until the next full garbage
 * collection: a list of 21 rows costs a tenth less processor time without them. `splice` takes three times as long, since a
 * result is of a subclass of `Array`.
 */
function takeRows(rows: unknown[]): unknown[] {
  const taken = [...rows];
  rows.length = 0;
  return taken;
}

/** Makes the part of a postgres.js client that Drizzle uses: transactions, and statements that run when awaited. */
function clientOf(run: Run, begin?: Begin): postgres.Sql {
  const client = {
    begin,
    options: { parsers: {}, serializers: {} },
    unsafe: (text: string, parameters: never[] = [], { prepare }: postgres.UnsafeQueryOptions = {}) => {
      const isPrepared = prepare || (parameters.length > 0 && text.length < maxPreparedCharacters);
      const send = (sql: Client) => sql.unsafe(text, parameters, { prepare: isPrepared });
      return {
        values: () => run((sql) => send(sql).values().then(takeRows)),
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

const poolClosed = new Error('the pool was closed');
