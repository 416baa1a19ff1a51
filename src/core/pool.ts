import postgres from 'postgres';
import { ApiError } from './errors.ts';

const statementTimeoutMs = 2_000;

/** How long a statement waits for a connection before it is given up, so that what is answered with 503 is not done later. */
const waitMs = 400;

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
    // Together with the wait for a connection shorter than a caller waits.
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
  },
};

type Connection = ReturnType<typeof openConnection>;

const openConnection = (url: string) => postgres(url, pooledSettings);

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
 * @param size the most connections at once
 */
export function openPool(url: string, size: number): Pool {
  const connections = Array.from({ length: size }, () => openConnection(url));
  const idle = [...connections];
  const waiting = new Set<(connection: Connection) => void>();

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

  async function withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = idle.pop() ?? (await freed());
    try {
      return await work(connection);
    } finally {
      release(connection);
    }
  }

  const client = {
    options: { parsers: {}, serializers: {} },
    unsafe(text: string, parameters?: never[], options?: postgres.UnsafeQueryOptions) {
      return {
        values: () => withConnection((connection) => connection.unsafe(text, parameters, options).values()),
        // biome-ignore lint/suspicious/noThenProperty: a statement of postgres.js runs when it is awaited.
        then: (...callbacks: Parameters<Promise<unknown>['then']>) =>
          withConnection((connection) => connection.unsafe(text, parameters, options)).then(...callbacks),
      };
    },
    begin: (work: Parameters<Connection['begin']>[1]) =>
      withConnection((connection) => connection.begin(work)),
  };
  return {
    // Drizzle's type asks for the whole client; this is all it uses.
    client: client as unknown as postgres.Sql,
    async close() {
      await Promise.all(connections.map((connection) => connection.end({ timeout: 5 })));
    },
  };
}
