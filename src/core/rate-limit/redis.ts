import { randomUUID } from 'node:crypto';
import { Redis, type Result } from 'ioredis';
import { followed } from '../steps.ts';
import { Line, type Waiting } from '../waits.ts';
import { decide, stricter } from './decision.ts';
import { createMemoryLogs } from './memory.ts';
import type { RateLimitDecision, RateLimiter, RateLimits } from './rate-limit.ts';

const probeEveryMs = 1_000;

/**
 * While it waits, a process looks every 5 ms whether there are answers. Patience is counted in looks: a process that is
 * late itself, on a machine that is too busy or in a stalled event loop, does not take that for silence.
 */
const lookEveryMs = 5;
const patience = {
  /** The looks after which Redis is left when one request has no answer. */
  looks: 15,
  /**
   * The fewer when so many wait and none of them has been answered meanwhile; but twice what answers took lately, and
   * longer than the 25 ms for which Redis may clear expired keys without a pause.
   */
  ofMany: { requests: 20, looks: 7 },
};

/** When Redis is to drop what it has not come to. Later than the caller gives up, since Redis may be late without being gone. */
const deadlineMs = 200;

/**
 * Both logs are lists of instants in microseconds of Redis's clock, oldest first. Past the deadline nothing happens:
 * a Redis that was frozen runs, when it thaws, what its callers gave up on long ago.
 * KEYS: organization's log, endpoint's log. ARGV: deadline, window (both microseconds), the limits, '1' to log.
 * Returns false past the deadline, else { now, count, reset, count, reset } as they were before the request.
 */
export const script = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
if now > tonumber(ARGV[1]) then return false end

local window = tonumber(ARGV[2])
local reply = { now }
local admitted = true
for i, key in ipairs(KEYS) do
  local limit = tonumber(ARGV[2 + i])
  local oldest = redis.call('LINDEX', key, 0)
  while oldest and now - oldest >= window do
    redis.call('LPOP', key)
    oldest = redis.call('LINDEX', key, 0)
  end
  local count = redis.call('LLEN', key)
  if count >= limit then
    admitted = false
    oldest = redis.call('LINDEX', key, count - limit)
  end
  reply[2 * i] = count
  reply[2 * i + 1] = oldest and oldest + window - now or 0
end

if admitted and ARGV[5] == '1' then
  for _, key in ipairs(KEYS) do
    redis.call('RPUSH', key, string.format('%.0f', now))
    redis.call('PEXPIRE', key, math.ceil(window / 1000) + 1000)
  end
end
return reply
`;

type Reply = [nowUs: number, count: number, resetUs: number, count: number, resetUs: number];

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeFromRateLimit(
      organizationKey: string,
      endpointKey: string,
      deadlineUs: number,
      windowUs: number,
      organizationLimit: number,
      endpointLimit: number,
      log: 0 | 1,
    ): Result<Reply | null, Context>;
  }
}

interface Question extends Waiting {
  readonly askedAtLook: number;
  giveUp(error: unknown): void;
}

/**
 * A limiter that all processes on one Redis share: an exact sliding log, one script and one round trip a request.
 * Without an answer in some 75 ms, or earlier when many wait, the process decides alone by its own memory, at the same limits:
 * at once for all that wait, and for what comes. It asks again when the probe, once a second in the background, has had
 * an answer. For one window from then on a request must pass both logs, so
 * that what was admitted meanwhile counts. Starts without waiting for Redis.
 * @param options `url` as `redis://` or `rediss://`; `windowMs` is 60,000 by default; `log` hears of an outage twice,
 *   when it begins and when it ends.
 */
