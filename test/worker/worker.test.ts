import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { createClient } from '../../src/clients/queries.ts';
import { TenantDb } from '../../src/core/db/tenant.ts';
import { idempotencyKeys } from '../../src/core/rest/idempotency/table.ts';
import { insights } from '../../src/insights/table.ts';
import { isWorkDue } from '../../src/insights/work.ts';
import { createLog } from '../../src/log.ts';
import { createOrganization } from '../../src/organization/queries.ts';
import { startWorker } from '../../src/worker/worker.ts';
import { secrets } from '../support/connections.ts';
import { tellingEngine } from '../support/insight-engine.ts';
import { openPrivateDatabase } from '../support/private-database.ts';
import { recordUnassigned } from '../support/unassigned.ts';

const database = await openPrivateDatabase();
const { db } = database;
const closings: (() => Promise<void>)[] = [];
// Workers rest for a few milliseconds instead of seconds.
const { setTimeout } = timers;
const rest = vi.spyOn(timers, 'setTimeout').mockImplementation((_ms, ...words) => setTimeout(5, ...words));
syncBuiltinESMExports();
afterAll(async () => {
  for (const close of closings) await close();
  rest.mockRestore();
  syncBuiltinESMExports();
  await database.close();
});

const config = {
  retention: { auditDays: 365, deletedDays: 30, activityDays: 365, idempotencyHours: 24 },
  limits: { organizationPerMinute: 100, endpointPerMinute: 50 },
  workerConnections: 1,
};

let serial = 0;

/** A client of an organization of its own, and how to record an activity that its rule assigns to it. */
async function newClient() {
  const { id } = await createOrganization(db, { name: 'Test', slug: `test-${++serial}` });
  const tenant = new TenantDb(db, id);
  return {
    tenant,
    client: await createClient(tenant, { name: 'Globex', domain: 'globex.example' }),
    record: () =>
      recordUnassigned(tenant, {
        participants: ['pat@globex.example'],
        // Retention counts from today.
        occurredAt: new Date().toISOString(),
      }),
    wire: () => createRule(tenant, { integration: 'import', domain: 'globex.example' }),
  };
}

/** A client whose cards are due. */
async function newDueClient() {
  const { wire, ...made } = await newClient();
  await wire();
  await made.record();
  return made;
}

function newWorker() {
  const engine = tellingEngine();
  const logLines: string[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line) => logLines.push(line) });
  const worker = startWorker({ db, engine, log, secrets }, config);
  closings.push(() => worker.stop());
  return { worker, engine, logLines };
}

/** Computes until the worker stops. */
const untilAborted = (_history: unknown, signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

const cardsOf = (clientId: string) => db.$count(insights, eq(insights.clientId, clientId));

test('a worker assigns activities recorded before their rule, then computes the client, unprompted', async () => {
  const { worker } = newWorker();
  const { client, record, wire } = await newClient();
  await record();
  await wire();
  await expect.poll(() => cardsOf(client.id)).toBe(3);
  await worker.stop();
  expect(await isWorkDue(db, {})).toBe(false);
});

test('a stopped worker takes no more jobs', async () => {
  const { worker, engine } = newWorker();
  await worker.stop();
  const { client } = await newDueClient();
  expect(await isWorkDue(db, {})).toBe(true);
  expect([engine.asked, await cardsOf(client.id)]).toEqual([[], 0]);
});

test('a worker resumes when the database recovers, and logs what was wrong', async () => {
  const { client, record, wire } = await newClient();
  await wire();
  await db.execute(sql`alter table assignment_rules rename column backlog_after to gone`);
  const { worker, logLines } = newWorker();
  await expect.poll(() => logLines.join('')).toContain('backlog_after');
  await db.execute(sql`alter table assignment_rules rename column gone to backlog_after`);
  await record();
  await expect.poll(() => cardsOf(client.id)).toBe(3);
  await worker.stop();
});

test('a worker counts the clients that failed', async () => {
  const { worker, engine } = newWorker();
  engine.meanwhile = () => Promise.reject(new Error('broken'));
  const { client, record } = await newDueClient();
  await expect.poll(() => worker.counts.failed).toBeGreaterThan(0);
  engine.meanwhile = () => {};
  await record();
  await expect.poll(() => cardsOf(client.id)).toBe(3);
  await worker.stop();
});

test('a worker clears old idempotency keys, and keeps working if it cannot', async () => {
  const { tenant, client, record, wire } = await newClient();
  await wire();
  const old = { key: 'old', fingerprint: '', answer: '{}', createdAt: '2026-01-01T00:00:00.000Z' };
  await tenant.insert(idempotencyKeys, [old]).returning({ key: idempotencyKeys.key });
  const clearing = newWorker();
  await expect.poll(() => db.$count(idempotencyKeys)).toBe(0);
  await clearing.worker.stop();

  await db.execute(sql`alter table idempotency_keys rename to gone`);
  const { worker } = newWorker();
  await record();
  await expect.poll(() => cardsOf(client.id)).toBe(3);
  await worker.stop();
  await db.execute(sql`alter table gone rename to idempotency_keys`);
});

test('a worker reports the age of its last heartbeat, which grows only while it is stuck', async () => {
  const { client } = await newDueClient();
  const { worker, engine } = newWorker();
  engine.meanwhile = untilAborted;
  await expect.poll(() => engine.asked.length).toBeGreaterThan(0);
  const stuckFromMs = performance.now();

  // Another worker goes on: its first beat is within `startWorker`, the next one after the work.
  const { worker: other } = newWorker();
  const startedMs = performance.now();
  const beatAtMs = (of: typeof worker) => performance.now() - of.heartbeatAgeMs();
  await expect.poll(() => beatAtMs(other)).toBeGreaterThan(startedMs);
  expect(beatAtMs(worker)).toBeLessThanOrEqual(stuckFromMs);
  await worker.stop();
  await expect.poll(() => cardsOf(client.id)).toBe(3);
  await other.stop();
});
