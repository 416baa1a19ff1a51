import { expect, test } from 'vitest';
import { firstStarted, get, serve } from '../support/embedded-server.ts';
import { metricsUrl, scrape } from '../support/scrape.ts';

test('the embedded server exposes metrics of its requests and its worker', async () => {
  const { token, newCopy } = await firstStarted({ demo: true });
  const server = serve(newCopy(), { METRICS_PORT: '0' });
  expect((await get(`${await server.url()}/v1/clients`, token)).status).toBe(200);
  const scraped = await metricsUrl(server);
  const computed = async () =>
    (await scrape(scraped)).get('clientele_worker_clients_total{result="computed"}');
  await expect.poll(computed).toBe(6);
  const samples = await scrape(scraped);
  expect(
    samples.get('clientele_requests_total{operation="clients.list",transport="rest",status="200"}'),
  ).toBe(1);
  expect(samples.get('clientele_worker_due_clients')).toBe(0);
  expect(samples.get('clientele_rate_limit_shared')).toBe(0);
  // There is no pool.
  expect(samples.has('clientele_database_waiting')).toBe(false);
});
