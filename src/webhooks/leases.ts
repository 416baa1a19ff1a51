import { and, asc, count, eq, gt, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../core/db/database.ts';
import { deleteBatch } from '../core/db/delete-in-batches.ts';
import { leasesOf, pauseAfter } from '../core/db/leases.ts';
import type { TenantDb } from '../core/db/tenant.ts';
import type { Attempt } from './send.ts';
import { webhookDeliveries, webhookEndpoints } from './table.ts';

const pauseOf = (failures: SQL | PgColumn) => pauseAfter(failures, 1, 7_200);
export const endpointLeases = leasesOf(webhookEndpoints, 'id', 15_000, pauseOf);

/** An endpoint that fails for this long is paused. */
const maxFailing = sql`interval '5 days'`;

/** An endpoint whose events one worker delivers. */
export type LeasedEndpoint = Awaited<ReturnType<typeof leaseEndpoints>>[number];

/** Events that are distributed in one statement. */
const maxDistributed = 1_000;
/** The statements of one look for events. */
const maxBatches = 10;

/**
 * Replaces events by deliveries to their endpoints, without those that were deleted since. Only one worker does so at a
 * time, so that the deliveries of a client become visible in order.
 */
export async function distributeEvents(db: Db): Promise<void> {
  const taken = db.$with('taken', { id: webhookDeliveries.id }).as(sql`
    delete from webhook_deliveries where (organization_id, id) in (
      select organization_id, id from webhook_deliveries where endpoint_id is null order by position limit ${maxDistributed}
    ) and (select pg_try_advisory_xact_lock(hashtext('webhook_deliveries'))) returning *`);
  const made = db.$with('made', { id: webhookDeliveries.id }).as(sql`
    insert into webhook_deliveries
      (organization_id, id, endpoint_id, position, event, client_id, subject_id, detail, created_at)
    select taken.organization_id, gen_random_uuid(), endpoint.id, position, event, client_id, subject_id, detail, taken.created_at
    from taken join webhook_endpoints as endpoint
      on endpoint.organization_id = taken.organization_id and endpoint.id = any(taken.endpoint_ids)
    order by position, endpoint.id for key share of endpoint`);
  // The rest waits for the next look, so that endpoints get their turns meanwhile.
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const [row] = await db.with(taken, made).select({ count: count() }).from(taken);
    if (row?.count !== maxDistributed) return;
  }
}

/** Joins the deliveries of an endpoint. */
export const isOfEndpoint = and(
  eq(webhookDeliveries.organizationId, webhookEndpoints.organizationId),
  eq(webhookDeliveries.endpointId, webhookEndpoints.id),
);

/** True of a delivery that is to be tried now. While one of a client is retried, the later ones wait. */
export const isDue = sql`${webhookDeliveries.state} = 'pending' and ${webhookDeliveries.nextTryAt} <= now()
  and (${webhookDeliveries.attempts} > 0 or not exists (select from ${webhookDeliveries} as earlier
    where earlier.organization_id = ${webhookDeliveries.organizationId}
    and earlier.endpoint_id = ${webhookDeliveries.endpointId} and earlier.client_id = ${webhookDeliveries.clientId}
    and earlier.state = 'pending' and earlier.attempts > 0))`;

/**
 * Leases up to `limit` endpoints with events to deliver, those first that have waited longest since their turn.
 * @param lease a new UUID
 */
export function leaseEndpoints(db: Db, lease: string, limit: number) {
  const { state, nextTryAt, url, secret, allowPrivate } = webhookEndpoints;
  const hasDue = sql`exists (select from ${webhookDeliveries} where ${and(isOfEndpoint, isDue)})`;
  const isWaiting = and(eq(state, 'active'), lte(nextTryAt, sql`now()`), hasDue);
  const picked = endpointLeases.pick(isWaiting, nextTryAt, limit);
  return endpointLeases.take(db, lease, picked, { url, secret, allowPrivate });
}

const batchSize = 100;

