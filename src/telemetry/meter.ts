import { Counter, Histogram, type Registry } from 'prom-client';
import type { RateLimiter } from '../core/rate-limit/rate-limit.ts';
import { type RefusalReason, refusalReasons } from '../http/lane.ts';
import type { Meter } from '../http/meter.ts';
import { samplesIn } from './samples.ts';

/** Upper bounds in seconds: from the duration of a read to the request timeout. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Counts calls and their durations. */
export function createMeter(registry: Registry): Meter {
  const registers = [registry];
  const durations = new Histogram({
    name: 'clientele_request_duration_seconds',
    help: 'Time to the response in seconds; each call in a batch takes as long as the batch',
    labelNames: ['operation', 'transport'],
    ...{ buckets, registers },
  });
  const requests = new Counter({
    name: 'clientele_requests_total',
    help: 'Answered calls, each call in a batch counted separately; operation "none" when no operation was reached',
    labelNames: ['operation', 'transport', 'status'],
    registers,
  });
  const refusals = new Counter({
    name: 'clientele_requests_refused_total',
    help: 'Requests refused by load shedding, by the bound they exceeded, and by whether their token was known',
    labelNames: ['reason', 'authenticated'],
    registers,
  });
  const refused = (reason: RefusalReason, isAuthenticated: boolean, count = 1) =>
    refusals.inc({ reason, authenticated: String(isAuthenticated) }, count);
  for (const reason of refusalReasons) for (const isKnown of [true, false]) refused(reason, isKnown, 0);

  return {
    answered({ transport, operation, status, seconds }) {
      const labels = { operation: operation ?? 'none', transport };
      requests.inc({ ...labels, status });
      durations.observe(labels, seconds);
    },
    refused,
  };
}

/** Returns a limiter whose decisions are counted. */
export function meterLimiter(registry: Registry, limiter: RateLimiter): RateLimiter {
  const decisions = new Counter({
    name: 'clientele_rate_limit_decisions_total',
    help: 'Decisions of the rate limiter, by result and by store',
    labelNames: ['result', 'decided_by'],
    registers: [registry],
  });
  const results = ['admitted', 'refused_by_organization', 'refused_by_endpoint'] as const;
  const countersOf = (decided_by: string) => {
    const made = results.map((result) => [result, decisions.labels({ result, decided_by })] as const);
    for (const [, counter] of made) counter.inc(0);
    return new Map<string, { inc(): void }>(made);
  };
  const [redis, memory] = [countersOf('redis'), countersOf('memory')];
  if (limiter.evictedKeys) {
    const { gauge, counter } = samplesIn(registry);
    const absent = 'absent without REDIS_URL';
    const up = `1 while Redis answers in time, otherwise 0; ${absent}`;
    gauge('redis_up', up, () => (limiter.isShared() ? 1 : 0));
    const help = `Keys that Redis evicted for lack of memory since this process started; ${absent}`;
    counter('redis_evicted_keys_total', help, limiter.evictedKeys);
  }
  return {
    ...limiter,
    async take(organizationId, operation) {
      const decision = await limiter.take(organizationId, operation);
      const { refusedBy } = decision;
      const counters = limiter.isShared() ? redis : memory;
      counters.get(refusedBy === null ? 'admitted' : `refused_by_${refusedBy}`)?.inc();
      return decision;
    },
  };
}
