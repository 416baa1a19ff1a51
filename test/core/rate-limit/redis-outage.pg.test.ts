import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { test as base, describe, expect } from 'vitest';
import type { RateLimiter, RateLimits } from '../../../src/core/rate-limit/rate-limit.ts';
import { freePort } from '../../support/free-port.ts';
import {
  expectExact,
  hasRedisServer,
  killRedis,
  limiterOf,
  type Observed,
  observe,
  patientMs,
  startRedis,
  until,
  untilShared,
} from './redis-support.ts';

const windowMs = 400;
const limits: RateLimits = { organizationPerMinute: 20, endpointPerMinute: 12 };

/** Fixtures that stop when their test ends. */
const test = base.extend<{
  started(port: number): Promise<ChildProcess>;
  processOn(
    port: number,
    limits?: RateLimits,
    windowMs?: number,
    timeoutMs?: number,
  ): ReturnType<typeof limiterOf>;
}>({
  async started({ task: _ }, use) {
    const servers: ChildProcess[] = [];
    await use(async (port) => {
      const server = await startRedis(port);
      servers.push(server);
      return server;
    });
    await Promise.all(servers.map(killRedis));
  },
  async processOn({ task: _ }, use) {
    const processes: ReturnType<typeof limiterOf>[] = [];
    await use((port, processLimits = limits, processWindowMs = windowMs, timeoutMs = patientMs) => {
      const process = limiterOf(`redis://127.0.0.1:${port}`, processLimits, processWindowMs, timeoutMs);
      processes.push(process);
      return process;
    });
    await Promise.all(processes.map(({ limiter }) => limiter.close()));
  },
});

const title = hasRedisServer
  ? 'redis limiter in an outage'
  : 'redis limiter in an outage: NOT TESTED, no redis-server on PATH';
