import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { reasonOf } from '../reason.ts';
import { traced } from '../tracing.ts';
import type { LogState } from './decision.ts';
import type { RateLimits } from './rate-limit.ts';
import { type Reply, script } from './redis-script.ts';

const probeEveryMs = 1_000;
/**
 * The timeout is counted in ticks, which are late where the process itself is, so that a busy machine or a stalled event loop
 * does not pass for a silent Redis. It is longer than the 25 ms for which Redis may clear expired keys without a pause.
 */
const tickMs = 10;
const timeoutTicks = 5;
/** When Redis drops a script that it has not run. Later than the timeout, since Redis may be late without being gone. */
const deadlineMs = 200;

export interface RedisLogsOptions {
  readonly url: string;
  readonly limits: RateLimits;
  readonly windowMs: number;
  /** Hears of an outage twice: when it begins and when it ends. */
  readonly log: { warn(fields: object, message: string): void; info(fields: object, message: string): void };
}

export interface LogStates {
  readonly organization: LogState;
  readonly endpoint: LogState;
}

/** The sliding logs in Redis. */
export interface RedisLogs {
  /** When Redis answered first after the last outage, in `performance.now()`; undefined during an outage. */
  upSinceMs(): number | undefined;
  /** Returns both logs as they were before the request, or null if Redis fails or is late. Appends to both if both have room. */
  take(organizationId: string, operation: string, append: boolean): Promise<LogStates | null>;
  close(): void;
}

/**
 * Connects to Redis in the background and detects its outages: an error, a lost connection, or no answer in time. A silent
 * connection is cut, so that ioredis rejects everything that waits on it and connects anew; a probe ends the outage.
 */
export function createRedisLogs({ url, limits, windowMs, log }: RedisLogsOptions): RedisLogs {
  let upSinceMs: number | undefined;
  let clockAheadUs = 0;
  let isOutageLogged = false;
  let isCut = false;
  let isClosed = false;

  const redis = new Redis(url, {
    connectTimeout: 1_000,
    // A frozen Redis accepts connections and then says nothing.
    socketTimeout: 1_000,
    // It does not close them either.
    disconnectTimeout: 0,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, 500),
    scripts: { takeFromRateLimit: { numberOfKeys: 2, lua: script } },
  });
  redis.on('error', markDown);
  redis.on('close', () => {
    isCut = false;
    markDown(new Error('connection closed'));
  });
  redis.on('ready', probe);
  const probing = setInterval(probe, probeEveryMs).unref();

  function markDown(error: unknown): void {
    upSinceMs = undefined;
    if (isOutageLogged || isClosed) return;
    isOutageLogged = true;
    // The reason alone: ioredis ties the command to its errors, and that of a refused log-in holds the password.
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

  /** Runs the script; rejects if it fails or takes too long. */
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
    return withTimeout(reply, cut);
  }

  /** Rejects everything that waits, by closing the connection, and has ioredis open a new one. */
  function cut(): void {
    markDown(new Error(`no answer within ${timeoutTicks * tickMs} ms`));
    if (!isCut) redis.disconnect(true);
    isCut = true;
  }

  // Runs the script itself, so that a Redis that answers but cannot write stays down, each time on a fresh log: a script
  // that has removed an expired entry may write even when Redis is out of memory.
  async function probe(): Promise<void> {
    const askedAtUs = performance.now() * 1_000;
    try {
      const reply = await run(`probe-${randomUUID()}`, 'probe', Number.MAX_SAFE_INTEGER, probeEveryMs, true);
      if (reply === null) return;
      clockAheadUs = reply[0] - askedAtUs;
      markUp();
    } catch (error) {
      markDown(error);
    }
  }

  return {
    upSinceMs: () => upSinceMs,
    async take(organizationId, operation, append) {
      const deadlineUs = Math.round((performance.now() + deadlineMs) * 1_000 + clockAheadUs);
      try {
        const reply = await traced('redis', 'takeFromRateLimit', () =>
          run(organizationId, operation, deadlineUs, windowMs, append),
        );
        if (reply === null) throw new Error('the request reached Redis too late');
        const [, organizationCount, organizationResetUs, endpointCount, endpointResetUs] = reply;
        return {
          organization: { count: organizationCount, resetMs: organizationResetUs / 1_000 },
          endpoint: { count: endpointCount, resetMs: endpointResetUs / 1_000 },
        };
      } catch (error) {
        markDown(error);
        return null;
      }
    },
    close() {
      isClosed = true;
      upSinceMs = undefined;
      clearInterval(probing);
      redis.disconnect();
    },
  };
}

/**
 * Calls `onTimeout` when the reply is late. The event loop runs its timers before it reads its sockets: a reply that has arrived
 * during a stall gets its chance, which `commandTimeout` of ioredis does not give it.
 */
function withTimeout<T>(reply: Promise<T>, onTimeout: () => void): Promise<T> {
  let ticks = 0;
  let isSettled = false;
  const tick = () => {
    ticks += 1;
    if (ticks === timeoutTicks && !isSettled) onTimeout();
  };
  const timer = setInterval(() => setImmediate(tick), tickMs);
  return reply.finally(() => {
    isSettled = true;
    clearInterval(timer);
  });
}
