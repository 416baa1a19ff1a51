import { and, asc, count, eq, lte, ne, sql } from 'drizzle-orm';
import type { Db } from '../core/db/database.ts';
import { deletionBound } from '../core/db/delete-in-batches.ts';
import { free, leasesOf } from '../core/db/leases.ts';
import type { TenantDb } from '../core/db/tenant.ts';
import { named } from '../core/db/tenant-statements.ts';
import { organizations } from '../organization/table.ts';
import type { Attempt } from './send.ts';
import { webhookDeliveries, webhookEndpoints } from './table.ts';

export const endpointLeases = leasesOf(webhookEndpoints, 'id', 15_000);
const { isFree, isHeld, isPicked } = endpointLeases;

/** The pause after failures: 1 s, doubled with each of them, up to 2 hours. */
const pauseAfter = (failures: unknown) => sql`least(7200, 2 ^ least(${failures}, 13)) * interval '1 second'`;

/** An endpoint that fails for this long is paused. */
const maxFailing = sql`interval '5 days'`;

/** An endpoint whose events one worker delivers. */
export interface LeasedEndpoint {
  readonly organizationId: string;
  readonly id: string;
  readonly url: string;
  readonly secret: string | null;
  readonly allowPrivate: boolean;
  readonly lease: string;
}

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

/** True of a delivery that is to be tried now, and does not wait for an earlier one of its client to be retried. */
const isDue = sql`${webhookDeliveries.state} = 'pending' and ${webhookDeliveries.nextTryAt} <= now()
  and not exists (select from ${webhookDeliveries} as earlier
    where earlier.organization_id = ${webhookDeliveries.organizationId}
    and earlier.endpoint_id = ${webhookDeliveries.endpointId} and earlier.client_id = ${webhookDeliveries.clientId}
    and earlier.state = 'pending' and earlier.attempts > 0 and earlier.next_try_at > now())`;

/**
 * Leases up to `limit` endpoints with events to deliver, those first that have waited longest since their turn. No other
 * worker gets them until they are released, or until the lease expires.
 * @param lease a new UUID
 */
export async function leaseEndpoints(db: Db, lease: string, limit: number): Promise<LeasedEndpoint[]> {
  const isActive = sql`exists (select from ${organizations}
    where ${organizations.organizationId} = ${webhookEndpoints.organizationId} and ${organizations.state} = 'active')`;
  const hasDue = sql`exists (select from ${webhookDeliveries}
    where ${webhookDeliveries.organizationId} = ${webhookEndpoints.organizationId}
    and ${webhookDeliveries.endpointId} = ${webhookEndpoints.id} and ${isDue})`;
  const isWaiting = and(
    eq(webhookEndpoints.state, 'active'),
    lte(webhookEndpoints.nextTryAt, sql`now()`),
    isFree,
    hasDue,
    isActive,
  );
  const picked = endpointLeases.pick(db, isWaiting, webhookEndpoints.nextTryAt, limit);
  const leased = await db
    .with(picked)
    .update(webhookEndpoints)
    .set({ lease, leasedUntil: endpointLeases.end })
    .from(picked)
    .where(isPicked)
    .returning({
      organizationId: webhookEndpoints.organizationId,
      id: webhookEndpoints.id,
      url: webhookEndpoints.url,
      secret: webhookEndpoints.secret,
      allowPrivate: webhookEndpoints.allowPrivate,
    });
  return leased.map((endpoint) => ({ ...endpoint, lease }));
}

const batchSize = 100;

const pending = named(
  'webhooks.pending',
  { endpointId: webhookDeliveries.endpointId },
  (db, { endpointId }) =>
    db
      .select(
        {
          id: webhookDeliveries.id,
          event: webhookDeliveries.event,
          clientId: webhookDeliveries.clientId,
          subjectId: webhookDeliveries.subjectId,
          detail: webhookDeliveries.detail,
          createdAt: webhookDeliveries.createdAt,
        },
        webhookDeliveries,
        and(eq(webhookDeliveries.endpointId, endpointId), isDue),
      )
      .orderBy(asc(webhookDeliveries.position))
      .limit(batchSize),
);