export type PendingDelivery = Awaited<ReturnType<typeof pendingDeliveries>>[number];

/** The next deliveries of an endpoint in order, retries last, without those that wait for a retry of their client. */
export async function pendingDeliveries(db: TenantDb, endpoint: LeasedEndpoint) {
  const { id, event, clientId, subjectId, detail, attempts, createdAt, endpointId, position } =
    webhookDeliveries;
  const columns = { id, event, clientId, subjectId, detail, attempts, createdAt };
  const next = (which: SQL, limit: number) =>
    db
      .select(columns, webhookDeliveries, and(eq(endpointId, endpoint.id), isDue, which))
      .orderBy(asc(position))
      .limit(limit);
  // Retries come last, so that messages which are never accepted do not use up every turn.
  const first = await next(eq(attempts, 0), batchSize);
  return [...first, ...(await next(gt(attempts, 0), batchSize - first.length))];
}

/**
 * Records an attempt, or with null that there is nothing to send any more, and renews the lease.
 * @returns the state of the endpoint after it; undefined, with nothing recorded, when the lease is lost
 */
export function recordAttempt(
  db: TenantDb,
  endpoint: LeasedEndpoint,
  { id }: PendingDelivery,
  attempt: Attempt | null,
): Promise<'active' | 'paused' | undefined> {
  return db.transaction(async (transaction) => {
    const [held] = await transaction
      .update(
        webhookEndpoints,
        { leasedUntil: endpointLeases.end, ...(attempt && statusAfter(attempt)) },
        // A concurrent attempt may have paused it.
        and(endpointLeases.isHeld(endpoint), eq(webhookEndpoints.state, 'active')),
      )
      .returning({ state: webhookEndpoints.state });
    if (!held) return undefined;
    const attempts = sql`${webhookDeliveries.attempts} + 1`;
    const isLast = attempt?.failure ? sql`${webhookDeliveries.expiresAt} <= now()` : sql`true`;
    const last = attempt === null ? 'dropped' : attempt.failure === null ? 'delivered' : 'failed';
    const values = {
      ...(attempt && { ...attempt, attempts }),
      state: sql`case when ${isLast} then ${last} else 'pending' end`,
      endedAt: sql`case when ${isLast} then now() end`,
      nextTryAt: sql`now() + ${pauseOf(attempts)}`,
    };
    await transaction.update(webhookDeliveries, values, eq(webhookDeliveries.id, id));
    return held.state;
  });
}

/** The columns of an endpoint after an attempt: it is paused when it is gone, or has failed for five days. */
function statusAfter({ status, failure }: Attempt) {
  if (failure === null) return { failure, failures: 0, failingSince: null };
  const { failingSince } = webhookEndpoints;
  const isHopeless = status === 410 ? sql`true` : sql`${failingSince} < now() - ${maxFailing}`;
  return {
    failure: status === 410 ? 'the receiver answered 410: it wants no more events' : failure,
    failingSince: sql`coalesce(${failingSince}, now())`,
    state: sql`case when ${isHopeless} then 'paused' else 'active' end`,
  };
}

/**
 * Releases the endpoint: for its next turn, or after a turn that failed for later. Does nothing when the lease is lost.
 * @param failure of the turn, if nothing could be sent
 */
export const releaseEndpoint = (
  db: TenantDb,
  endpoint: LeasedEndpoint,
  hasFailed: boolean,
  failure: string | undefined,
) =>
  endpointLeases.release(db, endpoint, hasFailed, {
    ...(failure !== undefined && statusAfter({ status: null, failure })),
    nextTryAt: hasFailed ? endpointLeases.retryAt : sql`now()`,
  });

/** Removes a batch of the deliveries that ended over a week ago. */
export function removeOldDeliveries(db: Db): Promise<number> {
  const { endedAt, state } = webhookDeliveries;
  const isOld = and(ne(state, 'pending'), lte(endedAt, sql`now() - interval '7 days'`));
  return deleteBatch(db, webhookDeliveries, isOld);
}
