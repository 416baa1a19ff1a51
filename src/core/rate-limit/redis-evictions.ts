import type { Redis } from 'ioredis';
import type { RedisLogsOptions } from './redis-logs.ts';

/** Counts the keys that Redis evicts for lack of memory. The first one is logged. */
export interface EvictionWatch {
  check(): Promise<void>;
  /** The number of keys evicted since the first check, of any kind: Redis does not tell which. */
  count(): number;
}

/** Watches for evictions, by which requests would silently stop counting against the limits. */
export function watchEvictions(redis: Pick<Redis, 'info'>, log: RedisLogsOptions['log']): EvictionWatch {
  let lastTotal: number | undefined;
  let count = 0;
  let isLogged = false;
  return {
    async check() {
      // Hosted Redis may refuse the command; nothing is known then.
      const info = await redis.info('stats').catch(() => '');
      const [, digits] = /^evicted_keys:(\d+)/m.exec(info) ?? [];
      if (digits === undefined) return;
      const total = Number(digits);
      // After a restart Redis counts from 0 again.
      const before = lastTotal === undefined || total >= lastTotal ? (lastTotal ?? total) : 0;
      count += total - before;
      lastTotal = total;
      if (count === 0 || isLogged) return;
      isLogged = true;
      log.warn(
        { evictedKeys: count },
        'rate limits: Redis evicts keys for lack of memory, so callers may exceed their limits; raise its maxmemory, or set maxmemory-policy to noeviction',
      );
    },
    count: () => count,
  };
}
