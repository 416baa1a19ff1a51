import { makePgArray } from 'drizzle-orm/pg-core';
import postgres from 'postgres';
import type { Server } from './database-url.ts';

/** By this time after its timeout, PostgreSQL has cancelled a statement. One that still waits will get no answer. */
const silentAfterMs = 3_100;

/** Connections are replaced after one to two times this age, since the memory of their backends grows with use. */
const maxAgeMs = 30 * 60_000;

export const connectionSettings = {
  onnotice: () => {},
  // In seconds, until the login is accepted. A remote server with TLS takes half a second under good conditions.
  connect_timeout: 2,
  // By default the pauses between attempts grow to 20 s, during which requests wait.
  backoff: () => 0.2,
  connection: { TimeZone: 'UTC' },
};

const pooledSettings = (statementTimeoutMs: number) => ({
  ...connectionSettings,
  max: 1,
  // The pool replaces old connections between uses; postgres.js would also do so within a transaction.
  max_lifetime: null,
  // Its query for array types ends the process if the connection is lost meanwhile.
  fetch_types: false,
  connection: {
    ...connectionSettings.connection,
    // With the wait for a connection, this is shorter than the request waits for the database.
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
  },
  types: {
    // The column types convert them.
    instant: { to: 1184, from: [1082, 1114, 1184], serialize: asIs, parse: asIs },
    json: { to: 114, from: [], serialize: asIs, parse: asIs },
    jsonb: { to: 3802, from: [], serialize: asIs, parse: asIs },
    textArray: { to: 1009, from: [1009], serialize: toArrayLiteral, parse: fromArrayLiteral },
    uuidArray: { to: 2951, from: [2951], serialize: toArrayLiteral, parse: fromArrayLiteral },
  },
});

const asIs = (value: unknown) => value;

const openClient = ({ url, options }: Server, statementTimeoutMs: number, onclose: () => void) =>
  postgres(url, { ...pooledSettings(statementTimeoutMs), ...options, onclose });

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
  #expiresAtMs = performance.now() + maxAgeMs * (1 + Math.random());
  #isOpen = false;
  /** The time when the last statement was sent. */
  #usedAtMs = 0;
  /** Makes the last statement fail if it is pending. */
  #fail = (_error: Error): void => {};

  constructor(server: Server, statementTimeoutMs: number, onClose: () => void) {
    this.#statementTimeoutMs = statementTimeoutMs;
    this.#sql = openClient(server, statementTimeoutMs, () => {
      this.#isOpen = false;
      // After a fatal error of the server, postgres.js now and then leaves a statement pending for ever.
      setImmediate(() => this.#fail(new ConnectionLost()));
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
    return this.#isOpen ? this.#send(statement) : Promise.reject(new ConnectionLost());
  }

  #send<T>(statement: (sql: Client) => Promise<T>): Promise<T> {
    this.#usedAtMs = performance.now();
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      statement(this.#sql).then(resolve, reject);
    });
  }

  /** Marks the connection for replacement after its current use. */
  retire(): void {
    this.#expiresAtMs = 0;
  }

  get isUsable(): boolean {
    return this.#isOpen && performance.now() < this.#expiresAtMs;
  }

  /** True if the server does not answer; only for a connection in use. */
  get isSilent(): boolean {
    return performance.now() - this.#usedAtMs > this.#statementTimeoutMs + silentAfterMs;
  }

  /** Closes the connection. Statements still pending after the grace period fail. */
  async end(graceSeconds = 0): Promise<void> {
    this.#isOpen = false;
    await this.#sql.end({ timeout: graceSeconds }).catch(() => {});
    this.#fail(new ConnectionLost());
  }
}

/** Has the SQLSTATE of a refused write. */
class ReadOnly extends Error {
  readonly code = '25006';
}

/** Has the code that postgres.js gives to a lost connection. */
class ConnectionLost extends Error {
  readonly code = 'CONNECTION_CLOSED';
  override readonly message = 'the connection was lost';
}
