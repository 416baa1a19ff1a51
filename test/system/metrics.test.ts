import { expect, test } from 'vitest';
import type { Db } from '../../src/core/db/database.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { atEndOfFile } from '../support/cleanup.ts';
import { demoDirectory, serve } from '../support/embedded-server.ts';
import { freePort } from '../support/free-port.ts';
import { metricsUrl, scrape, scrapeUndisturbed } from '../support/scrape.ts';

test('the embedded server exposes metrics of its worker and its data directory', async () => {
  const { newCopy } = await demoDirectory();
  const server = serve(newCopy(), { METRICS_PORT: '0' });
  const scraped = await metricsUrl(server);
  const computed = async () =>
    (await scrape(scraped)).get('clientele_worker_clients_total{result="computed"}');
  await expect.poll(computed).toBe(6);
  const samples = await scrapeUndisturbed(scraped);
  const sizes = ['available', 'size'].map((of) => samples.get(`clientele_data_dir_${of}_bytes`) ?? 0);
  expect(sizes[0]).toBeGreaterThan(0);
  expect(sizes[1]).toBeGreaterThanOrEqual(sizes[0] ?? 0);
  // There is no Redis, and no pool.
  expect(samples.has('clientele_redis_up')).toBe(false);
  expect(samples.has('clientele_database_waiting')).toBe(false);
});

test('metrics and liveness are served on a port of their own, by GET only; a process whose worker is stuck is not alive until it moves', async () => {
  const port = await freePort();
  const metrics = createMetrics('127.0.0.1', port);
  atEndOfFile(() => metrics.close());
  await metrics.listen(() => {});
  const url = `http://127.0.0.1:${port}`;
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${url}/v1/health`)).status).toBe(404);
  await expect(createMetrics('127.0.0.1', port).listen(() => {})).rejects.toThrow(/^METRICS_PORT /);
  const livez = async () => {
    const answer = await fetch(`${url}/livez`);
    return [answer.status, await answer.json()];
  };
  expect(await livez()).toEqual([200, { status: 'ok' }]);
  let heartbeatAgeMs = 299_000;
  const counts = { computed: 0, failed: 0 };
  const worker = { counts, heartbeatAgeMs: () => heartbeatAgeMs, stop: async () => {} };
  const noDatabase = {} as Db; // Asked by scrapes only.
  metrics.readWorker(worker, noDatabase);
  expect(await livez()).toEqual([200, { status: 'ok' }]);
  heartbeatAgeMs = 301_000;
  expect(await livez()).toEqual([
    503,
    { status: 'stuck', message: 'The worker has done nothing for 301 s.' },
  ]);
  heartbeatAgeMs = 0;
  expect(await livez()).toEqual([200, { status: 'ok' }]);
  await metrics.close();
  await expect(livez()).rejects.toThrow();
});
