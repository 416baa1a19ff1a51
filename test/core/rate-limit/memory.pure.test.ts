import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryLimiter } from '../../../src/core/rate-limit/memory.ts';
import type { RateLimitPolicy } from '../../../src/core/rate-limit/rate-limit.ts';

const windowMs = 60_000;

const steps = fc.array(
  fc.record({
    // Eighths are exact in binary; a rare long pause lets whole organizations go idle.
    pauseMs: fc.oneof(
      { weight: 99, arbitrary: fc.nat(38_400).map((eighths) => eighths / 8) },
      { weight: 1, arbitrary: fc.nat(240_000) },
    ),
    organizationId: fc.constantFrom('acme', 'globex', 'initech'),
    operation: fc.constantFrom('a', 'b', 'c'),
    waitsIfRefused: fc.boolean(),
  }),
  { minLength: 200, maxLength: 200 },
);

test('decides like a plain list of all requests ever admitted, in 10,000 random steps', () => {
  const limits = { organizationPerMinute: 7, endpointPerMinute: 4 };
  const decidesLikeList = fc.property(steps, (all) => {
    const limiter = createMemoryLimiter(limits);
    const reference = naiveLimiter(limits);
    let nowMs = 0;
    for (const { pauseMs, organizationId, operation, waitsIfRefused } of all) {
      nowMs += pauseMs;
      const decision = limiter.take(organizationId, operation, nowMs);
      expect(decision).toEqual(reference(organizationId, operation, nowMs));
      if (decision.allowed || !waitsIfRefused) continue;
      nowMs += decision.retryAfterMs;
      reference(organizationId, operation, nowMs);
      expect(limiter.take(organizationId, operation, nowMs).allowed).toBe(true);
    }
  });
  fc.assert(decidesLikeList, { numRuns: 50 });
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

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
