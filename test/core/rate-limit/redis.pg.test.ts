import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import type { RateLimits } from '../../../src/core/rate-limit/rate-limit.ts';
import { createRedisLimiter } from '../../../src/core/rate-limit/redis.ts';
import { script } from '../../../src/core/rate-limit/redis-script.ts';
import { atEndOfFile } from '../../support/cleanup.ts';
import { eventTimeoutMs } from '../../support/timeouts.ts';

const url = process.env.TEST_REDIS_URL ?? '';
const redis = new Redis(url, { scripts: { takeFromRateLimit: { numberOfKeys: 2, lua: script } } });
atEndOfFile(() => redis.quit());

const log = { warn: expect.fail, info: expect.fail };
const generous: RateLimits = { organizationPerMinute: 20, endpointPerMinute: 12 };

/** The limiters of two processes, which share their limits already. */
async function twoProcesses(...limitsOfBoth: [RateLimits, RateLimits]) {
  const made = limitsOfBoth.map((limits) =>
    createRedisLimiter({ url, limits, timeoutMs: eventTimeoutMs, log }),
  );
  atEndOfFile(() => Promise.all(made.map((limiter) => limiter.close())));
  const [one, other] = made;
  if (!one || !other) throw new Error('Two were made.');
  await expect.poll(() => one.isShared() && other.isShared()).toBe(true);
  return { one, other };
}

test('simultaneous requests to two processes: exactly the limit is admitted, and refusals do not count', async () => {
  const { one, other } = await twoProcesses(generous, generous);
  const organizationId = randomUUID();
  const take = (index: number) => (index % 2 === 0 ? one : other).take(organizationId, 'a');
  const decisions = await Promise.all(Array.from({ length: 60 }, (_, index) => take(index)));
  const refused = decisions.filter(({ allowed }) => !allowed);
  expect(refused).toHaveLength(48);
  for (const decision of refused)
    expect(decision).toMatchObject({ refusedBy: 'endpoint', organization: { remaining: 8 } });
  expect(await other.take(organizationId, 'b')).toMatchObject({
    organization: { remaining: 7 },
    endpoint: { remaining: 11 },
  });
});

test('of simultaneous requests, none is told a longer wait than the true one', async () => {
  const { one, other } = await twoProcesses(generous, generous);
  const organizationId = randomUUID();
  for (let request = 0; request < 12; request += 1) await one.take(organizationId, 'a');
  const { retryAfterMs: longest } = await one.take(organizationId, 'a');
  const decisions = await Promise.all(Array.from({ length: 20 }, () => other.take(organizationId, 'a')));
  expect(decisions.filter(({ allowed, retryAfterMs }) => allowed || retryAfterMs > longest)).toEqual([]);
});

test('after a limit is lowered, existing logs are held to it', async () => {
  const lowered = { organizationPerMinute: 5, endpointPerMinute: 5 };
  const { one, other } = await twoProcesses(generous, lowered);
  const organizationId = randomUUID();
  for (let request = 0; request < 8; request += 1) await one.take(organizationId, 'a');
  const refused = await other.take(organizationId, 'b');
  expect(refused).toMatchObject({ refusedBy: 'organization', organization: { remaining: 0 } });
});

/** Lets the script take one request, in a window of 5 ms. */
function take(organization: string, operation: string, deadlineUs = Number.MAX_SAFE_INTEGER) {
  const key = `test:{${organization}}`;
  return redis.takeFromRateLimit(key, `${key}:${operation}`, deadlineUs, windowUs, 5, 3, 1);
}
const windowUs = 5_000;

test('the script counts like a plain list of the requests it admitted, at the times of Redis', async () => {
  const organization = randomUUID();
  const admitted: { atUs: number; operation: string }[] = [];
  const outcomes = new Set<string>();
  while (outcomes.size < 3 || admitted.length < 60) {
    const operation = Math.random() < 0.8 ? 'a' : 'b';
    const reply = await take(organization, operation);
    if (!reply) throw new Error('There was no reply.');
    const [nowUs, ...states] = reply;
    const inWindow = admitted.filter(({ atUs }) => nowUs - atUs < windowUs);
    const ofOperation = inWindow.filter((each) => each.operation === operation);
    const stateOf = (log: typeof admitted) => [log.length, log[0] ? log[0].atUs + windowUs - nowUs : 0];
    expect(states).toEqual([...stateOf(inWindow), ...stateOf(ofOperation)]);
    const isFull = [inWindow.length >= 5 ? 'organization' : '', ofOperation.length >= 3 ? 'endpoint' : ''];
    outcomes.add(isFull.join());
    if (isFull.join('') === '') admitted.push({ atUs: nowUs, operation });
  }
});

test('the script does nothing after its deadline, by the clock of Redis', async () => {
  const organization = randomUUID();
  const [seconds, microseconds] = await redis.time();
  const nowUs = Number(seconds) * 1_000_000 + Number(microseconds);
  expect(await take(organization, 'a', nowUs - 1)).toBe(null);
  expect((await take(organization, 'a', nowUs + eventTimeoutMs * 1_000))?.[1]).toBe(0);
});

test('the logs of an organization expire when idle', async () => {
  const organization = randomUUID();
  await take(organization, 'a');
  for (const key of [`test:{${organization}}`, `test:{${organization}}:a`]) {
    const leftMs = await redis.pttl(key);
    // -1 stands for a key that never expires.
    expect(leftMs).not.toBe(-1);
    expect(leftMs).toBeLessThanOrEqual(windowUs / 1_000 + 1_000);
  }
});
