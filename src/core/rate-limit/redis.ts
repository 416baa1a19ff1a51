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

  function takeFromBoth(organizationId: string, operation: string): Promise<RateLimitDecision> {
    const own = memory.take(organizationId, operation, performance.now(), false);
    return redis.take(organizationId, operation, own.allowed).then((shared) => {
      const isAdmitted = own.allowed && shared?.allowed !== false;
      const decision = isAdmitted ? memory.take(organizationId, operation) : own;
      return shared ? stricter(decision, shared) : decision;
    });
  }

  return {
    take: (organizationId, operation) =>
      redis.isUp ? takeFromBoth(organizationId, operation) : memory.take(organizationId, operation),
    isShared: () => redis.isUp,
    evictedKeys: () => redis.evictedKeys,
    close: async () => redis.close(),
  };
}
