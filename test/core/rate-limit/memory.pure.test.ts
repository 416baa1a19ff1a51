import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createMemoryLimiter } from '../../../src/core/rate-limit/memory.ts';
import type { RateLimitPolicy } from '../../../src/core/rate-limit/rate-limit.ts';

const windowMs = 60_000;

test('decides like a plain list of all requests ever admitted, in 10,000 random steps', () => {
  const limits = { organizationPerMinute: 7, endpointPerMinute: 4 };
  const seed = Number(process.env.TEST_SEED ?? Date.now()) % 2 ** 31;
  const random = randomFrom(seed);
  const clock = { nowMs: 0 };
  const limiter = createMemoryLimiter(limits);
  const reference = naiveLimiter(limits);
  for (let step = 0; step < 10_000; step += 1) {
    // Eighths are exact in binary; a rare long pause lets whole organizations go idle.
    clock.nowMs += random() < 0.01 ? Math.floor(random() * 240_000) : Math.floor(random() * 38_400) / 8;
    const organizationId = `organization-${Math.floor(random() * 3)}`;
    const operation = `operation-${Math.floor(random() * 3)}`;
    const expected = reference(organizationId, operation, clock.nowMs);
    const decision = limiter.take(organizationId, operation, clock.nowMs);
    if (JSON.stringify(decision) !== JSON.stringify(expected)) {
      expect(decision, `seed ${seed}, step ${step}`).toEqual(expected);
    }
    if (!decision.allowed && random() < 0.3) {
      clock.nowMs += decision.retryAfterMs;
      reference(organizationId, operation, clock.nowMs);
      expect(limiter.take(organizationId, operation, clock.nowMs).allowed, `seed ${seed}, step ${step}`).toBe(
        true,
      );
    }
  }
});

test.each([
  ['organizations that call once', (window: number) => window],
  ['organizations that keep calling', () => 0],
])('memory is bounded by the requests of the last windows: %s', (_what, generationOf) => {
  const logs = createMemoryLimiter({ organizationPerMinute: 100, endpointPerMinute: 50 });
  const run = (from: number, to: number) => {
    for (let window = from; window < to; window += 1)
      for (let request = 0; request < 24_000; request += 1) {
        const organizationId = `${generationOf(window)}-${request % 3_000}`;
        logs.take(organizationId, 'a', (window + request / 24_000) * windowMs);
      }
  };
  run(0, 3);
  const before = heapBytes();
  run(3, 9);
  expect(heapBytes() - before).toBeLessThan(1_500_000);
  expect(logs.take('last', 'a', 9 * windowMs).allowed).toBe(true);
});

function naiveLimiter(limits: { organizationPerMinute: number; endpointPerMinute: number }) {
  const admitted: { organizationId: string; operation: string; atMs: number }[] = [];
  return (organizationId: string, operation: string, nowMs: number) => {
    const inWindow = admitted.filter(
      (each) => each.organizationId === organizationId && each.atMs > nowMs - windowMs,
    );
    const ofOrganization = inWindow.map((each) => each.atMs);
    const ofEndpoint = inWindow.filter((each) => each.operation === operation).map((each) => each.atMs);
    const wait = (log: number[], limit: number) =>
      log.length < limit ? 0 : Math.min(...log) + windowMs - nowMs;
    const organizationWaitMs = wait(ofOrganization, limits.organizationPerMinute);
    const endpointWaitMs = wait(ofEndpoint, limits.endpointPerMinute);
    const retryAfterMs = Math.max(organizationWaitMs, endpointWaitMs);
    const allowed = retryAfterMs === 0;
    let refusedBy: RateLimitPolicy | null = null;
    if (!allowed) refusedBy = organizationWaitMs >= endpointWaitMs ? 'organization' : 'endpoint';
    if (allowed) {
      admitted.push({ organizationId, operation, atMs: nowMs });
      ofOrganization.push(nowMs);
      ofEndpoint.push(nowMs);
    }
    if (admitted.length > 200) admitted.splice(0, 100);
    const state = (log: number[], limit: number) => ({
      remaining: limit - log.length,
      resetSeconds: log.length === 0 ? 0 : Math.ceil((Math.min(...log) + windowMs - nowMs) / 1000),
    });
    return {
      allowed,
      refusedBy,
      retryAfterMs,
      organization: state(ofOrganization, limits.organizationPerMinute),
      endpoint: state(ofEndpoint, limits.endpointPerMinute),
    };
  };
}

// mulberry32, https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
