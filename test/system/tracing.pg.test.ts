import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TenantDb } from '../../src/core/db/tenant.ts';
import { insights } from '../../src/insights/table.ts';
import { createOrganization } from '../../src/organization/queries.ts';
import { createToken } from '../../src/tokens/queries.ts';
import { startCollector } from '../support/collector.ts';
import { makeDueClients } from '../support/due-clients.ts';
import { temporaryFolder } from '../support/folder.ts';
import { startHttpServer } from '../support/http-server.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { start } from '../support/process.ts';

const { url: databaseUrl, db } = await migratedDatabase();
const { id } = await createOrganization(db, { name: 'Test', slug: 'test' });
const key = { userId: null, permissions: [], name: null, expiresAt: null };
const { token } = await createToken(new TenantDb(db, id), key);

const serve = (environment: Record<string, string>) =>
  start('server', {
    DATABASE_URL: databaseUrl,
    REDIS_URL: process.env.TEST_REDIS_URL ?? '',
    PORT: '0',
    ...environment,
  });

const get = async (url: string, headers: Record<string, string> = {}) =>
  (await fetch(url, { headers: { Authorization: `Bearer ${token}`, ...headers } })).status;

const traceId = 'abcdef0123456789abcdef0123456789';
const callersSpan = '0123456789abcdef';

test("a request is a span in its caller's trace, with a span below it for each statement and for the limiter", async () => {
  const collector = await startCollector();
  // Work in the background, which belongs to no request and is not traced.
  await makeDueClients(db, 'due', 1, 1);
  const server = serve({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'crm',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    WORKER: 'true',
  });
  const url = await server.url();
  await expect.poll(() => db.$count(insights)).toBe(3);
  // Until Redis has been asked once, this process decides by its memory, without a round trip.
  const isShared = async () => {
    await get(`${url}/v1/health`);
    return collector.spans().some(({ name }) => name === 'takeFromRateLimit');
  };
  await expect.poll(isShared).toBe(true);

  const secret = `sk_live_${'z'.repeat(32)}`;
  expect(await get(`${url}/v1/clients/${secret}?note=${secret}`)).toBe(404);
  expect(await get(`${url}/trpc/clients.list,users.list,${secret}?batch=1`)).toBe(207);
  // The caller's decision not to sample holds.
  expect(await get(`${url}/v1/users`, { traceparent: `00-${'9'.repeat(32)}-${callersSpan}-00` })).toBe(200);
  expect(await get(`${url}/v1/clients`, { traceparent: `00-${traceId}-${callersSpan}-01` })).toBe(200);

  const ours = () => collector.spans().filter((span) => span.traceId === traceId);
  await expect.poll(() => ours().length).toBe(3);
  const request = ours().find(({ kind }) => kind === 2);
  expect(request).toMatchObject({
    service: 'crm',
    parentSpanId: callersSpan,
    name: 'GET /v1/clients',
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/v1/clients',
      'http.response.status_code': 200,
      'url.path': '/v1/clients',
      'url.scheme': 'http',
      'clientele.operation': 'clients.list',
    },
    status: 0,
  });
  const parts = ours()
    .filter(({ kind }) => kind === 3)
    .map(({ name, parentSpanId, attributes }) => ({ name, parentSpanId, attributes }));
  const parentSpanId = request?.spanId;
  expect(parts).toEqual([
    {
      name: 'takeFromRateLimit',
      parentSpanId,
      attributes: { 'db.system.name': 'redis', 'db.query.summary': 'takeFromRateLimit' },
    },
    {
      name: 'clients.list',
      parentSpanId,
      attributes: { 'db.system.name': 'postgresql', 'db.query.summary': 'clients.list' },
    },
  ]);

  const all = collector.spans();
  expect(all.filter(({ kind, parentSpanId }) => kind === 3 && parentSpanId === '')).toEqual([]);
  expect(all.filter(({ traceId }) => traceId === '9'.repeat(32))).toEqual([]);
  const ofName = (name: string) => all.find((span) => span.name === name);
  expect(ofName('GET /v1/clients/:clientId')?.attributes).toMatchObject({
    'http.response.status_code': 404,
    'url.path': '/v1/clients/sk_live_[redacted]',
  });
  expect(ofName('GET /trpc/:path')?.attributes).toMatchObject({
    'http.response.status_code': 207,
    'clientele.operation': 'clients.list,users.list',
  });
  // What the token is looked up by belongs to the request that needed it.
  expect(ofName('tokens.byHashes')?.kind).toBe(3);
  const sent = collector.requests.map(({ bytes }) => bytes.toString('latin1')).join();
  for (const hidden of [token, secret, 'note=']) expect(sent).not.toContain(hidden);
  for (const { method, path, headers } of collector.requests)
    expect([method, path, headers['content-type']]).toEqual(['POST', '/v1/traces', 'application/x-protobuf']);

  const lines = server.stdout.split('\n').filter((line) => line.startsWith('{'));
  const line = lines.map((text) => JSON.parse(text)).find(({ trace_id }) => trace_id === traceId);
  expect(line).toMatchObject({ operation: 'clients.list', span_id: request?.spanId });
});

