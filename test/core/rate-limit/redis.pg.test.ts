import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RateLimiter, RateLimits } from '../../../src/core/rate-limit/rate-limit.ts';
import { eventTimeoutMs } from '../../support/timeouts.ts';
import { expectExact, limiterOf, type Observed, observe, until, untilShared } from './redis-support.ts';

const url = process.env.TEST_REDIS_URL ?? '';
const windowMs = 400;
const limits: RateLimits = { organizationPerMinute: 20, endpointPerMinute: 12 };

const title = url === '' ? 'redis limiter: NOT TESTED, TEST_REDIS_URL is not set' : 'redis limiter';
describe.skipIf(url === '')(title, () => {
  const processes: ReturnType<typeof limiterOf>[] = [];
  let one: RateLimiter;
  let other: RateLimiter;

  beforeAll(async () => {
    processes.push(limiterOf(url, limits, windowMs), limiterOf(url, limits, windowMs));
    [one, other] = processes.map((each) => each.limiter) as [RateLimiter, RateLimiter];
    await untilShared([one, other]);
    await until(performance.now() + windowMs);
  });

  afterAll(async () => {
    await Promise.all(processes.map((each) => each.limiter.close()));
    expect(processes.flatMap((each) => each.logged)).toEqual([]);
  });

  test('a request admitted in one process counts in the other', async () => {
    const organizationId = randomUUID();
    expect(await one.take(organizationId, 'a')).toEqual({
      allowed: true,
      refusedBy: null,
      retryAfterMs: 0,
      organization: { remaining: 19, resetSeconds: 1 },
      endpoint: { remaining: 11, resetSeconds: 1 },
    });
    expect(await other.take(organizationId, 'b')).toMatchObject({
      organization: { remaining: 18 },
      endpoint: { remaining: 11 },
    });
  });

  test('simultaneous requests to two processes: exactly the limit is admitted, and refusals do not count', async () => {
    const organizationId = randomUUID();
    const take = (index: number) => (index % 2 === 0 ? one : other).take(organizationId, 'a');
    const decisions = await Promise.all(Array.from({ length: 60 }, (_, index) => take(index)));
    expect(decisions.filter((each) => each.allowed)).toHaveLength(12);
    for (const refused of decisions.filter((each) => !each.allowed)) {
      expect(refused).toMatchObject({
        refusedBy: 'endpoint',
        organization: { remaining: 8 },
        endpoint: { remaining: 0 },
      });
      expect(refused.retryAfterMs).toBeGreaterThan(0);
      expect(refused.retryAfterMs).toBeLessThanOrEqual(windowMs);
    }
  });

  test('the limit of an organization holds over operations and processes; an unused log has no reset', async () => {
    const organizationId = randomUUID();
    for (let request = 0; request < 20; request += 1) {
      const limiter = request % 2 === 0 ? one : other;
      expect((await limiter.take(organizationId, request < 10 ? 'a' : 'b')).allowed).toBe(true);
    }
    expect(await one.take(organizationId, 'c')).toMatchObject({
      refusedBy: 'organization',
      organization: { remaining: 0, resetSeconds: 1 },
      endpoint: { remaining: 12, resetSeconds: 0 },
    });
  });

  test('waiting exactly retryAfterMs suffices, in whichever process', async () => {
    const organizationId = randomUUID();
    for (let request = 0; request < 12; request += 1) {
      await one.take(organizationId, 'a');
      await until(performance.now() + 3);
    }
    for (let round = 0; round < 30; round += 1) {
      const refused = await (round % 2 === 0 ? one : other).take(organizationId, 'a');
      const receivedMs = performance.now();
      if (refused.allowed) continue;
      await until(receivedMs + refused.retryAfterMs);
      expect(await (round % 3 === 0 ? one : other).take(organizationId, 'a')).toMatchObject({
        allowed: true,
      });
    }
  });

  test('no window holds more than the limits and nothing is refused early, under two seconds of random load', async () => {
    const organizationId = randomUUID();
    const observed: Observed[] = [];
    const endMs = performance.now() + 2_000;
    const client = async (limiter: RateLimiter) => {
      while (performance.now() < endMs) {
        const operation = Math.random() < 0.7 ? 'a' : 'b';
        observed.push(await observe(limiter, organizationId, operation));
        await until(performance.now() + Math.random() * 30);
      }
    };
    await Promise.all([one, other, one, other, one, other].map(client));
    expect(observed.filter((each) => each.decision.refusedBy === 'endpoint').length).toBeGreaterThan(10);
    expect(observed.filter((each) => each.decision.refusedBy === 'organization').length).toBeGreaterThan(10);
    expectExact(observed, limits, windowMs);
  });

  test('the limits hold from the start of a process, while it still connects', async () => {
    const organizationId = randomUUID();
    const { limiter } = limiterOf(url, limits, windowMs);
    const observed: Observed[] = [];
    const endMs = performance.now() + 3 * windowMs;
    while (performance.now() < endMs) {
      observed.push(
        ...(await Promise.all(['a', 'b', 'c'].map((each) => observe(limiter, organizationId, each)))),
      );
      await until(performance.now() + 5);
    }
    await limiter.close();
    expectExact(observed, limits, windowMs);
  });

  test('a stalled event loop does not count as an outage', async () => {
    const timeoutMs = 500;
    const { limiter, logged } = limiterOf(url, limits, 10_000, timeoutMs);
    await untilShared([limiter, limiter]);
    const loggedBefore = [...logged];
    const organizationId = randomUUID();
    // From here the loop comes to its timers before it comes to its sockets.
    await new Promise((resolve) => setImmediate(resolve));
    const pending = limiter.take(organizationId, 'a');
    const stalledUntilMs = performance.now() + timeoutMs + 200;
    while (performance.now() < stalledUntilMs);
    expect((await pending).endpoint.remaining).toBe(11);
    expect((await limiter.take(organizationId, 'a')).endpoint.remaining).toBe(10);
    await limiter.close();
    expect(logged).toEqual(loggedBefore);
  });

  test('the logs of an organization expire when idle, and share one cluster slot', async () => {
    const organizationId = randomUUID();
    await one.take(organizationId, 'a');
    const redis = new Redis(url);
    const keys = [`clientele:limit:{${organizationId}}`, `clientele:limit:{${organizationId}}:a`];
    for (const key of keys) {
      const remainingMs = await redis.pttl(key);
      expect(remainingMs).toBeGreaterThan(0);
      expect(remainingMs).toBeLessThanOrEqual(windowMs + 1_000);
    }
    await redis.quit();
  });

  test('after a limit is lowered, existing logs are held to it, and the wait reported suffices', async () => {
    // So long that on a busy machine too all requests fall into one window.
    const longMs = 3_000;
    const higher = limiterOf(url, limits, longMs);
    const lower = limiterOf(url, { organizationPerMinute: 5, endpointPerMinute: 5 }, longMs);
    const share = async () => {
      const sharedId = randomUUID();
      await higher.limiter.take(sharedId, 'a');
      expect((await lower.limiter.take(sharedId, 'a')).endpoint.remaining).toBe(3);
    };
    await vi.waitFor(share, { timeout: eventTimeoutMs, interval: 20 });
    const organizationId = randomUUID();
    for (let request = 0; request < 8; request += 1) await higher.limiter.take(organizationId, 'a');
    const refused = await lower.limiter.take(organizationId, 'b');
    const receivedMs = performance.now();
    expect(refused).toMatchObject({ refusedBy: 'organization', organization: { remaining: 0 } });
    await until(receivedMs + refused.retryAfterMs);
    expect((await lower.limiter.take(organizationId, 'b')).allowed).toBe(true);
    await Promise.all([higher.limiter.close(), lower.limiter.close()]);
  });
});
