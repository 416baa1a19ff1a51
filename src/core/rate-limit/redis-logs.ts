import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { reasonOf } from '../reason.ts';
import { defaultRedisTimeoutMs } from '../settings.ts';
import { Waits } from '../timeouts.ts';
import { traced } from '../tracing.ts';
import { decide, windowMs } from './decision.ts';
import type { RateLimitDecision, RateLimits } from './rate-limit.ts';
import { type Reply, script } from './redis-script.ts';

const probeEveryMs = 1_000;
/** A script that reaches Redis this long after the timeout does nothing: a slow Redis is not down. */
const graceMs = 150;

export interface RedisLogsOptions {
  /** `redis://` or `rediss://` */
  readonly url: string;
  readonly limits: RateLimits;
  /** The time after which Redis counts as down. Longer than the default where a slow machine must not count as an outage. */
  readonly timeoutMs?: number;
  /** Gets one message at the start and one at the end of an outage. */
  readonly log: { warn(fields: object, message: string): void; info(fields: object, message: string): void };
}

/**
 * The sliding logs in Redis. Connects in the background and detects outages: an error, a lost connection or a timeout. After
 * a timeout it closes the connection, so that ioredis rejects all pending commands and reconnects. A successful probe ends
 * the outage.
 */
export class RedisLogs {
  isUp = false;
  /** The number of keys that Redis has evicted since the first probe, of any kind: Redis does not tell which. */
  evictedKeys = 0;
  readonly #options: RedisLogsOptions;
  readonly #timeoutMs: number;
  readonly #redis: Redis;
  // `commandTimeout` of ioredis takes a stalled event loop for an outage.
  readonly #waits = new Waits(10);
  readonly #probing: NodeJS.Timeout;
  #clockAheadUs = 0;
  #isOutageLogged = false;
  #isClosing = false;
  #totalEvictedKeys: number | undefined;

  constructor(options: RedisLogsOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? defaultRedisTimeoutMs;
    this.#redis = new Redis(options.url, {
      connectTimeout: probeEveryMs,
      // A frozen Redis does not close connections.
      disconnectTimeout: 0,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      retryStrategy: (attempt) => Math.min(attempt * 100, 500),
      scripts: { takeFromRateLimit: { numberOfKeys: 2, lua: script } },
    });
    this.#redis.on('ready', () => this.#probe());
    this.#redis.on('error', (error) => this.#markDown(error));
    this.#redis.on('close', () => {
      this.#isClosing = false;
      this.#markDown(new Error('connection closed'));
    });
    this.#probing = setInterval(() => this.#probe(), probeEveryMs).unref();
  }

  /** Decides on a request, or returns null if Redis fails or times out. With `append`, logs an admitted request. */
  take(organizationId: string, operation: string, append: boolean): Promise<RateLimitDecision | null> {
    const beforeMs = performance.now() + this.#timeoutMs + graceMs;
    const deadlineUs = Math.round(beforeMs * 1_000 + this.#clockAheadUs);
    return traced('redis', 'takeFromRateLimit', () =>
      this.#run(organizationId, operation, deadlineUs, windowMs, append),
    ).then(
      ([, organizationCount, organizationResetUs, endpointCount, endpointResetUs]) =>
        decide(
          this.#options.limits,
          { count: organizationCount, resetMs: organizationResetUs / 1_000 },
          { count: endpointCount, resetMs: endpointResetUs / 1_000 },
        ),
      (error: unknown) => {
        this.#markDown(error);
        return null;
      },
    );
  }

  close(): void {
    // What fails from now on is no outage.
    this.#isOutageLogged = true;
    this.isUp = false;
    clearInterval(this.#probing);
    this.#redis.disconnect();
  }

  /** Runs the script. Rejects if it fails, times out, or reaches Redis too late. */
  #run(
    organizationId: string,
    operation: string,
    deadlineUs: number,
    runWindowMs: number,
    append: boolean,
  ): Promise<Reply> {
    const end = this.#waits.begin(this.#timeoutMs, () => this.#cut(this.#timeoutMs));
    const organizationKey = `clientele:limit:{${organizationId}}`;
    const { organizationPerMinute, endpointPerMinute } = this.#options.limits;
    const running = this.#redis.takeFromRateLimit(
      organizationKey,
      `${organizationKey}:${operation}`,
      deadlineUs,
      runWindowMs * 1_000,
      organizationPerMinute,
      endpointPerMinute,
      append ? 1 : 0,
    );
    return running.then(
      (reply) => {
        end();
        if (!reply) throw new Error('the script reached Redis after its deadline');
        return reply;
      },
      (error: unknown) => {
        end();
        throw error;
      },
    );
  }

  // Runs the script itself, so that a Redis that answers but cannot write counts as down. Each probe uses a new log, since
  // a script that has removed an expired entry may write even if Redis is out of memory.
  async #probe(): Promise<void> {
    // A frozen Redis accepts connections and then does not answer.
    if (this.#redis.status === 'connect') this.#cut(probeEveryMs);
    if (this.#redis.status !== 'ready') return;
    const askedAtUs = performance.now() * 1_000;
    try {
      const logId = `probe-${randomUUID()}`;
      const [nowUs] = await this.#run(logId, 'probe', Number.MAX_SAFE_INTEGER, probeEveryMs, true);
      this.#clockAheadUs = nowUs - askedAtUs;
      this.#markUp();
    } catch (error) {
      this.#markDown(error);
    }
    // Hosted Redis may refuse the command; nothing is known then.
    this.#countEvictedKeys(await this.#redis.info('stats').catch(() => ''));
  }

  #countEvictedKeys(stats: string): void {
    const [, digits] = /^evicted_keys:(\d+)/m.exec(stats) ?? [];
    if (digits === undefined) return;
    const total = Number(digits);
    const before = this.#totalEvictedKeys ?? total;
    this.#totalEvictedKeys = total;
    // After a restart Redis counts from 0 again.
    const evicted = total - (total < before ? 0 : before);
    if (evicted > 0 && this.evictedKeys === 0)
      this.#options.log.warn(
        { evictedKeys: evicted },
        'rate limits: Redis evicts keys for lack of memory, so callers may exceed their limits; raise its maxmemory, or set maxmemory-policy to noeviction',
      );
    this.evictedKeys += evicted;
  }

  #markDown(error: unknown): void {
    this.isUp = false;
    if (this.#isOutageLogged) return;
    this.#isOutageLogged = true;
    // Only the reason is logged: errors of ioredis contain the command, which for a refused login holds the password.
    this.#options.log.warn(
      { reason: reasonOf(error) },
      'rate limits: Redis is not responding; falling back to limits per process',
    );
  }

  #markUp(): void {
    this.isUp = true;
    if (!this.#isOutageLogged) return;
    this.#isOutageLogged = false;
    this.#options.log.info({}, 'rate limits: Redis is responding again; limits are shared');
  }

  /** Closes the connection, which rejects all pending commands, and lets ioredis reconnect. */
  #cut(afterMs: number): void {
    this.#markDown(new Error(`no answer within ${afterMs} ms`));
    // All commands of a connection time out together, and each call would add a listener.
    if (!this.#isClosing) this.#redis.disconnect(true);
    this.#isClosing = true;
  }
}
