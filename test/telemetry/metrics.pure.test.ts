import { drizzle } from 'drizzle-orm/pg-proxy';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { readVersion } from '../../src/core/paths.ts';
import { createMemoryLimiter } from '../../src/core/rate-limit/memory.ts';
import { createMeter, meterLimiter } from '../../src/telemetry/meter.ts';
import { readBuild, readProcess, readWorker } from '../../src/telemetry/state.ts';
import { readSamples, samplesOf } from '../support/scrape.ts';

const registry = new Registry();
const read = async () => readSamples(await registry.metrics());

test('calls are counted by operation, transport and status, with their durations, and refusals by reason', async () => {
  const { answered, refused } = createMeter(registry);
  const list = { transport: 'rest', operation: 'clients.list', seconds: 0.004 } as const;
  answered({ ...list, status: 200 });
  answered({ ...list, status: 200 });
  answered({ ...list, status: 429 });
  answered({ transport: 'trpc', operation: null, status: 404, seconds: 7 });
  refused('queue_full', true);
  const samples = await read();
  expect(samplesOf(samples, 'clientele_requests_total')).toEqual({
    'operation="clients.list",transport="rest",status="200"': 2,
    'operation="clients.list",transport="rest",status="429"': 1,
    'operation="none",transport="trpc",status="404"': 1,
  });
  const upTo5Ms = 'le="0.005",operation="clients.list",transport="rest"';
  expect(samples.get(`clientele_request_duration_seconds_bucket{${upTo5Ms}}`)).toBe(3);
  expect(samples.get('clientele_requests_refused_total{reason="queue_full",authenticated="true"}')).toBe(1);
});

test('decisions of the limiter are counted by result and store', async () => {
  const limiter = createMemoryLimiter({ organizationPerMinute: 2, endpointPerMinute: 1 });
  let isShared = false;
  const { take } = meterLimiter(registry, { ...limiter, isShared: () => isShared, evictedKeys: () => 3 });
  for (const operation of ['a', 'a', 'b']) await take('organization', operation);
  isShared = true;
  await take('organization', 'c');
  const samples = await read();
  expect(samplesOf(samples, 'clientele_rate_limit_decisions_total')).toEqual({
    'result="admitted",decided_by="redis"': 0,
    'result="refused_by_organization",decided_by="redis"': 1,
    'result="refused_by_endpoint",decided_by="redis"': 0,
    'result="admitted",decided_by="memory"': 2,
    'result="refused_by_organization",decided_by="memory"': 0,
    'result="refused_by_endpoint",decided_by="memory"': 1,
  });
  expect(samples.get('clientele_redis_up')).toBe(1);
  expect(samples.get('clientele_redis_evicted_keys_total')).toBe(3);
});

test('a scrape does not wait for a frozen database: what that would have said is absent', async () => {
  const never = () => new Promise<never>(() => {});
  const poolState = () => ({ opening: 0, idle: 1, inUse: 2, size: 10, waiting: 4 });
  const tokenCacheState = () => ({ hits: 5, misses: 6 });
  readProcess(registry, { database: { isReady: never, poolState }, tokenCacheState });
  const worker = { counts: { computed: 7, failed: 8 }, heartbeatAgeMs: () => 9_000, stop: async () => {} };
  readWorker(registry, worker, drizzle(never));
  readBuild(registry);
  const samples = await read();
  const [build] = Object.keys(samplesOf(samples, 'clientele_build_info'));
  expect(build).toMatch(`version="${readVersion()}",`);
  expect(build).toMatch(`node="${process.version}"`);
  const own = [...samples].filter(([name]) =>
    /^clientele_(database|token|connections|webhook|worker)/.test(name),
  );
  expect(Object.fromEntries(own)).toEqual({
    clientele_database_ready: 0,
    'clientele_database_connections{state="opening"}': 0,
    'clientele_database_connections{state="idle"}': 1,
    'clientele_database_connections{state="in_use"}': 2,
    clientele_database_connections_max: 10,
    clientele_database_waiting: 4,
    'clientele_token_cache_lookups_total{result="hit"}': 5,
    'clientele_token_cache_lookups_total{result="miss"}': 6,
    clientele_worker_last_turn_seconds: 9,
    'clientele_worker_clients_total{result="computed"}': 7,
    'clientele_worker_clients_total{result="failed"}': 8,
  });
});
