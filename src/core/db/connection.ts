import { makePgArray, parsePgArray } from 'drizzle-orm/pg-core';
import postgres from 'postgres';
import type { Server } from './database-url.ts';

/** How long a statement may take, in milliseconds. */
export const statementTimeoutMs = 1_900;

/** After so long PostgreSQL has ended every statement; one that still waits for its answer will get none. */
const silentAfterMs = 5_000;

/** Connections are replaced after one to two times this, so that their servers' memory does not grow with the process. */
const maxAgeMs = 30 * 60_000;

const asWritten = (value: unknown) => value;

/** How long a connection may take to open: a remote one with TLS takes half a second on a good day. */
export const openingTimeoutMs = 2_000;

export const connectionSettings = {
  onnotice: () => {},
  connect_timeout: openingTimeoutMs / 1_000,
  // By default the pauses between attempts grow to 20 s, and requests wait them out.
  backoff: () => 0.2,
  connection: { TimeZone: 'UTC' },
};

const pooledSettings = {
  ...connectionSettings,
  max: 1,
  // Ended by the pool, between two uses: postgres.js would do so within a transaction too.
  max_lifetime: null,
  // Its query for the types of arrays ends the process when the connection is lost meanwhile.
  fetch_types: false,
  connection: {
    ...connectionSettings.connection,
    // Together with a request's wait for a connection shorter than the caller waits.
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
  },
  // Drizzle and the columns' types turn dates, times and JSON into what the rows hold.
  types: {
    time: {
      to: 1184,
      from: [1082, 1083, 1114, 1115, 1182, 1184, 1185, 1231],
      serialize: asWritten,
      parse: asWritten,
    },
    json: { to: 114, from: [], serialize: asWritten, parse: asWritten },
    jsonb: { to: 3802, from: [], serialize: asWritten, parse: asWritten },
    textArray: { to: 1009, from: [1009], serialize: toArrayLiteral, parse: parsePgArray },
    uuidArray: { to: 2951, from: [2951], serialize: toArrayLiteral, parse: parsePgArray },
  },
};

const openClient = ({ url, options }: Server, onclose: () => void) =>
  postgres(url, { ...pooledSettings, ...options, onclose });

export type Client = ReturnType<typeof openClient>;

function toArrayLiteral(value: unknown): unknown {
  return Array.isArray(value) ? makePgArray(value) : value;
}

/**
 * A client of one connection to a server that takes writes. It is made once: after a loss, postgres.js may leave what was
 * under way in a client.
 */
export class Connection {
  readonly #sql: Client;
  readonly #expiresAtMs = performance.now() + maxAgeMs * (1 + Math.random());
  #isOpen = false;
  #isRetired = false;
  /** When the last statement was sent, until it is answered. */
  #sentAtMs: number | undefined;

  constructor(server: Server, onClose: () => void) {
    this.#sql = openClient(server, () => {
      this.#isOpen = false;
      onClose();
    });
  }

  async open(): Promise<void> {
    this.#sentAtMs = performance.now();
    // Asked for a session that is read-write, postgres.js takes a standby; asked for a primary, one that is read-only.
    const [row] = await this.#sql.unsafe('show transaction_read_only');
    if (row?.transaction_read_only !== 'off') {
      throw new ReadOnly(
        'the server takes no writes: it is a standby, or default_transaction_read_only is on',
      );
    }
    this.#isOpen = true;
    this.#sentAtMs = undefined;
  }

  /** Sends a statement, over the connection that is open or not at all. */
  async run<T>(statement: (sql: Client) => Promise<T>): Promise<T> {
    if (!this.#isOpen) throw new ConnectionLost('the connection was lost');
    this.#sentAtMs = performance.now();
    try {
      return await statement(this.#sql);
    } finally {
      this.#sentAtMs = undefined;
    }
  }

  /** Gives the next statement less time. The connection is not used for others after that. */
  async shortenTimeout(timeoutMs: number): Promise<void> {
    this.retire();
    const milliseconds = Math.max(1, Math.ceil(timeoutMs));
    await this.run((sql) => sql.unsafe(`set statement_timeout = ${milliseconds}`));
  }

  /** Has it replaced after the use that it is in. */
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
    return this.#sentAtMs !== undefined && performance.now() - this.#sentAtMs > silentAfterMs;
  }

  /** Ends it; what waits for an answer after the grace fails. */
  async end(graceSeconds = 0): Promise<void> {
    if (graceSeconds === 0) this.#isOpen = false;
    await this.#sql.end({ timeout: graceSeconds }).catch(() => {});
  }
}

/** Named as PostgreSQL names a write that it refuses. */
class ReadOnly extends Error {
  readonly code = '25006';
}

/** Named as postgres.js names the loss of a connection. */
class ConnectionLost extends Error {
  readonly code = 'CONNECTION_CLOSED';
}
