import { setTimeout } from 'node:timers/promises';
import pLimit from 'p-limit';
import { Connection, type ConnectionTimeouts } from './connection.ts';
import { placeOf, type Server, serversOf } from './database-url.ts';

/** The longest pause after a failed attempt to connect. Pauses start at a twentieth of it and double each time. */
const maxPauseMs = 1_000;

export interface ConnectionEvents {
  /** Called when a connection to a server opens. */
  readonly onOpen?: ((server: Server) => void) | undefined;
  /** Called when no server accepts a connection. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** Has the code that postgres.js gives to a timeout. */
class ConnectTimeout extends Error {
  readonly code = 'CONNECT_TIMEOUT';

  constructor(place: string) {
    super(`timed out connecting to ${place}`);
  }
}

/**
 * Opens connections to the first server of a URL that accepts writes. After a failure it opens one at a time, with
 * pauses.
 */
export class Connector {
  readonly #connections = new Set<Connection>();
  readonly #servers: readonly Server[];
  readonly #timeouts: ConnectionTimeouts;
  readonly #events: ConnectionEvents;
  readonly #oneAtATime = pLimit(1);
  readonly #closing = new AbortController();
  readonly #watch: NodeJS.Timeout;
  /** The server to try first, which is the one of the last connection. */
  #current = 0;
  /** Consecutive failed attempts. */
  #failures = 0;
  failure: unknown;
  opening = 0;

  constructor(url: string, timeouts: ConnectionTimeouts, events: ConnectionEvents) {
    this.#servers = serversOf(url);
    this.#timeouts = timeouts;
    this.#events = events;
    // Deferred until answers that arrived while this process was busy have been read.
    this.#watch = setInterval(() => setImmediate(() => this.#endSilent()), 1_000).unref();
  }

  /** The longest time that `connect` may take, including pauses and attempts before its own. */
  get timeoutMs(): number {
    return 20 * (maxPauseMs + this.#servers.length * this.#timeouts.openingTimeoutMs);
  }

  /** True while a connection is opening and no attempt has failed. */
  get isOpening(): boolean {
    return this.opening > 0 && this.#failures === 0;
  }

  /** The reason why a wait ended while the first attempt was pending; undefined if it was for a busy connection. */
  get timeout(): Error | undefined {
    return this.opening > 0 && this.#connections.size <= this.opening
      ? new ConnectTimeout(this.#servers.map(placeOf).join(', '))
      : undefined;
  }

  /** True while a usable connection is open or one is opening. */
  get hasConnection(): boolean {
    return this.opening > 0 || [...this.#connections].some((connection) => connection.isUsable);
  }

  connect(): Promise<Connection> {
    if (this.#failures === 0) return this.#attempt();
    return this.#oneAtATime(async () => {
      if (this.#failures > 0) await this.#pause();
      return this.#attempt();
    });
  }

  #pause(): Promise<void> {
    const pauseMs = Math.min(maxPauseMs, (maxPauseMs / 20) * 2 ** (this.#failures - 1));
    const jitter = 0.5 + Math.random() / 2;
    return setTimeout(pauseMs * jitter, undefined, { signal: this.#closing.signal, ref: false });
  }

  async #attempt(): Promise<Connection> {
    const failuresBefore = this.#failures;
    this.opening += 1;
    try {
      const connection = await this.#connectToAny().finally(() => (this.opening -= 1));
      this.#failures = 0;
      this.failure = undefined;
      return connection;
    } catch (error) {
      // Concurrent attempts that fail together count as one.
      this.#failures = Math.max(this.#failures, failuresBefore + 1);
      this.failure = error;
      this.#events.onFailure?.(error);
      throw error;
    }
  }

  async #connectToAny(): Promise<Connection> {
    const failures: unknown[] = [];
    const { length } = this.#servers;
    const first = this.#current;
    for (let tried = 0; tried < length; tried += 1) {
      const at = (first + tried) % length;
      const server = this.#servers[at];
      if (server === undefined) break;
      try {
        this.#closing.signal.throwIfAborted();
        const connection = await this.#connectTo(server);
        this.#current = at;
        this.#events.onOpen?.(server);
        return connection;
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length === 1) throw failures[0];
    throw new AggregateError(failures, 'DATABASE_URL names no server that accepts writes');
  }

  async #connectTo(server: Server): Promise<Connection> {
    const connection = new Connection(server, this.#timeouts, () => this.#connections.delete(connection));
    this.#connections.add(connection);
    try {
      await connection.open();
      return connection;
    } catch (error) {
      void connection.end();
      const isTimeout = error instanceof Error && 'code' in error && error.code === 'CONNECT_TIMEOUT';
      throw isTimeout ? new ConnectTimeout(placeOf(server)) : error;
    }
  }

  /** True if the connection can be used. Old connections are kept while no new one can be opened. */
  isUsable(connection: Connection): boolean {
    return connection.isUsable && (!connection.isOld || this.#failures > 0);
  }

  /** Marks all open connections for replacement. */
  retireAll(): void {
    for (const connection of this.#connections) connection.retire();
  }

  /** Closes connections whose server does not answer, which fails their statements. */
  #endSilent(): void {
    for (const connection of this.#connections) if (connection.isSilent) void connection.end();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#watch);
    await Promise.all([...this.#connections].map((connection) => connection.end(5)));
  }
}
