/** Settings that several modules share, and their defaults. The environment may replace each one. */

export interface DatabaseSettings {
  /** The maximum number of connections. */
  readonly poolSize: number;
  /** The longest wait of a statement for a busy connection. */
  readonly poolWaitMs: number;
  /** PostgreSQL cancels a statement after this time. */
  readonly statementTimeoutMs: number;
}

export const defaultDatabase: DatabaseSettings = {
  poolSize: 10,
  poolWaitMs: 400,
  statementTimeoutMs: 1_900,
};

/**
 * The time after which Redis counts as down. Exceeds the 25 ms for which Redis may block to delete expired keys: after 20 ms,
 * a bench counted 13 to 32 false outages.
 */
export const defaultRedisTimeoutMs = 50;

export interface LoadSettings {
  readonly running: number;
  readonly queued: number;
  readonly queueWaitMs: number;
  readonly unauthenticatedRunning: number;
  readonly unauthenticatedQueued: number;
  /** The most open connections, each of which takes 5 to 7 KB of memory. */
  readonly maxConnections: number;
}

/** Admits a burst of a few hundred requests, and refuses requests that wait longer than a second. */
export const defaultLoad: LoadSettings = {
  running: 32,
  queued: 256,
  queueWaitMs: 1_000,
  unauthenticatedRunning: 16,
  unauthenticatedQueued: 112,
  maxConnections: 10_000,
};

export interface LanguageModelSettings {
  /** The base URL of an OpenAI-compatible API, such as `http://127.0.0.1:11434/v1`, without credentials, query or fragment. */
  readonly url: string;
  readonly model: string;
  /** Sent as a bearer token; undefined when the server needs none. */
  readonly key: string | undefined;
  /** Limits a request, from connecting to the last byte. */
  readonly timeoutMs: number;
  /** Limits an answer. */
  readonly maxTokens: number;
  /** Limits what is sent and answered for one organization on one day (UTC). */
  readonly dailyTokens: number;
}

export const defaultLanguageModel = { timeoutMs: 20_000, maxTokens: 2_000, dailyTokens: 1_000_000 };

/** The times for which the worker keeps data; null forever. */
export interface Retention {
  readonly auditDays: number | null;
  /** Deleted clients, with their activities, and deleted users. */
  readonly deletedDays: number | null;
  readonly activityDays: number | null;
  readonly idempotencyHours: number;
}
