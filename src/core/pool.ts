import postgres from 'postgres';
import { ApiError } from './errors.ts';
import { innermost } from './reason.ts';

const statementTimeoutMs = 1_900;

/** After so long PostgreSQL has ended every statement; one that still waits for its answer will get none. */
const silentAfterMs = 5_000;

const asWritten = (value: unknown) => value;

export const connectionSettings = {
  onnotice: () => {},
  connect_timeout: 2,
  // By default the pauses between attempts grow to 20 s, and requests wait them out.
  backoff: () => 0.2,
  connection: { TimeZone: 'UTC' },
};

const pooledSettings = {
  ...connectionSettings,
  max: 1,
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
  },
};

const openConnection = (url: string) => postgres(url, pooledSettings);

type Connection = ReturnType<typeof openConnection>;

/** Connections to PostgreSQL, each with one statement or transaction at a time. */
export interface Pool {
  /** What Drizzle uses of a postgres.js client. */
  readonly client: postgres.Sql;
  close(): Promise<void>;
}

/**
 * Opens a pool. It connects when first used, and as often as needed at once.
 *
 * Not postgres.js's own: that one sends statements to connections that are busy, where a transaction may then fail to begin
 * (its issues 1189 and 1204), and for each of them its every later statement takes longer: its queue of busy connections
 * is searched from the start and never shortened.
 * @param options `size` is the most connections at once; `waitMs` how long a statement waits for one before it fails with
 *   503 `unavailable` and is not done
 */
export function openPool(url: string, { size, waitMs }: { size: number; waitMs: number }): Pool {
  const idle = Array.from({ length: size }, () => openConnection(url));
  const waiting = new Set<(connection: Connection) => void>();
  /** Connections at a statement, and since when. */
  const busySinceMs = new Map<Connection, number>();
  const all = new Set(idle);

  function freed(): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const take = (connection: Connection) => {
        clearTimeout(timer);
        resolve(connection);
      };
      const timer = setTimeout(() => {
        waiting.delete(take);
        reject(new ApiError('unavailable', { cause: new Error('no connection was free in time') }));
      }, waitMs);
      waiting.add(take);
    });
  }

  function release(connection: Connection): void {
    const [next] = waiting;
    if (!next) {
      idle.push(connection);
      return;
    }
    waiting.delete(next);
    next(connection);
  }

  /** A new connection for one that broke: postgres.js may leave such a client with what was under way in it. */
  function replacementOf(broken: Connection): Connection {
    all.delete(broken);
    broken.end({ timeout: 0 }).catch(() => {});
    const fresh = openConnection(url);
    all.add(fresh);
    return fresh;
  }

  async function withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    let connection = idle.pop() ?? (await freed());
    try {
      return await work(connection);
    } catch (error) {
      if (isBroken(error)) connection = replacementOf(connection);
      throw error;
    } finally {
      release(connection);
    }
  }

  async function timed<T>(connection: Connection, statement: Promise<T>): Promise<T> {
    busySinceMs.set(connection, performance.now());
    try {
      return await statement;
    } finally {
      busySinceMs.delete(connection);
    }
  }

  // Ends what has been silent for too long; its statement then fails, and the connection is replaced.
  const watching = setInterval(() => {
    for (const [connection, sinceMs] of busySinceMs) {
      if (performance.now() - sinceMs > silentAfterMs) connection.end({ timeout: 0 }).catch(() => {});
    }
  }, 1_000).unref();

  const client = {
    options: { parsers: {}, serializers: {} },
    unsafe(text: string, parameters?: never[], options?: postgres.UnsafeQueryOptions) {
      return {
        values: () =>
          withConnection((connection) =>
            timed(connection, connection.unsafe(text, parameters, options).values()),
          ),
        // biome-ignore lint/suspicious/noThenProperty: a statement of postgres.js runs when it is awaited.
        then: (...callbacks: Parameters<Promise<unknown>['then']>) =>
          withConnection((connection) =>
            timed(connection, connection.unsafe(text, parameters, options)),
          ).then(...callbacks),
      };
    },
    begin: (work: Parameters<Connection['begin']>[1]) =>
      withConnection((connection) => connection.begin(work)),
  };
  return {
    // Drizzle's type asks for the whole client; this is all it uses.
    client: client as unknown as postgres.Sql,
    async close() {
      clearInterval(watching);
      await Promise.all([...all].map((connection) => connection.end({ timeout: 5 })));
    },
  };
}

/** True for the loss of a connection, as the driver and PostgreSQL name it. */
function isBroken(error: unknown): boolean {
  const cause = innermost(error);
  if (!(cause instanceof Error) || !('code' in cause)) return false;
  return /^(CONNECTION_\w+|CONNECT_TIMEOUT|ECONN\w+|EPIPE|57P0\d)$/.test(String(cause.code));
}
