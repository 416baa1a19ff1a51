import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { reasonOf } from '../reason.ts';
import { defaultRedisTimeoutMs } from '../settings.ts';
import { Waits } from '../timeouts.ts';
import { traced } from '../tracing.ts';
import type { LogState } from './decision.ts';
import type { RateLimits } from './rate-limit.ts';
import { watchEvictions } from './redis-evictions.ts';
import { type Reply, script } from './redis-script.ts';

const probeEveryMs = 1_000;
const connectTimeoutMs = 1_000;
/** A script that reaches Redis this long after the timeout does nothing: a slow Redis is not down. */
const graceMs = 150;

export interface RedisLogsOptions {
  readonly url: string;
  readonly limits: RateLimits;
  readonly windowMs: number;
  /** The time after which Redis counts as down. Longer than the default where a slow machine must not count as an outage. */
  readonly timeoutMs?: number;
  /** Gets one message at the start and one at the end of an outage. */
  readonly log: { warn(fields: object, message: string): void; info(fields: object, message: string): void };
}

export interface LogStates {
  readonly organization: LogState;
  readonly endpoint: LogState;
}

/** The sliding logs in Redis. */
export interface RedisLogs {
  /** Returns the end of the last outage, in the time of `performance.now()`; undefined during an outage. */
  upSinceMs(): number | undefined;
  /** Returns both logs as before the request, or null if Redis fails or times out. With `append`, logs an admitted request. */
  take(organizationId: string, operation: string, append: boolean): Promise<LogStates | null>;
  /** The number of keys that Redis has evicted since this process connected. */
  evictedKeys(): number;
  close(): void;
}

/**
 * Connects to Redis in the background and detects outages: an error, a lost connection or a timeout. After a timeout it
 * closes the connection, so that ioredis rejects all pending commands and reconnects. A successful probe ends the outage.
 */
export function createRedisLogs({
  url,
  limits,
  windowMs,
  timeoutMs = defaultRedisTimeoutMs,
  log,
}: RedisLogsOptions): RedisLogs {
  let upSinceMs: number | undefined;
  let clockAheadUs = 0;
  let isOutageLogged = false;
  let isCut = false;
  let isClosed = false;

  const redis = new Redis(url, {
    connectTimeout: connectTimeoutMs,
    // A frozen Redis does not close connections.
    disconnectTimeout: 0,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, 500),
    scripts: { takeFromRateLimit: { numberOfKeys: 2, lua: script } },
  });
  const evictions = watchEvictions(redis, log);
  // `commandTimeout` of ioredis takes a stalled event loop for an outage.
  const waits = new Waits(10);
  let endHandshake = () => {};
  // A frozen Redis accepts connections and then does not answer.
  redis.on('connect', () => {
    endHandshake = waits.begin(connectTimeoutMs, () => cut(connectTimeoutMs));
  });
  redis.on('ready', () => endHandshake());
  redis.on('error', markDown);
  redis.on('close', () => {
    endHandshake();
    isCut = false;
    markDown(new Error('connection closed'));
  });
  redis.on('ready', probe);
  const probing = setInterval(probe, probeEveryMs).unref();

  function markDown(error: unknown): void {
    upSinceMs = undefined;
    if (isOutageLogged || isClosed) return;
    isOutageLogged = true;
    // Only the reason is logged: errors of ioredis contain the command, which for a refused login holds the password.
    log.warn(
      { reason: reasonOf(error) },
      'rate limits: Redis is not responding; falling back to limits per process',
    );
  }

  function markUp(): void {
    if (upSinceMs !== undefined || isClosed) return;
    upSinceMs = performance.now();
    if (!isOutageLogged) return;
    isOutageLogged = false;
    log.info({}, 'rate limits: Redis is responding again; limits are shared');
  }

  /** Runs the script. Rejects if it fails or times out. */
  function run(
    organizationId: string,
    operation: string,
    deadlineUs: number,
    runWindowMs: number,
    append: boolean,
  ): Promise<Reply | null> {
    const organizationKey = `clientele:limit:{${organizationId}}`;
    const reply = redis.takeFromRateLimit(
      organizationKey,
      `${organizationKey}:${operation}`,
      deadlineUs,
      Math.round(runWindowMs * 1_000),
      limits.organizationPerMinute,
      limits.endpointPerMinute,
      append ? 1 : 0,
    );
    const end = waits.begin(timeoutMs, () => cut(timeoutMs));
    reply.then(end, end);
    return reply;
  }

  /** Closes the connection, which rejects all pending commands, and lets ioredis reconnect. */
  function cut(afterMs: number): void {
    markDown(new Error(`no answer within ${afterMs} ms`));
    if (!isCut) redis.disconnect(true);
    isCut = true;
  }

  function statesOf(reply: Reply | null): LogStates {
    if (reply === null) throw new Error('the script reached Redis after its deadline');
    const [, organizationCount, organizationResetUs, endpointCount, endpointResetUs] = reply;
    return {
      organization: { count: organizationCount, resetMs: organizationResetUs / 1_000 },
      endpoint: { count: endpointCount, resetMs: endpointResetUs / 1_000 },
    };
  }

  // Runs the script itself, so that a Redis that answers but cannot write counts as down. Each probe uses a new log, since
  // a script that has removed an expired entry may write even if Redis is out of memory.
  async function probe(): Promise<void> {
    if (redis.status !== 'ready') return;
    const askedAtUs = performance.now() * 1_000;
    try {
      const reply = await run(`probe-${randomUUID()}`, 'probe', Number.MAX_SAFE_INTEGER, probeEveryMs, true);
      if (reply === null) return;
      clockAheadUs = reply[0] - askedAtUs;
      markUp();
      await evictions.check();
    } catch (error) {
      markDown(error);
    }
  }

  return {
    upSinceMs: () => upSinceMs,
    take(organizationId, operation, append) {
      const deadlineUs = Math.round((performance.now() + timeoutMs + graceMs) * 1_000 + clockAheadUs);
      const work = () => run(organizationId, operation, deadlineUs, windowMs, append);
      return traced('redis', 'takeFromRateLimit', work)
        .then(statesOf)
        .catch((error: unknown) => {
          markDown(error);
          return null;
        });
    },
    evictedKeys: evictions.count,
    close() {
      isClosed = true;
      upSinceMs = undefined;
      clearInterval(probing);
      redis.disconnect();
    },
  };
}
