import { and, asc, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { free } from '../core/db/leases.ts';
import type { TenantReader, TenantWriter } from '../core/db/tenant.ts';
import { insert, named, parameter, remove, update } from '../core/db/tenant-statements.ts';
import { webhookDeliveries, webhookEndpoints } from './table.ts';

const { id, url, events, state, failure, failingSince, createdAt, secret, allowPrivate } = webhookEndpoints;
const columns = { id, url, events, state, failure, failingSince, createdAt };

const byId = named('webhooks.get', { id: webhookEndpoints.id }, (db, { id }) =>
  db.select({ ...columns, secret, allowPrivate }, webhookEndpoints, eq(webhookEndpoints.id, id)),
);

const all = named('webhooks.list', {}, (db) =>
  db.select(columns, webhookEndpoints).orderBy(asc(webhookEndpoints.id)),
);

const creation = insert('webhooks.create', webhookEndpoints, columns);

/** Also ends the pause after failures. */
const change = update('webhooks.change', webhookEndpoints, { id: webhookEndpoints.id }, ({ id }) => ({
  columns,
  where: eq(webhookEndpoints.id, id),
  set: { nextTryAt: sql`now()`, updatedAt: sql`now()` },
}));

const deletion = remove('webhooks.delete', webhookEndpoints, { id: webhookEndpoints.id }, ({ id }) => ({
  columns: { id: webhookEndpoints.id },
  where: eq(webhookEndpoints.id, id),
}));

const { event, clientId, attempts, status, nextTryAt, endedAt } = webhookDeliveries;
/** An ended delivery keeps the time of its next attempt, which nothing reads. */
const nextTryOfPending = sql<
  string | null
>`case when ${webhookDeliveries.state} = 'pending' then ${nextTryAt} end`;
const deliveryColumns = {
  ...{ id: webhookDeliveries.id, event, clientId, state: webhookDeliveries.state, attempts, status },
  ...{ failure: webhookDeliveries.failure, createdAt: webhookDeliveries.createdAt },
  ...{ nextTryAt: nextTryOfPending.mapWith(nextTryAt), endedAt },
};

const newestDeliveries = named(
  'webhooks.deliveries',
  { endpointId: webhookDeliveries.endpointId, count: parameter<number>() },
  (db, { endpointId, count }) =>
    db
      .select(deliveryColumns, webhookDeliveries, eq(webhookDeliveries.endpointId, endpointId))
      .orderBy(desc(webhookDeliveries.position))
      .limit(count),
);

const repetition = update(
  'webhooks.resend',
  webhookDeliveries,
  { id: webhookDeliveries.id, endpointId: webhookDeliveries.endpointId },
  ({ id, endpointId }) => ({
    columns: deliveryColumns,
    where: and(
      eq(webhookDeliveries.id, id),
      eq(webhookDeliveries.endpointId, endpointId),
      ne(webhookDeliveries.state, 'pending'),
    ),
    set: {
      state: 'pending' as const,
      attempts: 0,
      nextTryAt: sql`now()`,
      expiresAt: sql`now() + interval '1 day'`,
      endedAt: null,
    },
  }),
);

const retry = update(
  'webhooks.retry',
  webhookDeliveries,
  { endpointId: webhookDeliveries.endpointId },
  ({ endpointId }) => ({
    columns: { id: webhookDeliveries.id },
    where: and(
      eq(webhookDeliveries.endpointId, endpointId),
      eq(webhookDeliveries.state, 'pending'),
      gt(webhookDeliveries.attempts, 0),
    ),
    set: { nextTryAt: sql`now()` },
  }),
);

/** The endpoint with its encrypted secrets, or undefined when the organization has no such endpoint. */
export const getEndpoint = (db: TenantReader, id: string) => db.first(byId, { id });

/** The endpoints, of which there are few, in order of creation. */
export const listEndpoints = (db: TenantReader) => db.all(all, {});

/** @param id see `insertOne` */
export const insertEndpoint = (
  db: TenantWriter,
  values: Pick<typeof webhookEndpoints.$inferInsert, 'url' | 'events' | 'allowPrivate' | 'secret'>,
  id: string,
) => db.insertOne(creation, values, id);

/** Gives an endpoint an encrypted secret; undefined when there is no such endpoint. */
export const setSecret = async (db: TenantWriter, id: string, secret: string) =>
  (await db.write(change, { id }, { secret }))[0];

/**
 * Pauses an endpoint, which ends its lease, or resumes it: then all that waits for a retry is tried at once. Undefined when
 * there is none.
 */
export const turnEndpoint = (db: TenantWriter, id: string, state: 'active' | 'paused') =>
  db.transaction(async (transaction) => {
    const healthy = { failure: null, failures: 0, failingSince: null };
    const [turned] = await transaction.write(change, { id }, { state, ...healthy, ...free });
    if (turned && state === 'active') await transaction.write(retry, { endpointId: id });
    return turned;
  });

export const deleteEndpoint = async (db: TenantWriter, id: string) => (await db.write(deletion, { id }))[0];

/** The last deliveries of an endpoint, newest first. */
export const listDeliveries = (db: TenantReader, endpointId: string, count: number) =>
  db.all(newestDeliveries, { endpointId, count });

/** Delivers once more, at once; undefined unless there is such a delivery that has ended. */
export const resendDelivery = (db: TenantWriter, endpointId: string, id: string) =>
  db.transaction(async (transaction) => {
    const [resent] = await transaction.write(repetition, { endpointId, id });
    if (resent) await transaction.write(change, { id: endpointId });
    return resent;
  });
