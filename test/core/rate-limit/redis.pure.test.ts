import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { decide, stricter } from '../../../src/core/rate-limit/decision.ts';
import { createRedisLimiter } from '../../../src/core/rate-limit/redis.ts';
import { fakeRedis } from './fake-redis.ts';

const limits = { organizationPerMinute: 20, endpointPerMinute: 12 };
const windowMs = 60_000;
const timeoutMs = 50;

// The clock and the timers stand still unless a test moves them: no window ends and no answer is late by itself.
let nowMs = 0;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Waits for what other turns of the loop bring about. `expect.poll` would move the timers. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate);
}

function limiterAt(url: string) {
  const logged: string[] = [];
  const log = {
    warn: ({ reason }: { reason?: string }) => logged.push(`down: ${reason}`),
    info: () => logged.push('up'),
  };
  const limiter = createRedisLimiter({ url, limits, timeoutMs, log });
  onTestFinished(() => limiter.close());
  const take = async (organizationId = 'acme') => {
    const { allowed, refusedBy, endpoint } = await limiter.take(organizationId, 'a');
    return allowed ? endpoint.remaining : refusedBy;
  };
  /** A decision of memory alone, which comes without a promise. */
  const takeAlone = (organizationId = 'acme') => {
    const decision = limiter.take(organizationId, 'a');
    if (decision instanceof Promise) throw new Error('Redis was asked.');
    return decision.allowed ? decision.endpoint.remaining : decision.refusedBy;
  };
  return { limiter, logged, take, takeAlone };
}

/** A limiter that shares its limits over Redis. */
async function shared() {
  const redis = await fakeRedis(limits.endpointPerMinute);
  const made = limiterAt(redis.url);
  await until(made.limiter.isShared);
  return { redis, ...made };
}

test('an unreachable Redis is one outage with its reason, and memory decides at once', async () => {
  const { logged, takeAlone } = limiterAt('redis://127.0.0.1:1');
  const outcomes = Array.from({ length: 13 }, () => takeAlone());
  expect(outcomes).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 'endpoint']);
  await until(() => logged.length > 0);
  expect(logged).toEqual([expect.stringContaining('ECONNREFUSED')]);
});

test('a Redis that accepts connections and does not answer is down after a second, and tried again', async () => {
  const redis = await fakeRedis(limits.endpointPerMinute);
  redis.isAwake = false;
  const { limiter, logged } = limiterAt(redis.url);
  await until(() => redis.connections() === 1);
  await until(() => {
    vi.advanceTimersByTime(1);
    return logged.length > 0;
  });
  expect(logged).toEqual(['down: no answer within 1000 ms']);
  redis.isAwake = true;
  await until(() => {
    vi.advanceTimersByTime(1);
    return limiter.isShared();
  });
});

test('a Redis that comes up is asked, with what memory has admitted counting for one window', async () => {
  const redis = await fakeRedis(limits.endpointPerMinute);
  redis.isUp = false;
  const { limiter, logged, take, takeAlone } = limiterAt(redis.url);
  for (let request = 0; request < 12; request += 1) takeAlone();
  await until(() => logged.length > 0);
  redis.isUp = true;
  await until(() => {
    vi.advanceTimersByTime(1);
    return limiter.isShared();
  });
  expect(logged).toEqual([expect.stringMatching(/^down: /), 'up']);
  expect([await take(), redis.calls.at(-1)?.append]).toEqual(['endpoint', false]);
  nowMs += windowMs - 1;
  expect(await take()).toBe('endpoint');
  nowMs += 1;
  expect([await take(), redis.calls.at(-1)?.append]).toEqual([11, true]);
  expect(redis.counts.get('acme')).toBe(1);
});

test('when the connection is lost, memory knows what Redis admitted and not what it refused', async () => {
  const { redis, logged, take, takeAlone } = await shared();
  redis.counts.set('full', 12);
  for (const remaining of [11, 10, 9]) expect(await take()).toBe(remaining);
  expect(await take('full')).toBe('endpoint');
  redis.isUp = false;
  redis.cut();
  await until(() => logged.length > 0);
  expect([takeAlone(), takeAlone('full')]).toEqual([8, 11]);
});

test('the script has the timeout and 150 ms to begin, by the clock of Redis', async () => {
  const { redis, take } = await shared();
  await take();
  expect(redis.calls).toEqual([{ organizationId: 'acme', leftUs: (timeoutMs + 150) * 1_000, append: true }]);
});

