import { makePgArray, parsePgArray } from 'drizzle-orm/pg-core';
import postgres from 'postgres';
import { ApiError } from './errors.ts';
import { innermost } from './reason.ts';
import { type Wait, Waits } from './waits.ts';

const statementTimeoutMs = 1_900;

/** After so long PostgreSQL has ended every statement; one that still waits for its answer will get none. */
const silentAfterMs = 5_000;

/** Connections are not kept for longer, so that their servers' memory and routes do not age with the process. */
const maxAgeMs = 30 * 60_000;

/** More than ever wait where each waits as long as it may; what comes then is refused at once. */
const maxWaiting = 1_000;

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

const openClient = (url: string, onclose: () => void) => postgres(url, { ...pooledSettings, onclose });

type Client = ReturnType<typeof openClient>;

function toArrayLiteral(value: unknown): unknown {
  return Array.isArray(value) ? makePgArray(value) : value;
}

/** A client of one connection, which is made once: after a loss, postgres.js may leave what was under way in a client. */
class Connection {
  readonly #sql: Client;
  readonly #madeAtMs = performance.now();
  #isOpen = false;
  /** Since when the last statement waits for its answer; until the connection is given back, as if it still did. */
  #busySinceMs: number | undefined;

  constructor(url: string, onClose: (connection: Connection) => void) {
    this.#sql = openClient(url, () => {
      this.#isOpen = false;
      onClose(this);
    });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  async open(): Promise<void> {
    this.#busySinceMs = performance.now();
    await this.#sql.unsafe('select 1');
    this.#isOpen = true;
  }

  /** Sends a statement, over the connection that is open or not at all. */
  run<T>(statement: (sql: Client) => Promise<T>): Promise<T> {
    if (!this.#isOpen) return Promise.reject(new ConnectionLost('the connection was lost'));
    this.#busySinceMs = performance.now();
    return statement(this.#sql);
  }

  /** What was sent is answered; until more is sent, the connection may be silent. */
  rest(): void {
    this.#busySinceMs = undefined;
  }

  get isSilent(): boolean {
    return this.#busySinceMs !== undefined && performance.now() - this.#busySinceMs > silentAfterMs;
  }

  get isOld(): boolean {
    return performance.now() - this.#madeAtMs > maxAgeMs;
  }

  /** Ends it; what waits for an answer after the grace fails. */
  async end(graceSeconds = 0): Promise<void> {
    if (graceSeconds === 0) this.#isOpen = false;
    await this.#sql.end({ timeout: graceSeconds }).catch(() => {});
  }
}

/** Named as postgres.js names the loss of a connection. */
class ConnectionLost extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

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
  /** What Drizzle uses of a postgres.js client. */
  readonly client: postgres.Sql;
  /** Opens a first connection, so that what comes first need not wait for it. */
  open(): Promise<void>;
  state(): PoolState;
  close(): Promise<void>;
}

interface Asking extends Wait {
  resolve(connection: Connection): void;
  reject(error: unknown): void;
}

/**
 * Opens a pool. It connects when first used, and as often as needed at once.
 *
 * Not postgres.js's own: that one sends statements to connections that are busy, where a transaction may then fail to begin
 * (its issues 1189 and 1204), and for each of them its every later statement takes longer: its queue of busy connections
 * is searched from the start and never shortened. Nor its transactions, which end the process when their connection is
 * lost (its issue 1208).
 * @param options `size` is the most connections at once; `waitMs` how long a statement waits for one, and for it to be
 *   open, before it fails with 503 `unavailable` and is not done
 */
export function openPool(url: string, { size, waitMs }: { size: number; waitMs: number }): Pool {
  /** Open and free; the last one given back is the first one taken. */
  const idle: Connection[] = [];
  const all = new Set<Connection>();
  const waiting = new Waits<Asking>(waitMs);
  let opening = 0;
  let isClosed = false;

  function freed(): Promise<Connection> {
    if (waiting.size >= maxWaiting) return Promise.reject(noneFree('too many wait for a connection'));
    return new Promise((resolve, reject) => {
      waiting.add({
        sinceMs: performance.now(),
        resolve,
        reject,
        giveUp: () => reject(noneFree('no connection was free in time')),
      });
      openMore();
    });
  }

  function openMore(): void {
    while (opening < waiting.size && all.size < size && !isClosed) openOne().catch(() => {});
  }

  async function openOne(): Promise<void> {
    const connection = new Connection(url, discard);
    all.add(connection);
    opening += 1;
    try {
      await connection.open().finally(() => (opening -= 1));
    } catch (error) {
      const { first } = waiting;
      if (first) waiting.delete(first);
      first?.reject(error);
      discard(connection);
      openMore();
      throw error;
    }
    release(connection);
  }

  /** Gives a connection to whoever waits first. One that is lost is out already. */
  function release(connection: Connection): void {
    if (!connection.isOpen) return;
    connection.rest();
    const next = waiting.first;
    if (connection.isOld) discard(connection);
    else if (next) {
      waiting.delete(next);
      next.resolve(connection);
    } else idle.push(connection);
  }

  /** Takes a connection out for good, and makes way for another. */
  function discard(connection: Connection): void {
    if (!all.delete(connection)) return;
    const at = idle.indexOf(connection);
    if (at >= 0) idle.splice(at, 1);
    void connection.end();
    openMore();
  }

  async function withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = idle.pop() ?? (await freed());
    try {
      return await work(connection);
    } catch (error) {
      if (isBroken(error)) discard(connection);
      throw error;
    } finally {
      release(connection);
    }
  }

  // Ends what has been silent for too long; its statement then fails.
  const watching = setInterval(() => {
    for (const connection of all) if (connection.isSilent) discard(connection);
  }, 1_000).unref();

  return {
    client: clientOf(
      (statement) => withConnection((connection) => connection.run(statement)),
      (work) => withConnection((connection) => transact(connection, work)),
    ),
    open: openOne,
    state: () => ({
      size,
      opening,
      idle: idle.length,
      inUse: all.size - opening - idle.length,
      waiting: waiting.size,
    }),
    async close() {
      isClosed = true;
      clearInterval(watching);
      await Promise.all([...all].map((connection) => connection.end(5)));
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

/** Runs `work` in a transaction on a connection that it has to itself. */
async function transact<T>(
  connection: Connection,
  work: (transaction: postgres.Sql) => Promise<T>,
): Promise<T> {
  const failures: unknown[] = [];
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other, so that none is left to be sent over another connection. */
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
    // To commit then would do nothing and say that all is well.
    if (failures.length > 0) throw failures[0];
    await send('commit');
    return result;
  } catch (error) {
    await last;
    if (connection.isOpen) await send('rollback').catch(() => connection.end());
    throw error;
  }
}

const noneFree = (reason: string) => new ApiError('unavailable', { cause: new Error(reason) });

/** True for the loss of a connection, as the driver and PostgreSQL name it. */
function isBroken(error: unknown): boolean {
  const cause = innermost(error);
  if (!(cause instanceof Error) || !('code' in cause)) return false;
  return /^(CONNECTION_\w+|CONNECT_TIMEOUT|ECONN\w+|EPIPE|57P0\d)$/.test(String(cause.code));
}
