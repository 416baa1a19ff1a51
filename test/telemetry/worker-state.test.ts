import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { afterAll, expect, test, vi } from 'vitest';
import { connections } from '../../src/connections/table.ts';
import { createOrganization } from '../../src/organization/queries.ts';
import { readWorker } from '../../src/telemetry/state.ts';
import { webhookDeliveries, webhookEndpoints } from '../../src/webhooks/table.ts';
import { makeDueClients } from '../support/due-clients.ts';
import { openPrivateDatabase } from '../support/private-database.ts';
import { readSamples, samplesOf } from '../support/scrape.ts';
import { eventTimeoutMs } from '../support/timeouts.ts';

const database = await openPrivateDatabase();
const { db } = database;
afterAll(() => database.close());

test('a worker reports due clients, and connections and webhook endpoints by state, and how long one that should work has waited', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  await makeDueClients(db, 'due', 12, 2);
  const { id: organizationId } = await createOrganization(db, { name: 'Test', slug: 'test' });
  const connection = { organizationId, type: 'imap' as const, integration: 'gmail', settings: {} };
  const nextTryAt = hoursAgo(-1);
  await db.insert(connections).values([
    { ...connection, nextTryAt: hoursAgo(5), state: 'syncing', lastSeenAt: hoursAgo(2) },
    { ...connection, nextTryAt, state: 'failing', lastSeenAt: hoursAgo(4) },
    { ...connection, nextTryAt, state: 'idle', lastSeenAt: hoursAgo(3) },
    { ...connection, nextTryAt, state: 'paused', lastSeenAt: hoursAgo(9) },
  ]);
  const endpoint = { organizationId, url: 'https://hooks.example.com', events: ['client.created' as const] };
  const [active, failing, paused] = await db
    .insert(webhookEndpoints)
    .values([endpoint, { ...endpoint, failure: 'timeout', nextTryAt }, { ...endpoint, state: 'paused' }])
    .returning({ endpointId: webhookEndpoints.id });
  const due = (hours: number, of: typeof active) => ({
    ...{ organizationId, id: randomUUID(), event: 'client.created' as const, nextTryAt: hoursAgo(hours) },
    endpointId: of?.endpointId ?? '',
  });
  await db
    .insert(webhookDeliveries)
    .values([due(2, active), due(-1, active), due(4, failing), due(9, paused)]);

  const registry = new Registry();
  const worker = { counts: { computed: 0, failed: 0 }, heartbeatAgeMs: () => 0, stop: async () => {} };
  readWorker(registry, worker, db);
  const waits = ['worker_oldest_due', 'connections_longest_unseen', 'webhook_longest_due'].map(
    (name) => `clientele_${name}_seconds`,
  );
  // On a busy machine, a database may not answer a scrape in time.
  const answered = async () => {
    const samples = readSamples(await registry.metrics());
    return waits.every((name) => samples.has(name)) && samples;
  };
  const samples = await vi.waitUntil(answered, { timeout: eventTimeoutMs });
  expect(samples.get('clientele_worker_due_clients')).toBe(12);
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
  for (const name of waits) {
    expect(samples.get(name)).toBeGreaterThanOrEqual(7_200);
    expect(samples.get(name)).toBeLessThan(10_800);
  }
});
