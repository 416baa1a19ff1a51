import { decide, stricter } from './decision.ts';
import { createMemoryLogs } from './memory.ts';
import type { RateLimitDecision, RateLimiter } from './rate-limit.ts';
import { createRedisLogs, type LogStates, type RedisLogsOptions } from './redis-logs.ts';

/**
 * Makes a limiter that all processes on one Redis share: an exact sliding log, with one script call per request. During an
 * outage of Redis each process applies the same limits by itself. For one window after an outage, a request must pass
 * both logs, so that requests admitted during it count. Starts without waiting for Redis.
 * @param options `url` as `redis://` or `rediss://`; `windowMs` is 60,000 by default
 */
export function createRedisLimiter({
  windowMs = 60_000,
  ...options
}: Omit<RedisLogsOptions, 'windowMs'> & { windowMs?: number }): RateLimiter {
  const { limits } = options;
  const memory = createMemoryLogs(limits, windowMs);
  const redis = createRedisLogs({ ...options, windowMs });

  const isSteady = () => performance.now() >= (redis.upSinceMs() ?? Number.POSITIVE_INFINITY) + windowMs;
  const takeAlone = (organizationId: string, operation: string) =>
    memory.take(organizationId, operation, performance.now());

  const decided = ({ organization, endpoint }: LogStates) => decide(limits, windowMs, organization, endpoint);

  async function takeShared(organizationId: string, operation: string): Promise<RateLimitDecision> {
    const logs = await redis.take(organizationId, operation, true);
    if (!logs) return takeAlone(organizationId, operation);
    const shared = decided(logs);
    if (!shared.allowed) return shared;
    // An outage began during the call to Redis: the memory log may have admitted other requests since.
    if (!isSteady()) return stricter(shared, takeAlone(organizationId, operation));
    memory.record(organizationId, operation, performance.now());
    return shared;
  }

  async function takeFromBoth(organizationId: string, operation: string): Promise<RateLimitDecision> {
    const atMs = performance.now();
    const own = memory.take(organizationId, operation, atMs);
    const logs = await redis.take(organizationId, operation, own.allowed);
    if (!logs) return own;
    const shared = decided(logs);
    if (own.allowed && !shared.allowed) memory.forget(organizationId, operation, atMs);
    return stricter(own, shared);
  }

  const isShared = () => redis.upSinceMs() !== undefined;
  return {
    take(organizationId, operation) {
      if (!isShared()) return takeAlone(organizationId, operation);
      return isSteady() ? takeShared(organizationId, operation) : takeFromBoth(organizationId, operation);
    },
    isShared,
    evictedKeys: redis.evictedKeys,
    async close() {
      redis.close();
    },
  };
}
