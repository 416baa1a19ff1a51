import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { LeaseLost } from '../../src/connections/fault.ts';
import {
  connectionLeases,
  failConnection,
  type LeasedConnection,
  leaseConnections,
  recordAnswer,
  recordInStep,
  releaseConnection,
  tenantOf,
} from '../../src/connections/leases.ts';
import { readPosition, startMailbox, storeBatch } from '../../src/connections/progress.ts';
import { connectionDomains, connectionMailboxes, connections } from '../../src/connections/table.ts';
import type { TenantDb } from '../../src/core/db/tenant.ts';
import { startApi } from '../support/api.ts';
import { newConnection } from '../support/connections.ts';
import { addTwin } from '../support/twin.ts';

const api = await startApi();
const { db } = api.database;

/** A connection that no worker has, and how workers lease it and die. */
async function unleased() {
  const organization = await api.organization();
  const { id } = await newConnection(organization.db, { settings: { host: 'imap.example.com' } });
  const own = eq(connections.id, id);
  return {
    id,
    tenant: organization.db,
    lease: async () => (await leaseConnections(db, randomUUID(), 10_000)).find((leased) => leased.id === id),
    /** Moves the end of the lease and the next attempt into the past. */
    pass: (seconds: number, within = db) =>
      within
        .update(connections)
        .set({
          leasedUntil: sql`${connections.leasedUntil} - make_interval(secs => ${seconds})`,
          nextTryAt: sql`${connections.nextTryAt} - make_interval(secs => ${seconds})`,
        })
        .where(own),
    status: async () => {
      const columns = {
        state: connections.state,
        failure: connections.failure,
        failures: connections.failures,
      };
      return (await db.select(columns).from(connections).where(own))[0];
    },
  };
}

const leaseSeconds = 15;

const storeSomething = (tenant: TenantDb, leased: LeasedConnection) =>
  storeBatch(tenant, leased, 'INBOX', { uidValidity: '1', nextUid: 2, backfillBefore: 1 });

test('a connection whose workers die one after the other before they store anything says so, and waits longer each time', async () => {
  const { lease, pass, status } = await unleased();
  await lease();
  await pass(leaseSeconds);
  await lease();
  for (const waitSeconds of [10, 20, 40]) {
    await pass(leaseSeconds);
    expect(await lease()).toBeUndefined();
    await pass(waitSeconds);
    expect(await lease()).toBeDefined();
    expect(await status()).toMatchObject({
      state: 'failing',
      failure: expect.stringMatching(/^the worker that was reading this connection died/),
    });
  }
});

test('workers that died count until something is stored', async () => {
  const { tenant, lease, pass, status } = await unleased();
  await lease();
  await pass(leaseSeconds);
  const leased = (await lease()) ?? expect.fail();
  await storeSomething(tenant, leased);
  await pass(leaseSeconds);
  const again = (await lease()) ?? expect.fail();
  expect(await status()).toEqual({ state: 'connecting', failure: null, failures: 1 });
  await recordInStep(tenant, again);
  await releaseConnection(tenant, again);
  expect(await status()).toMatchObject({ failure: null, failures: 0 });
});

test('a failure is recorded whatever pause the server asked for', async () => {
  const { tenant, lease, status } = await unleased();
  const leased = (await lease()) ?? expect.fail();
  await failConnection(tenant, leased, 'the server is busy', 1e-7);
  expect(await status()).toEqual({ state: 'failing', failure: 'the server is busy', failures: 1 });
});

test('leases are renewed together, and those that are lost are named by their absence', async () => {
  const [kept, released] = [await unleased(), await unleased()];
  // In a transaction, in which the time stands still.
  await db.transaction(async (transaction) => {
    const leased = await leaseConnections(transaction, randomUUID(), 10_000);
    const [held, lost] = [kept, released].map((each) => leased.find(({ id }) => id === each.id));
    if (!held || !lost) throw new Error('Nothing was leased.');
    await releaseConnection(tenantOf(transaction, lost), lost);
    await kept.pass(leaseSeconds - 1, transaction);
    const foreign = { ...held, organizationId: randomUUID() };
    expect(await connectionLeases.renew(transaction, [held, lost, foreign])).toEqual([held]);
    await kept.pass(leaseSeconds - 1, transaction);
    const again = await leaseConnections(transaction, randomUUID(), 10_000);
    expect(again.map(({ id }) => id)).not.toContain(kept.id);
  });
});

test("a copy's connection with the same id and worker is left as it is, and holds no lease for the other", async () => {
  const { id: connectionId, tenant, lease } = await unleased();
  const leased = (await lease()) ?? expect.fail();
  await storeSomething(tenant, leased);
  const counted = { domain: 'globex.example', messages: 1, latestAt: '2026-01-01T00:00:00.000Z' };
  await tenant.insert(connectionDomains, [{ connectionId, mailbox: 'INBOX', ...counted }]);
  await addTwin(api.database, tenant.organizationId, { connections: { lease: leased.lease } });
  await startMailbox(tenant, leased, 'INBOX', { uidValidity: '1', nextUid: 5, backfillBefore: 2 });
  await tenant.delete(connectionMailboxes);
  expect(await readPosition(tenant, leased, 'INBOX')).toBeUndefined();
  await recordAnswer(tenant, leased);
  await storeSomething(tenant, leased);
  await releaseConnection(tenant, leased);
  await expect(storeSomething(tenant, leased)).rejects.toThrow(LeaseLost);
  const again = (await lease()) ?? expect.fail();
  await failConnection(tenant, { ...again, lease: leased.lease }, 'the server is busy');
});
