import { makePgArray } from 'drizzle-orm/pg-core';
import postgres from 'postgres';
import type { Server } from './database-url.ts';

/** By this time after its timeout, PostgreSQL has cancelled a statement. One that still waits will get no answer. */
const silentAfterMs = 3_100;

/** Connections are replaced after one to two times this age, since the memory of their backends grows with use. */
const maxAgeMs = 30 * 60_000;

export interface ConnectionTimeouts {
  readonly openingTimeoutMs: number;
  /** PostgreSQL cancels a statement after this time. */
  readonly statementTimeoutMs: number;
}

const unchanged = (value: unknown) => value;

/** The time limit for opening a connection. A remote one with TLS takes half a second under good conditions. */
export const openingTimeoutMs = 2_000;

/** The time limit where no request waits. A connection that is silent for longer is ended anyway. */
export const patientOpeningTimeoutMs = 4_000;

export const connectionSettings = {
  onnotice: () => {},
  connect_timeout: openingTimeoutMs / 1_000,
  // By default the pauses between attempts grow to 20 s, during which requests wait.
  backoff: () => 0.2,
  connection: { TimeZone: 'UTC' },
};

const pooledSettings = (timeouts: ConnectionTimeouts) => ({
  ...connectionSettings,
  connect_timeout: timeouts.openingTimeoutMs / 1_000,
  max: 1,
  // The pool replaces old connections between uses; postgres.js would also do so within a transaction.
  max_lifetime: null,
  // Its query for array types ends the process if the connection is lost meanwhile.
  fetch_types: false,
  connection: {
    ...connectionSettings.connection,
    // With the wait for a connection, this is shorter than the request waits for the database.
    statement_timeout: timeouts.statementTimeoutMs,
    idle_in_transaction_session_timeout: timeouts.statementTimeoutMs,
  },
  // Drizzle and the column types convert dates, times and JSON.
  types: {
    time: {
      to: 1184,
      from: [1082, 1083, 1114, 1115, 1182, 1184, 1185, 1231],
      serialize: unchanged,
      parse: unchanged,
    },
    json: { to: 114, from: [], serialize: unchanged, parse: unchanged },
    jsonb: { to: 3802, from: [], serialize: unchanged, parse: unchanged },
    textArray: { to: 1009, from: [1009], serialize: toArrayLiteral, parse: fromArrayLiteral },
    uuidArray: { to: 2951, from: [2951], serialize: toArrayLiteral, parse: fromArrayLiteral },
  },
});

const openClient = ({ url, options }: Server, timeouts: ConnectionTimeouts, onclose: () => void) =>
  postgres(url, { ...pooledSettings(timeouts), ...options, onclose });

export type Client = ReturnType<typeof openClient>;

function toArrayLiteral(value: unknown): unknown {
  return Array.isArray(value) ? makePgArray(value) : value;
}

/** Reads a one-dimensional array. Drizzle's own function drops backslashes. */
function fromArrayLiteral(literal: string): string[] {
  return Array.from(literal.matchAll(/"((?:[^"\\]|\\.)*)"|[^{},]+/gs), ([bare, quoted]) =>
    quoted === undefined ? bare : quoted.replaceAll(/\\(.)/gs, '$1'),
  );
}

/**
 * One connection to a server that accepts writes. A lost connection is replaced by a new `Connection`, never reopened:
 * postgres.js may leave state of unfinished statements in its client.
 */
export class Connection {
  readonly #sql: Client;
  readonly #statementTimeoutMs: number;
  readonly #expiresAtMs = performance.now() + maxAgeMs * (1 + Math.random());
  #isOpen = false;
  #isRetired = false;
  /** The time when the last statement was sent. */
  #usedAtMs = performance.now();
  /** Makes the pending statement fail; undefined while none is pending. */
  #fail: ((error: Error) => void) | undefined;

  constructor(server: Server, timeouts: ConnectionTimeouts, onClose: () => void) {
    this.#statementTimeoutMs = timeouts.statementTimeoutMs;
    this.#sql = openClient(server, timeouts, () => {
      this.#isOpen = false;
      // After a fatal error of the server, postgres.js now and then leaves a statement pending for ever.
      setImmediate(() => this.#fail?.(new ConnectionLost('the connection was lost')));
      onClose();
    });
  }

  async open(): Promise<void> {
    // With target_session_attrs=read-write postgres.js accepts a standby, and with primary a read-only server.
    const [row] = await this.#send((sql) => sql.unsafe('show transaction_read_only'));
    if (row?.transaction_read_only !== 'off') {
      throw new ReadOnly(
        'the server accepts no writes: it is a standby, or default_transaction_read_only is on',
      );
    }
    this.#isOpen = true;
  }

  /** Sends a statement. Fails if the connection is not open, instead of opening it again. */
  run<T>(statement: (sql: Client) => Promise<T>): Promise<T> {
    return this.#isOpen
      ? this.#send(statement)
      : Promise.reject(new ConnectionLost('the connection was lost'));
  }

  #send<T>(statement: (sql: Client) => Promise<T>): Promise<T> {
    this.#usedAtMs = performance.now();
    return new Promise((resolve, reject) => {
      const settled =
        <V>(settle: (value: V) => void) =>
        (value: V) => {
          this.#fail = undefined;
          settle(value);
        };
      this.#fail = settled(reject);
      statement(this.#sql).then(settled(resolve), settled(reject));
    });
  }

  /** Shortens the timeout of the next statement, and retires the connection. */
  async shortenTimeout(timeoutMs: number): Promise<void> {
    this.retire();
    const milliseconds = Math.max(1, Math.ceil(timeoutMs));
    await this.run((sql) => sql.unsafe(`set statement_timeout = ${milliseconds}`));
  }

  /** Marks the connection for replacement after its current use. */
  retire(): void {
    this.#isRetired = true;
  }

  get isUsable(): boolean {
    return this.#isOpen && !this.#isRetired;
  }

  get isOld(): boolean {
    return performance.now() > this.#expiresAtMs;
  }

  get isSilent(): boolean {
    return this.#fail !== undefined && this.#sinceLastSendMs > this.#statementTimeoutMs + silentAfterMs;
  }

  /** True if no statement is pending, and the last one was sent longer ago than this. */
  isIdleFor(milliseconds: number): boolean {
    return this.#fail === undefined && this.#sinceLastSendMs > milliseconds;
  }

  get #sinceLastSendMs(): number {
    return performance.now() - this.#usedAtMs;
  }

  /** Closes the connection. Statements still pending after the grace period fail. */
  async end(graceSeconds = 0): Promise<void> {
    if (graceSeconds === 0) this.#isOpen = false;
    await this.#sql.end({ timeout: graceSeconds }).catch(() => {});
    this.#fail?.(new ConnectionLost('the connection was closed'));
  }
}

/** Has the SQLSTATE of a refused write. */
class ReadOnly extends Error {
  readonly code = '25006';
}

/** Has the code that postgres.js gives to a lost connection. */
class ConnectionLost extends Error {
  readonly code = 'CONNECTION_CLOSED';
}
