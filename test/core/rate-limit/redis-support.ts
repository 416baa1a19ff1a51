import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, vi } from 'vitest';
import type { RateLimitDecision, RateLimiter, RateLimits } from '../../../src/core/rate-limit/rate-limit.ts';
import { createRedisLimiter } from '../../../src/core/rate-limit/redis.ts';
import { eventTimeoutMs } from '../../support/timeouts.ts';

export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

/** A redis-server of the test's own, empty, that may be killed and frozen. Resolves when it accepts connections. */
export async function startRedis(port: number): Promise<ChildProcess> {
  const server = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
  });
  const reachable = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
    if (server.exitCode !== null) throw new Error('another process answers on the port');
  };
  await vi.waitFor(reachable, { timeout: eventTimeoutMs, interval: 10 });
  return server;
}

export async function killRedis(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
}

/** So long that a busy machine is not taken for an outage of Redis. */
export const patientMs = 2_000;

/** One process's limiter, with what it logged. */
export function limiterOf(url: string, limits: RateLimits, windowMs: number, timeoutMs = patientMs) {
  const logged: string[] = [];
  const log = { warn: () => logged.push('warn'), info: () => logged.push('info') };
  return { logged, limiter: createRedisLimiter({ url, limits, windowMs, timeoutMs, log }) };
}

/** Waits until each of the limiters sees what the others admit. */
export async function untilShared(limiters: RateLimiter[]): Promise<void> {
  const share = async () => {
    const organizationId = randomUUID();
    const remaining: number[] = [];
    for (const limiter of limiters)
      remaining.push((await limiter.take(organizationId, 'a')).endpoint.remaining);
    const first = remaining[0] ?? 0;
    expect(remaining).toEqual(remaining.map((_, index) => first - index));
  };
  await vi.waitFor(share, { timeout: eventTimeoutMs, interval: 20 });
}

/** Waits until the instant, in `performance.now()`, and not a moment less: timers may fire a millisecond early. */
export async function until(atMs: number): Promise<void> {
  while (performance.now() < atMs) {
    await new Promise((resolve) => setTimeout(resolve, atMs - performance.now()));
  }
}

export interface Observed {
  operation: string;
  sentMs: number;
  receivedMs: number;
  decision: RateLimitDecision;
}

export async function observe(
  limiter: RateLimiter,
  organizationId: string,
  operation: string,
): Promise<Observed> {
  const sentMs = performance.now();
  const decision = await limiter.take(organizationId, operation);
  return { operation, sentMs, receivedMs: performance.now(), decision };
}

/**
 * Holds what was observed of one organization against the limits. A request was decided somewhere between sending and
 * receiving, so `sent` and `received` are taken to the side that makes no false alarm.
 */
export function expectExact(observed: Observed[], limits: RateLimits, windowMs: number): void {
  expectExactLog(observed, limits.organizationPerMinute, windowMs, 'organization');
  for (const operation of new Set(observed.map((each) => each.operation))) {
    const ofOperation = observed.filter((each) => each.operation === operation);
    expectExactLog(ofOperation, limits.endpointPerMinute, windowMs, 'endpoint');
  }
}

function expectExactLog(observed: Observed[], limit: number, windowMs: number, policy: string): void {
  // The clocks of Redis and of the test may be slewed differently.
  const toleranceMs = 0.5;
  const admitted = observed.filter((each) => each.decision.allowed);
  const sent = admitted.map((each) => each.sentMs).sort((a, b) => a - b);
  const received = admitted.map((each) => each.receivedMs).sort((a, b) => a - b);
  for (let index = 0; index + limit < admitted.length; index += 1) {
    const distanceMs = (received[index + limit] ?? 0) - (sent[index] ?? 0);
    expect(distanceMs, `${limit + 1} admitted by ${policy}`).toBeGreaterThanOrEqual(windowMs - toleranceMs);
  }
  for (const refused of observed) {
    if (refused.decision.refusedBy !== policy) continue;
    const mayCount = admitted.filter(
      (each) =>
        each.receivedMs > refused.sentMs - windowMs - toleranceMs &&
        each.sentMs < refused.receivedMs + toleranceMs,
    );
    expect(mayCount.length, `admitted before a refusal by ${policy}`).toBeGreaterThanOrEqual(limit);
  }
}