describe.skipIf(!hasRedisServer)(title, () => {
  test('keys that Redis evicts for lack of memory are counted, and logged once', async ({
    started,
    processOn,
  }) => {
    const port = await freePort();
    await started(port);
    const admin = new Redis(port, '127.0.0.1');
    const { limiter, logged } = processOn(port);
    await untilShared([limiter]);
    expect(limiter.evictedKeys?.()).toBe(0);
    await admin.config('SET', 'maxmemory', '2mb');
    await admin.config('SET', 'maxmemory-policy', 'allkeys-lru');
    const before = logged.length;
    const evictMore = async () => {
      const seen = limiter.evictedKeys?.() ?? 0;
      for (let key = 0; key < 400; key++) await admin.set(randomUUID(), 'x'.repeat(10_000));
      await expect.poll(() => limiter.evictedKeys?.()).toBeGreaterThan(seen);
    };
    await evictMore();
    await evictMore();
    await admin.quit();
    expect(logged.slice(before)).toEqual(['warn']);
  });

  test('without Redis at the start, memory decides at once, and the limits are shared once Redis is up', async ({
    started,
    processOn,
  }) => {
    const port = await freePort();
    const one = processOn(port);
    const other = processOn(port);
    const organizationId = randomUUID();
    for (let request = 0; request < 12; request += 1) {
      expect(one.limiter.take(organizationId, 'a')).toMatchObject({ allowed: true });
    }
    expect(one.limiter.take(organizationId, 'a')).toMatchObject({ allowed: false, refusedBy: 'endpoint' });
    await expect.poll(() => one.logged).toEqual(['warn']);
    await started(port);
    await untilShared([one.limiter, other.limiter]);
    expect(one.logged).toEqual(['warn', 'info']);
  });

  test('when Redis is killed, memory decides at once and counts what Redis admitted; the limits are shared again after its return', async ({
    started,
    processOn,
  }) => {
    const port = await freePort();
    const server = await started(port);
    const one = processOn(port, limits, 10_000);
    const other = processOn(port, limits, 10_000);
    await untilShared([one.limiter, other.limiter]);
    const organizationId = randomUUID();
    for (let request = 0; request < 9; request += 1) await one.limiter.take(organizationId, 'a');

    await killRedis(server);
    expect((await one.limiter.take(organizationId, 'a')).endpoint.remaining).toBe(2);
    // From now on memory decides, without a promise.
    for (const remaining of [1, 0])
      expect(one.limiter.take(organizationId, 'a')).toMatchObject({ endpoint: { remaining } });
    expect(one.limiter.take(organizationId, 'a')).toMatchObject({
      allowed: false,
      refusedBy: 'endpoint',
    });

    await started(port);
    await untilShared([one.limiter, other.limiter]);
    // The new Redis knows nothing of it; the process does.
    expect(await one.limiter.take(organizationId, 'a')).toMatchObject({
      allowed: false,
      refusedBy: 'endpoint',
    });
    expect(one.logged).toEqual(['warn', 'info']);
    expect(other.logged).toEqual(['warn', 'info']);
  });

  test('requests refused by Redis do not count in memory either', async ({ started, processOn }) => {
    const port = await freePort();
    const server = await started(port);
    const one = processOn(port, limits, 10_000);
    const other = processOn(port, limits, 10_000);
    await untilShared([one.limiter, other.limiter]);
    const organizationId = randomUUID();
    for (let request = 0; request < 12; request += 1) await other.limiter.take(organizationId, 'a');
    for (let request = 0; request < 5; request += 1) {
      expect(await one.limiter.take(organizationId, 'a')).toMatchObject({ refusedBy: 'endpoint' });
    }
    await killRedis(server);
    expect((await one.limiter.take(organizationId, 'a')).organization.remaining).toBe(19);
  });

  test('when Redis freezes, one batch waits for the timeout and no later request does; nothing counts twice after the thaw', async ({
    started,
    processOn,
  }) => {
    const port = await freePort();
    const server = await started(port);
    const one = processOn(port, limits, 10_000);
    const other = processOn(port, limits, 10_000);
    await untilShared([one.limiter, other.limiter]);
    const organizationId = randomUUID();
    await one.limiter.take(organizationId, 'a');

    server.kill('SIGSTOP');
    const batch = [1, 2, 3, 4, 5].map(() => one.limiter.take(organizationId, 'a'));
    for (const { allowed } of await Promise.all(batch)) expect(allowed).toBe(true);
    expect(one.limiter.take(organizationId, 'b')).toMatchObject({ allowed: true });
    await expect.poll(() => other.logged).toEqual(['warn']);
    // Past the deadline by which Redis itself would still do what it was asked.
    await until(performance.now() + 300);

    server.kill('SIGCONT');
    await untilShared([one.limiter, other.limiter]);
    // Of all this Redis admitted one; the five it was asked for while frozen it must not log on thawing.
    expect((await other.limiter.take(organizationId, 'a')).endpoint.remaining).toBe(10);
    expect(one.logged).toEqual(['warn', 'info']);
  });

  test('requests that wait for a frozen Redis are decided at the first timeout, and later ones do not wait', async ({
    started,
    processOn,
  }) => {
    const port = await freePort();
    const server = await started(port);
    const one = processOn(port, limits, 10_000);
    const other = processOn(port, limits, 10_000);
    await untilShared([one.limiter, other.limiter]);
    server.kill('SIGSTOP');
    const waiting: ReturnType<RateLimiter['take']>[] = [];
    while (one.limiter.isShared()) {
      waiting.push(one.limiter.take(randomUUID(), 'a'));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    // What memory decides comes at once, without a promise.
    expect(one.limiter.take(randomUUID(), 'a')).toMatchObject({ allowed: true });
    expect(waiting.length).toBeGreaterThan(0);
    for (const { allowed } of await Promise.all(waiting)) expect(allowed).toBe(true);
  });

  test('100 simultaneous requests and a stalled event loop do not count as an outage', async ({
    started,
    processOn,
  }) => {
    const port = await freePort();
    await started(port);
    const one = processOn(port, limits, 10_000);
    const other = processOn(port, limits, 10_000);
    await untilShared([one.limiter, other.limiter]);
    const loggedBefore = [...one.logged];
    const organizationId = randomUUID();
    // Both come from one round of the loop, which does not read its sockets in between.
    const before = Array.from({ length: 50 }, () => one.limiter.take(organizationId, 'a'));
    const stalledUntilMs = performance.now() + 40;
    while (performance.now() < stalledUntilMs);
    const after = Array.from({ length: 50 }, () => one.limiter.take(organizationId, 'a'));
    const decisions = await Promise.all([...before, ...after]);
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(12);
    expect((await other.limiter.take(organizationId, 'a')).allowed).toBe(false);
    expect(one.logged).toEqual(loggedBefore);
  });

  test.concurrent('the limits survive a connection that moves to an empty Redis between two requests', async ({
    started,
    processOn,
    expect,
  }) => {
    const port = await freePort();
    await started(port);
    const one = processOn(port, limits, 2_000);
    const other = processOn(port, limits, 2_000);
    await untilShared([one.limiter, other.limiter]);
    await until(performance.now() + 2_000);
    const organizationId = randomUUID();
    const firstSentMs = performance.now();
    for (let request = 0; request < 12; request += 1) await one.limiter.take(organizationId, 'a');
    const admin = new Redis(port);
    await admin.flushall();
    await admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await admin.quit();
    await expect.poll(() => one.logged, { interval: 10 }).toEqual(['warn', 'info']);
    const decision = await one.limiter.take(organizationId, 'a');
    if (performance.now() < firstSentMs + 2_000) expect(decision.refusedBy).toBe('endpoint');
  });

  test.concurrent('the limits are shared again after a freeze of Redis that outlasts its connections', async ({
    started,
    processOn,
    expect,
  }) => {
    const port = await freePort();
    const server = await started(port);
    const one = processOn(port);
    const other = processOn(port);
    await untilShared([one.limiter, other.limiter]);
    server.kill('SIGSTOP');
    await until(performance.now() + 4_500);
    server.kill('SIGCONT');
    await untilShared([one.limiter, other.limiter]);
    expect(one.logged).toEqual(['warn', 'info']);
  });

  test.concurrent('a Redis that answers but cannot write is one outage, not one a second', async ({
    started,
    processOn,
    expect,
  }) => {
    const port = await freePort();
    await started(port);
    const one = processOn(port);
    const other = processOn(port);
    await untilShared([one.limiter, other.limiter]);
    const admin = new Redis(port);
    await admin.config('SET', 'maxmemory', '1');
    const endMs = performance.now() + 2_500;
    while (performance.now() < endMs) {
      await one.limiter.take(randomUUID(), 'a');
      await until(performance.now() + 50);
    }
    expect(one.logged).toEqual(['warn']);
    await admin.config('SET', 'maxmemory', '0');
    await admin.quit();
    await untilShared([one.limiter, other.limiter]);
    expect(one.logged).toEqual(['warn', 'info']);
  });

  test.concurrent.for(['killed', 'frozen'])(
    'while Redis is %s and restored repeatedly, one process keeps both limits and refuses nothing early',
    async (fault, { started, processOn }) => {
      const port = await freePort();
      let server = await started(port);
      // As in production: a process that has not noticed a freeze waits, and tries nothing.
      const one = processOn(port, limits, windowMs, 50);
      const other = processOn(port, limits, windowMs, 50);
      await untilShared([one.limiter, other.limiter]);
      const organizationId = randomUUID();
      const observed: Observed[] = [];
      let running = true;
      const client = async () => {
        while (running) {
          observed.push(await observe(one.limiter, organizationId, Math.random() < 0.7 ? 'a' : 'b'));
          await until(performance.now() + Math.random() * 20);
        }
      };
      const clients = [client(), client(), client()];
      for (let round = 0; round < 3; round += 1) {
        await until(performance.now() + 1.5 * windowMs);
        if (fault === 'killed') await killRedis(server);
        else server.kill('SIGSTOP');
        await until(performance.now() + 0.7 * windowMs);
        if (fault === 'killed') server = await started(port);
        else server.kill('SIGCONT');
        await untilShared([one.limiter, other.limiter]);
      }
      running = false;
      await Promise.all(clients);
      expectExact(observed, limits, windowMs);
    },
  );

  test('after closing, a late request is still decided, and no outage is logged', async ({
    started,
    processOn,
  }) => {
    const port = await freePort();
    await started(port);
    const one = processOn(port);
    const other = processOn(port);
    await untilShared([one.limiter, other.limiter]);
    const pending = one.limiter.take(randomUUID(), 'a');
    await one.limiter.close();
    expect((await pending).allowed).toBe(true);
    expect((await one.limiter.take(randomUUID(), 'a')).allowed).toBe(true);
    expect(one.logged.filter((each) => each === 'warn').length).toBe(
      one.logged.filter((each) => each === 'info').length,
    );
  });
});