test.concurrent('a silent, unreachable or garbled collector is logged, and delays neither requests nor shutdown', async ({
  expect,
}) => {
  const silent = await startHttpServer(() => {});
  const garbled = await startHttpServer((_, response) => response.end('{}'));
  const OTEL_EXPORTER_OTLP_HEADERS = 'authorization=swordfish';
  for (const [endpoint, timeoutMs, logged] of [
    [silent.url, '200', 'OpenTelemetry reports a fault'],
    ['http://127.0.0.1:1', '200', 'OpenTelemetry reports a fault'],
    [garbled.url, '60000', 'could not deserialize response'],
  ] as const) {
    const server = serve({
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS,
      OTEL_EXPORTER_OTLP_TIMEOUT: timeoutMs,
      OTEL_BSP_SCHEDULE_DELAY: '50',
    });
    const url = await server.url();
    expect(await get(`${url}/v1/health`)).toBe(200);
    await expect.poll(() => server.stdout).toContain(logged);
    expect(await get(`${url}/v1/health`)).toBe(200);
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.stdout).not.toContain('with work still pending');
    expect(server.stdout).not.toContain('swordfish');
  }
});

/** The packages for metrics and traces that a server loads which answers one request. */
async function loadedPackages(environment: Record<string, string>) {
  // At its end, Node writes there which scripts there were.
  const folder = temporaryFolder();
  const server = serve({ ...environment, NODE_V8_COVERAGE: folder });
  expect(await get(`${await server.url()}/v1/health`)).toBe(200);
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  const written = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const scripts = written.flatMap((text) => JSON.parse(text).result.map(({ url }: { url: string }) => url));
  expect(scripts.some((url) => url.includes('node_modules/pino/'))).toBe(true);
  const names = scripts.flatMap((url) => /node_modules\/(prom-client|@opentelemetry)\//.exec(url)?.[1] ?? []);
  return [...new Set(names)].sort();
}

test.concurrent('without their variables, neither metrics nor traces are loaded', async ({ expect }) => {
  expect(await loadedPackages({})).toEqual([]);
});

test.concurrent('with them, both are loaded, and a server flushes pending spans before it stops', async ({
  expect,
}) => {
  const collector = await startCollector();
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '60000' };
  expect(await loadedPackages({ ...environment, METRICS_PORT: '0' })).toEqual([
    '@opentelemetry',
    'prom-client',
  ]);
  expect(collector.requests).toHaveLength(1);
  await expect
    .poll(() => collector.spans().find(({ kind }) => kind === 2))
    .toMatchObject({ service: 'clientele', name: 'GET /v1/health', parentSpanId: '' });
});
