import { expect, test } from 'vitest';
import { TenantDb } from '../../src/core/db/tenant.ts';
import { createOrganization } from '../../src/organization/queries.ts';
import { createToken } from '../../src/tokens/queries.ts';
import { expressions } from '../support/alerts.ts';
import { get } from '../support/embedded-server.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { start } from '../support/process.ts';
import { metricsUrl, scrape, scrapeUndisturbed } from '../support/scrape.ts';

test('a server with a worker has every metric and label of the alert rules and the dashboard', async () => {
  const { url: DATABASE_URL, db } = await migratedDatabase();
  const { id } = await createOrganization(db, { name: 'Test', slug: 'test' });
  const key = { userId: null, permissions: [], name: null, expiresAt: null };
  const { token } = await createToken(new TenantDb(db, id), key);
  const REDIS_URL = process.env.TEST_REDIS_URL ?? '';
  const environment = { DATABASE_URL, REDIS_URL, PORT: '0', METRICS_PORT: '0', WORKER: 'true' };
  const server = start('server', environment);
  await get(`${await server.url()}/v1/clients`, token);
  const scraped = await metricsUrl(server);
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
