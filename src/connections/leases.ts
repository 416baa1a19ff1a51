import { and, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../core/db/database.ts';
import { inMs, leasesOf, pauseAfter } from '../core/db/leases.ts';
import { TenantDb } from '../core/db/tenant.ts';
import { isAnyOf, type NewValues } from '../core/db/tenant-rows.ts';
import { LeaseLost } from './fault.ts';
import { connections } from './table.ts';

export const connectionLeases = leasesOf(connections, 'id', 15_000, (failures) =>
  pauseAfter(failures, 5, 300),
);
const { isHeld } = connectionLeases;

/** True of a connection whose workers died one after the other, instead of releasing it. */
const diedAgain = sql`(${connections.lease} is not null and ${connections.failures} > 1)`;

const abandonment =
  'the worker that was reading this connection died, or lost the database, before it stored anything; see the end of the worker log';

const { type, integration, settings, secret, allowPrivate, keep } = connections;
const columns = { type, integration, settings, secret, allowPrivate, keep };

/** A connection, leased by one worker. */
export type LeasedConnection = Awaited<ReturnType<typeof leaseConnections>>[number];

/** The organization of a leased connection. */
export const tenantOf = (db: Db, { organizationId }: LeasedConnection) => new TenantDb(db, organizationId);

/**
 * Leases up to `limit` connections that are due, longest due first.
 * @param lease a new UUID
 * @param which a further condition; by default there is none
 */
export function leaseConnections(db: Db, lease: string, limit: number, which?: SQL) {
  const isDue = and(ne(connections.state, 'paused'), lte(connections.nextTryAt, sql`now()`), which);
  const picked = connectionLeases.pick(isDue, connections.nextTryAt, limit);
  return connectionLeases.take(db, lease, picked, columns, {
    failure: sql`case when ${diedAgain} then ${abandonment} else ${connections.failure} end`,
    // A failing connection stays so until it has caught up.
    state: sql`case when ${connections.failure} is null and not ${diedAgain} then 'connecting' else 'failing' end`,
  });
}

/** Leases the connection that has been due for longest, at least for 5 s, of an organization other than these. */
export const leaseOfOthers = (db: Db, lease: string, organizationIds: readonly string[]) =>
  leaseConnections(
    db,
    lease,
    1,
    sql`${connections.nextTryAt} <= now() - interval '5 seconds' and not ${isAnyOf(connections.organizationId, organizationIds)}`,
  );

async function write(
  db: TenantDb,
  connection: LeasedConnection,
  patch: NewValues<typeof connections>,
): Promise<void> {
  const written = await db.update(connections, patch, isHeld(connection)).returning({ id: connections.id });
  if (written.length === 0) throw new LeaseLost();
}

/** Records that the server has answered. @throws LeaseLost */
export const recordAnswer = (db: TenantDb, connection: LeasedConnection): Promise<void> =>
  write(db, connection, {
    lastSeenAt: sql`now()`,
    // A failing connection stays so until it has caught up.
    state: sql`case when ${connections.failure} is null then 'syncing' else 'failing' end`,
  });

/**
 * Records that the connection has caught up with its server.
 * @param failure what fails in spite of that, such as a missing mailbox
 * @throws LeaseLost
 */
export const recordInStep = (
  db: TenantDb,
  connection: LeasedConnection,
  failure: string | null = null,
): Promise<void> =>
  write(db, connection, {
    lastSeenAt: sql`now()`,
    state: failure === null ? 'idle' : 'failing',
    failure,
    failures: 0,
  });

/** Releases the connection; it is due again after `afterMs`. Does nothing when the lease is lost. */
export const releaseConnection = (db: TenantDb, connection: LeasedConnection, afterMs = 0) =>
  connectionLeases.release(db, connection, false, { nextTryAt: inMs(afterMs) });

/** A server cannot ask for a longer pause after a failure. */
const maxPauseMs = 86_400_000;

/**
 * Releases the connection after a failure, with a backoff. Does nothing when the lease is lost.
 * @param pauseMs the pause that the server asked for, if it is longer than the backoff
 */
export function failConnection(db: TenantDb, connection: LeasedConnection, failure: string, pauseMs = 0) {
  const nextTryAt = sql`greatest(${connectionLeases.retryAt}, ${inMs(Math.min(pauseMs, maxPauseMs))})`;
  return connectionLeases.release(db, connection, true, { state: 'failing', failure, nextTryAt });
}