export type PendingDelivery = Awaited<ReturnType<typeof pendingDeliveries>>[number];

/** The next deliveries of an endpoint in order, without those whose client waits for an earlier one to be retried. */
export const pendingDeliveries = (db: TenantDb, { id }: LeasedEndpoint) =>
  db.all(pending, { endpointId: id });

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
  const isFailure = attempt !== null && attempt.failure !== null;
  return db.transaction(async (transaction) => {
    const [held] = await transaction
      .update(
        webhookEndpoints,
        { leasedUntil: endpointLeases.end, ...(attempt && statusAfter(attempt)) },
        isHeld(endpoint),
      )
      .returning({ state: webhookEndpoints.state });
    if (!held) return undefined;
    const { attempts, expiresAt } = webhookDeliveries;
    const isLast = sql`${expiresAt} <= now()`;
    const ended = attempt === null ? ('dropped' as const) : ('delivered' as const);
    const values = isFailure
      ? {
          state: sql`case when ${isLast} then 'failed' else 'pending' end`,
          endedAt: sql`case when ${isLast} then now() end`,
          nextTryAt: sql`now() + ${pauseAfter(attempts)}`,
        }
      : { state: ended, endedAt: sql`now()` };
    const tried = attempt === null ? {} : { ...attempt, attempts: sql`${attempts} + 1` };
    await transaction.update(webhookDeliveries, { ...values, ...tried }, eq(webhookDeliveries.id, id));
    return held.state;
  });
}

/** The columns of an endpoint after an attempt: it is paused when it is gone, or has failed for five days. */
function statusAfter({ status, failure }: Attempt) {
  if (failure === null) return { failure, failures: 0, failingSince: null };
  const { failures, failingSince } = webhookEndpoints;
  const isHopeless = status === 410 ? sql`true` : sql`${failingSince} < now() - ${maxFailing}`;
  return {
    failure: status === 410 ? 'the receiver answered 410: it wants no more events' : failure,
    failures: sql`${failures} + 1`,
    failingSince: sql`coalesce(${failingSince}, now())`,
    state: sql`case when ${isHopeless} then 'paused' else 'active' end`,
  };
}

/**
 * Releases the endpoint: for its next turn, or after failures for later. Does nothing when the lease is lost.
 * @param failure of its turn, if nothing could be sent
 */
export async function releaseEndpoint(
  db: TenantDb,
  endpoint: LeasedEndpoint,
  failure: string | undefined,
): Promise<void> {
  const failures =
    failure === undefined ? sql`${webhookEndpoints.failures}` : sql`${webhookEndpoints.failures} + 1`;
  const nextTryAt = sql`now() + case when ${failures} = 0 then interval '0' else ${pauseAfter(sql`${failures} - 1`)} end`;
  const status = failure === undefined ? {} : statusAfter({ status: null, failure });
  await db.update(webhookEndpoints, { ...free, nextTryAt, ...status }, isHeld(endpoint));
}

/** Deliveries are kept for this time after they have ended. */
const maxEnded = sql`interval '7 days'`;

/** Removes a batch of the deliveries that ended long ago, or were never tried since their endpoint is paused. */
export async function removeOldDeliveries(db: Db): Promise<number> {
  const { organizationId, id, endedAt, expiresAt, endpointId, state } = webhookDeliveries;
  const ended = and(ne(state, 'pending'), lte(endedAt, sql`now() - ${maxEnded}`));
  const ofPaused = and(
    eq(state, 'pending'),
    lte(expiresAt, sql`now() - ${maxEnded}`),
    sql`(${organizationId}, ${endpointId}) in (select organization_id, id from webhook_endpoints where state = 'paused')`,
  );
  let removed = 0;
  for (const old of [ended, ofPaused]) {
    const batch = db
      .select({ organizationId, id })
      .from(webhookDeliveries)
      .where(old)
      .limit(deletionBound.rows)
      .for('update', { skipLocked: true });
    const rows = await db
      .delete(webhookDeliveries)
      .where(sql`(${organizationId}, ${id}) in (${batch})`)
      .returning({ id });
    removed += rows.length;
  }
  return removed;
}
