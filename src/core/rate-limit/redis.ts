import { stricter } from './decision.ts';
import { createMemoryLimiter } from './memory.ts';
import type { RateLimitDecision, RateLimiter } from './rate-limit.ts';
import { RedisLogs, type RedisLogsOptions } from './redis-logs.ts';

/**
 * Makes a limiter that all processes on one Redis share: an exact sliding log, with one script call per request. A request
 * must also pass the log of its own process, so that limits hold in each process while Redis is down, and what was
 * admitted during an outage counts after it. Starts without waiting for Redis.
 */
export function createRedisLimiter(options: RedisLogsOptions): RateLimiter {
  const memory = createMemoryLimiter(options.limits);
  const redis = new RedisLogs(options);

  async function takeFromBoth(organizationId: string, operation: string): Promise<RateLimitDecision> {
    let atMs = performance.now();
    let own = memory.take(organizationId, operation, atMs);
    const shared = await redis.take(organizationId, operation, own.allowed);
    if (!shared) return own;
    if (!own.allowed && !shared.allowed) {
      // Redis may since have refused requests that counted here, and the told wait must be the true one.
      atMs = performance.now();
      own = memory.take(organizationId, operation, atMs);
    }
    if (own.allowed && !shared.allowed) memory.forget(organizationId, operation, atMs);
    return stricter(own, shared);
  }

  return {
    take: (organizationId, operation) =>
      redis.isUp ? takeFromBoth(organizationId, operation) : memory.take(organizationId, operation),
    isShared: () => redis.isUp,
    evictedKeys: () => redis.evictedKeys,
    close: async () => redis.close(),
  };
}
