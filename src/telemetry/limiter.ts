import { Counter, type Registry } from 'prom-client';
import type { RateLimiter } from '../core/rate-limit/rate-limit.ts';
import type { Sampled } from './sampled.ts';

const noDecisions = { admitted: 0, refused_by_organization: 0, refused_by_endpoint: 0 };

/** Returns a limiter whose decisions are counted. */
export function countDecisions(registry: Registry, sampled: Sampled, limiter: RateLimiter): RateLimiter {
  const counts = { redis: { ...noDecisions }, memory: { ...noDecisions } };
  new Counter({
    name: 'clientele_rate_limit_decisions_total',
    help: 'Decisions of the rate limiter, by result and by store',
    labelNames: ['result', 'decided_by'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [decided_by, results] of Object.entries(counts))
        for (const [result, count] of Object.entries(results)) this.inc({ result, decided_by }, count);
    },
  });
  sampled.gauge(
    'clientele_rate_limit_shared',
    '1 while limits are shared through Redis, 0 while this process counts in its own memory',
    () => (limiter.isShared() ? 1 : 0),
  );
  registerRedis(sampled, limiter);
  return {
    ...limiter,
    async take(organizationId, operation) {
      const decision = await limiter.take(organizationId, operation);
      const { refusedBy } = decision;
      const result = refusedBy === null ? 'admitted' : (`refused_by_${refusedBy}` as const);
      counts[limiter.isShared() ? 'redis' : 'memory'][result] += 1;
      return decision;
    },
  };
}

/** Registers the state of Redis; nothing without Redis. */
function registerRedis({ gauge, counter }: Sampled, { isShared, evictedKeys }: RateLimiter): void {
  if (!evictedKeys) return;
  gauge('clientele_redis_up', '1 while Redis answers in time, otherwise 0; absent without REDIS_URL', () =>
    isShared() ? 1 : 0,
  );
  counter(
    'clientele_redis_evicted_keys_total',
    'Keys that Redis evicted for lack of memory since this process started; absent without REDIS_URL',
    evictedKeys,
  );
}