test('requests without an answer are decided by memory at the timeout of the first, and the connection is closed once', async () => {
  const { redis, logged, take, takeAlone } = await shared();
  redis.answers = 'never';
  let decided = 0;
  const warned = vi.fn();
  process.once('warning', warned);
  const batch = Array.from({ length: 11 }, () => take().finally(() => (decided += 1)));
  await until(() => redis.calls.length === 11);
  vi.advanceTimersByTime(timeoutMs - 10);
  await new Promise(setImmediate);
  expect([decided, logged]).toEqual([0, []]);
  redis.isUp = false;
  vi.advanceTimersByTime(10);
  expect(await Promise.all(batch)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(logged).toEqual(['down: no answer within 50 ms']);
  expect(takeAlone()).toBe(0);
  await until(() => redis.connections() === 0);
  process.off('warning', warned);
  expect(warned).not.toHaveBeenCalled();
});

test('a stalled event loop is not taken for an outage: an answer that has arrived is read before the timeout counts', async () => {
  const { redis, logged, take } = await shared();
  const pending = take();
  await until(() => redis.calls.length === 1);
  // The answer reaches the process while its event loop stands still, as do the ticks.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * timeoutMs);
  vi.advanceTimersByTime(timeoutMs);
  expect([await pending, logged]).toEqual([11, []]);
});

test('a request that Redis admitted after it had failed another one counts in memory, too', async () => {
  const { redis, take } = await shared();
  redis.next = ['error', 'usually'];
  expect(await Promise.all([take(), take()])).toEqual([11, 10]);
});

test.each(['error', 'too late'] as const)(
  'a Redis that answers with "%s" is one outage until it works',
  async (answer) => {
    const { limiter, redis, logged, take } = await shared();
    redis.answers = answer;
    expect(await take()).toBe(11);
    expect([limiter.isShared(), logged]).toEqual([false, [expect.stringMatching(/^down: /)]]);
    for (let second = 0; second < 3; second += 1) {
      vi.advanceTimersByTime(1_000);
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    }
    expect([limiter.isShared(), logged.length]).toEqual([false, 1]);
    redis.answers = 'usually';
    vi.advanceTimersByTime(1_000);
    await until(() => logged.at(-1) === 'up');
    expect(logged).toHaveLength(2);
  },
);

test('after closing, requests are still decided, and no outage is logged', async () => {
  const { limiter, redis, logged, take, takeAlone } = await shared();
  redis.answers = 'never';
  const pending = take();
  await until(() => redis.calls.length === 1);
  await limiter.close();
  expect([await pending, takeAlone(), logged]).toEqual([11, 10, []]);
});

test('evicted keys are counted from the first look, also after a restart of Redis, and logged once', async () => {
  const redis = await fakeRedis(limits.endpointPerMinute);
  const warned: object[] = [];
  const log = { warn: (fields: object) => warned.push(fields), info: () => {} };
  const limiter = createRedisLimiter({ url: redis.url, limits, timeoutMs, log });
  onTestFinished(() => limiter.close());
  await until(limiter.isShared);
  const counts: (number | undefined)[] = [];
  for (const stats of ['', 'evicted_keys:5', 'evicted_keys:5', 'evicted_keys:8', 'evicted_keys:2']) {
    redis.stats = stats;
    const asked = redis.statsAsked;
    await until(() => {
      vi.advanceTimersByTime(1);
      return redis.statsAsked > asked;
    });
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    counts.push(limiter.evictedKeys?.());
  }
  expect([counts, warned]).toEqual([[0, 0, 0, 3, 5], [{ evictedKeys: 3 }]]);
});

test('of two decisions the stricter counts: the refusal with the longer wait, or the fewer remaining and later reset', () => {
  const decision = (count: number, resetMs: number) => decide(limits, { count, resetMs }, { count, resetMs });
  const [roomy, used, later] = [decision(1, 5_000), decision(2, 5_000), decision(2, 9_000)];
  const [refused, refusedLonger] = [decision(12, 1_000), decision(12, 2_000)];
  for (const [one, other, expected] of [
    [roomy, used, used],
    [used, later, later],
    [roomy, refused, refused],
    [refused, refusedLonger, refusedLonger],
  ] as const) {
    expect(stricter(one, other)).toEqual(expected);
    expect(stricter(other, one)).toEqual(expected);
  }
});
