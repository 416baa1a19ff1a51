import { Connection, type ConnectionTimeouts } from './connection.ts';
import { placeOf, type Server, serversOf } from './database-url.ts';

export const poolClosed = new Error('the pool was closed');

/** Has the code that postgres.js gives to a timeout. */
export class ConnectTimeout extends Error {
  readonly code = 'CONNECT_TIMEOUT';

  constructor(servers: readonly Server[]) {
    super(`timed out connecting to ${servers.map(placeOf).join(', ')}`);
  }
}

/** Opens connections to the first server of a URL that accepts writes, beginning with the one of the last connection. */
export class Connector {
  readonly servers: readonly Server[];
  readonly #timeouts: ConnectionTimeouts;
  readonly #opening = new Set<Connection>();
  #current = 0;
  #isClosed = false;

  constructor(url: string, timeouts: ConnectionTimeouts) {
    this.servers = serversOf(url);
    this.#timeouts = timeouts;
  }

  /** @param onClose called when the connection has ended */
  async connect(
    onClose: (connection: Connection) => void,
  ): Promise<{ connection: Connection; server: Server }> {
    const failures: unknown[] = [];
    const servers = [...this.servers.entries()];
    for (const [at, server] of [...servers.slice(this.#current), ...servers.slice(0, this.#current)]) {
      if (this.#isClosed) throw poolClosed;
      try {
        const connection = await this.#connectTo(server, onClose);
        this.#current = at;
        return { connection, server };
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length === 1) throw failures[0];
    throw new AggregateError(failures, 'DATABASE_URL names no server that accepts writes');
  }

  async #connectTo(server: Server, onClose: (connection: Connection) => void): Promise<Connection> {
    const connection = new Connection(server, this.#timeouts, () => onClose(connection));
    this.#opening.add(connection);
    try {
      await connection.open();
      if (this.#isClosed) throw poolClosed;
      return connection;
    } catch (error) {
      void connection.end();
      const isTimeout = error instanceof Error && 'code' in error && error.code === 'CONNECT_TIMEOUT';
      throw isTimeout ? new ConnectTimeout([server]) : error;
    } finally {
      this.#opening.delete(connection);
    }
  }

  /** Ends attempts whose server has accepted the login and does not answer. */
  endSilent(): void {
    for (const connection of this.#opening) if (connection.isSilent) void connection.end();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#opening].map((connection) => connection.end()));
  }
}