export function createRedisLimiter(options: {
  url: string;
  limits: RateLimits;
  windowMs?: number;
  log: { warn(fields: object, message: string): void; info(fields: object, message: string): void };
}): RateLimiter {
  const { url, limits, windowMs = 60_000, log } = options;
  const memory = createMemoryLogs(limits, windowMs);
  let sharing = false;
  let jointUntilMs = 0;
  let redisClockAheadUs = 0;
  let outageLogged = false;
  let closed = false;
  /** What Redis was asked and has not answered, the first first. */
  const waiting = new Line<Question>();
  let looks = 0;
  let answeredAtLook = 0;
  let slowestLooks = 0;
  let looking: NodeJS.Timeout | undefined;

  const redis = new Redis(url, {
    connectTimeout: 1_000,
    socketTimeout: 2_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  });
  redis.defineCommand('takeFromRateLimit', { numberOfKeys: 2, lua: script });
  redis.on('error', leave);
  redis.on('close', () => leave(new Error('connection closed')));
  redis.on('ready', probe);
  const probing = setInterval(probe, probeEveryMs).unref();

  function leave(error: unknown): void {
    sharing = false;
    for (let { first } = waiting; first !== undefined; first = waiting.first) first.giveUp(error);
    if (outageLogged || closed) return;
    outageLogged = true;
    log.warn({ reason: reasonOf(error) }, 'rate limits: Redis does not answer, this process counts alone');
  }

  function join(): void {
    if (sharing || closed) return;
    sharing = true;
    jointUntilMs = performance.now() + windowMs;
    if (!outageLogged) return;
    outageLogged = false;
    log.info({}, 'rate limits: Redis answers again, the processes count together');
  }

  /** What Redis answers; rejects when it takes too long, or when Redis is left meanwhile. */
  function answered<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const question: Question = {
        askedAtLook: looks,
        giveUp(error) {
          waiting.delete(question);
          reject(error);
        },
      };
      waiting.add(question);
      looking ??= setInterval(look, lookEveryMs).unref();
      answer.then((value) => {
        answeredAtLook = looks;
        slowestLooks = Math.max(slowestLooks, looks - question.askedAtLook);
        waiting.delete(question);
        resolve(value);
      }, question.giveUp);
      if (isSilent()) leave(new Error(`${waiting.size} requests wait and none is answered`));
    });
  }

  function look(): void {
    // The event loop runs its timers before it reads its sockets: an answer that has arrived gets its chance.
    setImmediate(() => {
      looks += 1;
      const { first } = waiting;
      if (first === undefined) {
        clearInterval(looking);
        looking = undefined;
      } else if (looks - first.askedAtLook > patience.looks) {
        leave(new Error(`no answer within ${patience.looks * lookEveryMs} ms`));
      } else if (isSilent()) {
        leave(new Error(`${waiting.size} requests wait and none is answered`));
      }
    });
  }

  function isSilent(): boolean {
    if (waiting.size < patience.ofMany.requests) return false;
    const { first } = waiting;
    if (first === undefined) return false;
    const silentLooks = looks - Math.max(first.askedAtLook, answeredAtLook);
    return silentLooks >= Math.max(patience.ofMany.looks, 2 * slowestLooks);
  }

  const isSteady = () => sharing && performance.now() >= jointUntilMs;

  function run(
    organizationId: string,
    operation: string,
    deadlineUs: number,
    runWindowMs: number,
    write: 0 | 1,
  ) {
    const organizationKey = `clientele:limit:{${organizationId}}`;
    return answered(
      redis.takeFromRateLimit(
        organizationKey,
        `${organizationKey}:${operation}`,
        deadlineUs,
        Math.round(runWindowMs * 1000),
        limits.organizationPerMinute,
        limits.endpointPerMinute,
        write,
      ),
    );
  }

  // The very script, so that a Redis that answers but cannot run it or write stays left alone. On a fresh log each time:
  // a script that has removed an expired entry may write even when Redis is out of memory.
  async function probe(): Promise<void> {
    const askedAtUs = performance.now() * 1000;
    slowestLooks = Math.floor(slowestLooks / 2);
    try {
      const reply = await run(`probe-${randomUUID()}`, 'probe', Number.MAX_SAFE_INTEGER, probeEveryMs, 1);
      if (reply === null) return;
      redisClockAheadUs = reply[0] - askedAtUs;
      join();
    } catch (error) {
      leave(error);
    }
  }

  /** Redis's decision; null when there was none in time, and then Redis is left. */
  function ask(organizationId: string, operation: string, write: 0 | 1): Promise<RateLimitDecision | null> {
    const deadlineUs = Math.round((performance.now() + deadlineMs) * 1000 + redisClockAheadUs);
    const asked = () => run(organizationId, operation, deadlineUs, windowMs, write);
    return followed('redis', 'takeFromRateLimit', asked).then(toDecision).catch(withoutDecision);
  }

  function toDecision(reply: Reply | null): RateLimitDecision | null {
    if (reply === null) return withoutDecision(new Error('the request reached Redis too late'));
    const [, organizationCount, organizationResetUs, endpointCount, endpointResetUs] = reply;
    return decide(
      limits,
      windowMs,
      { count: organizationCount, resetMs: organizationResetUs / 1000 },
      { count: endpointCount, resetMs: endpointResetUs / 1000 },
    );
  }

  function withoutDecision(error: unknown): null {
    leave(error);
    return null;
  }

  async function takeShared(organizationId: string, operation: string): Promise<RateLimitDecision> {
    const shared = await ask(organizationId, operation, 1);
    if (shared === null) return memory.take(organizationId, operation, performance.now());
    if (!shared.allowed) return shared;
    // Redis was left while this one was under way: others may have been admitted by memory since.
    if (!isSteady()) return stricter(shared, memory.take(organizationId, operation, performance.now()));
    memory.record(organizationId, operation, performance.now());
    return shared;
  }

  async function takeJointly(organizationId: string, operation: string): Promise<RateLimitDecision> {
    const atMs = performance.now();
    const own = memory.take(organizationId, operation, atMs);
    const shared = await ask(organizationId, operation, own.allowed ? 1 : 0);
    if (shared === null) return own;
    if (own.allowed && !shared.allowed) memory.forget(organizationId, operation, atMs);
    return stricter(own, shared);
  }

  return {
    take(organizationId, operation) {
      if (!sharing) return memory.take(organizationId, operation, performance.now());
      return isSteady() ? takeShared(organizationId, operation) : takeJointly(organizationId, operation);
    },
    isShared: () => sharing,
    close() {
      closed = true;
      sharing = false;
      clearInterval(probing);
      clearInterval(looking);
      redis.disconnect();
      return Promise.resolve();
    },
  };
}

// Not the error itself: ioredis ties the command to it, and that of a refused log-in holds the password. The error of
// a host with two addresses has a code and no message.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
