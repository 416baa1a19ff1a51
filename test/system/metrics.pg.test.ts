import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { connections } from '../../src/connections/table.ts';
import { TenantDb } from '../../src/core/db/tenant.ts';
import { createOrganization } from '../../src/organization/queries.ts';
import { createToken } from '../../src/tokens/queries.ts';
import { webhookDeliveries, webhookEndpoints } from '../../src/webhooks/table.ts';
import { expressions } from '../support/alerts.ts';
import { makeDueClients } from '../support/due-clients.ts';
import { startHttpServer } from '../support/http-server.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { start } from '../support/process.ts';
import { refuseWrites } from '../support/refuse-writes.ts';
import { metricsUrl, samplesOf, scrape, scrapeUndisturbed } from '../support/scrape.ts';
import { silentDatabase } from '../support/silent-database.ts';

const redis = { REDIS_URL: process.env.TEST_REDIS_URL ?? '' };

const { url: DATABASE_URL, db } = await migratedDatabase();

/** A server with metrics, and a key to it. */
async function serve(environment: Record<string, string>) {
  const { id } = await createOrganization(db, { name: 'Test', slug: randomUUID() });
  const key = { userId: null, permissions: [], name: null, expiresAt: null };
  const { token } = await createToken(new TenantDb(db, id), key);
  const server = start('server', { DATABASE_URL, PORT: '0', METRICS_PORT: '0', ...environment });
  const origin = await server.url();
  const call = async (method: string, path: string, options: { token?: string; body?: unknown } = {}) => {
    const response = await fetch(origin + path, {
      method,
      headers: { Authorization: `Bearer ${options.token ?? token}`, 'Content-Type': 'application/json' },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  return { server, call, scraped: await metricsUrl(server) };
}

test.concurrent('every call over REST and tRPC is counted by operation, transport and status, with its duration', async ({
  expect,
}) => {
  const { call, scraped } = await serve({ ...redis, RATE_LIMIT_ENDPOINT_PER_MINUTE: '5' });
  const isShared = async () => (await scrape(scraped)).get('clientele_redis_up');
  await expect.poll(isShared).toBe(1);

  const unknown = `sk_live_${'A'.repeat(32)}`;
  const input = encodeURIComponent(JSON.stringify({ 0: {}, 1: { clientId: 'nobody' }, 2: {} }));
  const batch = `/trpc/clients.list,clients.get,${'x'.repeat(300)}?batch=1&input=${input}`;
  const statuses = [
    await call('GET', '/v1/clients'),
    await call('GET', '/v1/clients'),
    await call('GET', '/v1/clients', { token: unknown }),
    await call('GET', '/v1/nothing-of-ours'),
    await call('GET', '/trpc/clients.list'),
    await call('GET', batch),
    await call('GET', '/v1/clients'),
    await call('GET', '/v1/clients'),
  ].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 401, 404, 200, 207, 200, 429]);

  const expected = {
    'operation="clients.list",transport="rest",status="200"': 3,
    'operation="clients.list",transport="rest",status="401"': 1,
    'operation="clients.list",transport="rest",status="429"': 1,
    'operation="none",transport="rest",status="404"': 1,
    'operation="clients.list",transport="trpc",status="200"': 2,
    'operation="clients.get",transport="trpc",status="404"': 1,
    'operation="none",transport="trpc",status="404"': 1,
  };
  const counted = async () => samplesOf(await scrape(scraped), 'clientele_requests_total');
  await expect.poll(counted).toEqual(expected);
  const samples = await scrapeUndisturbed(scraped);

  const buckets = samplesOf(samples, 'clientele_request_duration_seconds_bucket');
  expect(buckets['le="+Inf",operation="clients.list",transport="rest"']).toBe(5);
  expect(buckets['le="0.0005",operation="clients.list",transport="rest"']).toBeLessThan(5);
  expect(samples.get('clientele_requests_refused_total{reason="queue_full",authenticated="true"}')).toBe(0);

  const decisions = samplesOf(samples, 'clientele_rate_limit_decisions_total');
  const decided = (result: string) =>
    ['redis', 'memory'].map((by) => decisions[`result="${result}",decided_by="${by}"`] ?? Number.NaN);
  const sum = ([redis = 0, memory = 0]: number[]) => redis + memory;
  expect(
    ['admitted', 'refused_by_organization', 'refused_by_endpoint'].map((result) => sum(decided(result))),
  ).toEqual([6, 0, 1]);
  expect(samples.get('clientele_redis_up')).toBe(1);
  expect(samples.get('clientele_redis_evicted_keys_total')).toBe(0);
  // A busy machine may leave one to the process itself.
  expect(decided('admitted')[0]).toBeGreaterThan(0);
  const { 'result="hit"': hits = 0, 'result="miss"': misses = 0 } = samplesOf(
    samples,
    'clientele_token_cache_lookups_total',
  );
  // Once for each request, before its body is read, and once for each call that the limits admit. A cached token is
  // looked up again after 5 s.
  expect([hits + misses, hits > 0, misses >= 2]).toEqual([13, true, true]);
  expect(samples.get('clientele_database_connections_max')).toBe(10);
  expect(samples.get('clientele_database_connections{state="idle"}')).toBeGreaterThan(0);
  expect(samples.get('clientele_database_waiting')).toBe(0);
  expect(samples.has('nodejs_eventloop_lag_seconds')).toBe(true);
  // That is the worker's, and this server does none of its work.
  expect([...samples.keys()].filter((name) => name.startsWith('clientele_worker'))).toEqual([]);
});

test.concurrent('metrics are served on their own port only, by GET only, and no longer than the server', async ({
  expect,
}) => {
  const { server, call, scraped } = await serve({});
  const { status, body } = await call('GET', '/metrics');
  expect([status, body]).toMatchObject([404, { error: { code: 'not_found' } }]);
  expect((await fetch(scraped, { method: 'POST' })).status).toBe(404);
  expect((await fetch(scraped.replace('/metrics', '/v1/health'))).status).toBe(404);
  expect((await fetch(scraped.replace('/metrics', '/livez'))).status).toBe(200);

  await call('GET', '/v1/health');
  const decided = async () =>
    samplesOf(await scrape(scraped), 'clientele_rate_limit_decisions_total')[
      'result="admitted",decided_by="memory"'
    ];
  await expect.poll(decided).toBe(1);

  const { port } = new URL(scraped);
  const other = start('server', {
    DATABASE_URL: process.env.TEST_DATABASE_URL ?? '',
    METRICS_PORT: port,
    PORT: '0',
  });
  expect(await other.ended).toBe(1);
  expect(other.stderr).toMatch(/^METRICS_PORT [^\n]+\n$/);

  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  await expect(fetch(scraped)).rejects.toThrow();
});

test.concurrent('a worker reports how many clients are due and for how long, and can be scraped while the database is frozen', async ({
  expect,
}) => {
  const { url, db } = await migratedDatabase();
  await makeDueClients(db, 'test', 12, 2);
  // A model that never answers keeps what is due from being done, and a worker leases eight clients at once.
  const model = await startHttpServer(() => {});
  const silent = await silentDatabase(new URL(url));
  const worker = start('worker', {
    DATABASE_URL: silent.url,
    METRICS_PORT: '0',
    INSIGHTS_LLM_URL: `${model.url}/v1`,
    INSIGHTS_LLM_MODEL: 'slow',
  });
  const scraped = await metricsUrl(worker);
  const samples = await scrapeUndisturbed(scraped);
  expect(samples.get('clientele_worker_due_clients')).toBe(12);
  expect(samples.get('clientele_worker_oldest_due_seconds')).toBeGreaterThanOrEqual(7_200);
  expect(samples.get('clientele_worker_oldest_due_seconds')).toBeLessThan(10_800);
  expect(samplesOf(samples, 'clientele_worker_clients_total')).toEqual({
    'result="computed"': 0,
    'result="failed"': 0,
  });
  expect(samples.has('clientele_database_waiting')).toBe(true);
  expect(samples.get('clientele_database_ready')).toBe(1);
  const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
  const [built] = [...samples.keys()].filter((name) => name.startsWith('clientele_build_info'));
  expect(built).toContain(`version="${version}",`);
  expect(built).toContain(`node="${process.version}"`);

  silent.fallSilent();
  const frozen = await scrape(scraped);
  expect(frozen.has('clientele_worker_due_clients')).toBe(false);
  expect(frozen.has('clientele_worker_oldest_due_seconds')).toBe(false);
  expect(frozen.get('clientele_database_ready')).toBe(0);
  expect(frozen.has('process_cpu_seconds_total')).toBe(true);
  // A restart would not bring the database back.
  expect((await fetch(scraped.replace('/metrics', '/livez'))).status).toBe(200);
});

test.concurrent('a worker reports connections and webhook endpoints by state, and how long one that should work has waited', async ({
  expect,
}) => {
  const { url, db } = await migratedDatabase();
  const { id: organizationId } = await createOrganization(db, { name: 'Test', slug: 'test' });
  const connection = { organizationId, type: 'imap' as const, integration: 'gmail', settings: {} };
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const nextTryAt = hoursAgo(-1);
  // The worker finds none of them due.
  const leased = { lease: randomUUID(), leasedUntil: hoursAgo(-1) };
  await db.insert(connections).values([
    { ...connection, ...leased, nextTryAt: hoursAgo(5), state: 'syncing', lastSeenAt: hoursAgo(2) },
    { ...connection, nextTryAt, state: 'failing', lastSeenAt: hoursAgo(4) },
    { ...connection, nextTryAt, state: 'idle', lastSeenAt: hoursAgo(3) },
    { ...connection, nextTryAt, state: 'paused', lastSeenAt: hoursAgo(9) },
  ]);
  const endpoint = { organizationId, url: 'https://hooks.example.com', events: ['client.created' as const] };
  // The worker does not take the first one.
  const [active, failing, paused] = await db
    .insert(webhookEndpoints)
    .values([
      { ...endpoint, ...leased },
      { ...endpoint, failure: 'timeout', nextTryAt: hoursAgo(-1) },
      { ...endpoint, state: 'paused' },
    ])
    .returning({ endpointId: webhookEndpoints.id });
  const due = (hours: number, of: typeof active) => ({
    ...{ organizationId, id: randomUUID(), event: 'client.created' as const, nextTryAt: hoursAgo(hours) },
    endpointId: of?.endpointId ?? '',
  });
  await db
    .insert(webhookDeliveries)
    .values([due(2, active), due(-1, active), due(4, failing), due(9, paused)]);
  const worker = start('worker', { DATABASE_URL: url, METRICS_PORT: '0' });
  const samples = await scrapeUndisturbed(await metricsUrl(worker));
  expect(samplesOf(samples, 'clientele_connections')).toEqual({
    'state="connecting"': 0,
    'state="syncing"': 1,
    'state="idle"': 1,
    'state="failing"': 1,
    'state="paused"': 1,
  });
  expect(samplesOf(samples, 'clientele_webhook_endpoints')).toEqual({
    'state="active"': 1,
    'state="failing"': 1,
    'state="paused"': 1,
  });
  for (const name of ['connections_longest_unseen', 'webhook_longest_due']) {
    const longest = samples.get(`clientele_${name}_seconds`);
    expect(longest).toBeGreaterThanOrEqual(7_200);
    expect(longest).toBeLessThan(10_800);
  }
});

test.concurrent('a worker counts computed and failed clients', async ({ expect }) => {
  const { url, db } = await migratedDatabase();
  const [broken] = await makeDueClients(db, 'test', 3, 2);
  await refuseWrites({ db }, { on: 'insights', before: 'insert', when: `new.client_id = '${broken}'` });
  const worker = start('worker', { DATABASE_URL: url, METRICS_PORT: '0' });
  const scraped = await metricsUrl(worker);
  const counts = async () => samplesOf(await scrape(scraped), 'clientele_worker_clients_total');
  await expect.poll(counts).toMatchObject({ 'result="computed"': 2, 'result="failed"': 1 });
  worker.process.kill('SIGTERM');
  expect(await worker.ended).toBe(0);
});

test.concurrent('a server with a worker has every metric and label of the alert rules and the dashboard', async ({
  expect,
}) => {
  const { call, scraped } = await serve({ ...redis, WORKER: 'true' });
  await call('GET', '/v1/clients');
  const counted = async () => (await scrape(scraped)).size;
  await expect.poll(async () => [...(await scrape(scraped)).keys()].join()).toContain('clients.list');
  expect(await counted()).toBeGreaterThan(50);
  const served = new Map<string, Set<string>>();
  for (const sample of (await scrapeUndisturbed(scraped)).keys()) {
    const [, metric = '', labels = ''] = /^(\w+)(.*)$/.exec(sample) ?? [];
    const names = [...labels.matchAll(/(\w+)="/g)].map(([, name = '']) => name);
    served.set(metric, new Set([...(served.get(metric) ?? []), ...names]));
  }
  // Of other exporters; of Prometheus itself; of the embedded database, see metrics.test.ts.
  const isElsewhere = (metric: string) => /^(node_|up$|clientele_data_dir_)/.test(metric);
  const used = expressions.flatMap((text) => [
    ...text.matchAll(/\b(?<metric>(?:clientele|process|nodejs|node)_\w+|up)\b(?:\{(?<selector>[^}]*)\})?/g),
  ]);
  expect(used.length).toBeGreaterThan(40);
  const missing = used.flatMap(({ groups: { metric = '', selector = '' } = {} }) => {
    if (isElsewhere(metric)) return [];
    const labels = served.get(metric);
    if (!labels) return [metric];
    const selected = [...selector.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, name = '']) => name);
    // Prometheus adds the job and the instance.
    return selected
      .filter((name) => !['job', 'instance'].includes(name) && !labels.has(name))
      .map((name) => `${metric}{${name}}`);
  });
  expect(missing).toEqual([]);
});
