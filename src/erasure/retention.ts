import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { activities } from '../activities/table.ts';
import { clients } from '../clients/table.ts';
import { auditEntries } from '../core/db/audit/table.ts';
import type { Db } from '../core/db/database.ts';
import { batchRows, deleteBatch, deleteInBatches } from '../core/db/delete-in-batches.ts';
import { readRows } from '../core/db/read-rows.ts';
import { TenantDb } from '../core/db/tenant.ts';
import { idempotencyKeys } from '../core/rest/idempotency/table.ts';
import type { Retention } from '../core/settings.ts';
import { organizations } from '../organization/table.ts';
import { users } from '../users/table.ts';
import { removeOldDeliveries } from '../webhooks/leases.ts';
import { removeActivities } from './activities.ts';
import { eraseClientBatch } from './client.ts';

/** A number of rows that were removed from a table. */
export interface Removed {
  readonly kind: string;
  readonly rows: number;
}

const isOlder = (column: SQL | PgColumn, age: string) => sql`${column} <= now() - ${age}::interval`;

/**
 * Removes what is past its retention, in all active organizations, a batch for each turn of the generator. Any number of
 * processes may do so at the same time: they skip rows that another one has locked, or wait for a batch.
 */
export async function* removeExpired(db: Db, retention: Retention): AsyncGenerator<Removed> {
  const { auditDays, deletedDays, activityDays, idempotencyHours } = retention;
  const isKeyOld = isOlder(idempotencyKeys.createdAt, `${idempotencyHours} hours`);
  yield* repeated('idempotency_keys', () => deleteBatch(db, idempotencyKeys, isKeyOld));
  yield* repeated('webhook_deliveries', () => removeOldDeliveries(db));
  if (deletedDays !== null) {
    const isUserOld = and(
      isNotNull(users.deletedAt),
      isOlder(users.deletedAt, `${deletedDays} days`),
      isOfActive(users),
    );
    yield* repeated('users', () => deleteBatch(db, users, isUserOld));
    for (;;) {
      const removed = await removeDeletedClient(db, deletedDays);
      if (!removed) break;
      yield { kind: 'activities', rows: removed.activities };
      yield { kind: 'clients', rows: removed.isDone ? 1 : 0 };
    }
  }
  if (auditDays === null && activityDays === null) return;
  const { organizationId: id } = organizations;
  const active = await db.select({ id }).from(organizations).where(isActive).orderBy(asc(id));
  for (const { id: organizationId } of active) {
    if (auditDays !== null) {
      const where = isOlder(auditEntries.at, `${auditDays} days`);
      for await (const rows of deleteInBatches(new TenantDb(db, organizationId), auditEntries, where))
        yield { kind: 'audit_entries', rows };
    }
    if (activityDays !== null) yield* removeOldActivities(new TenantDb(db, organizationId), activityDays);
    // Lets the worker stop between organizations.
    yield { kind: 'audit_entries', rows: 0 };
  }
}

/** Leaves out organizations that are being imported: rows that come later may refer to any row. */
const isOfActive = ({ organizationId }: { organizationId: PgColumn }) => sql`exists (
  select from ${organizations} where ${organizations.organizationId} = ${organizationId} and ${isActive})`;

const isActive = eq(organizations.state, 'active');

/** Repeats a step until it removes nothing. */
async function* repeated(kind: string, step: () => Promise<number>): AsyncGenerator<Removed> {
  for (let rows = await step(); rows > 0; rows = await step()) yield { kind, rows };
}

/** Removes a batch of the activities of the client that was deleted longest ago, and with the last of them the client. */
function removeDeletedClient(db: Db, days: number) {
  return db.transaction(async (transaction) => {
    const [expired] = await transaction
      .select({ organizationId: clients.organizationId, id: clients.id })
      .from(clients)
      .where(
        and(isNotNull(clients.deletedAt), isOlder(clients.deletedAt, `${days} days`), isOfActive(clients)),
      )
      .orderBy(asc(clients.deletedAt))
      .limit(1)
      // A worker that stores cards only shares the client.
      .for('no key update', { skipLocked: true });
    return expired && eraseClientBatch(new TenantDb(transaction, expired.organizationId, true), expired.id);
  });
}

/** Removes the old activities of an organization: of a page of clients at a time, then the unassigned ones. */
async function* removeOldActivities(db: TenantDb, days: number): AsyncGenerator<Removed> {
  const remove = (keys: SQL) =>
    repeated('activities', () =>
      db.transaction((transaction) => removeActivities(transaction, keys, 'meetings')),
    );
  for await (const page of readRows(db, clients, { columns: {} })) {
    const ofPage = sql`client.organization_id = ${db.organizationId}
      and client.id between ${page.at(0)?.id} and ${page.at(-1)?.id}`;
    yield* remove(oldOfClients(ofPage, days));
    // Also when nothing was removed, so that the worker can stop.
    yield { kind: 'activities', rows: 0 };
  }
  const unassigned = and(
    db.own(activities),
    isNull(activities.clientId),
    isOlder(activities.occurredAt, `${days} days`),
  );
  yield* remove(sql`select ${activities.organizationId}, ${activities.id} from ${activities} where ${unassigned} limit ${batchRows}
    for update skip locked`);
}

/** The keys of old activities, found for each client by the index of its newest. */
const oldOfClients = (clientsOfPage: SQL, days: number) => sql`
  select old.* from ${clients} as client, lateral (
    select activity.organization_id, activity.id from ${activities} as activity
    where activity.organization_id = client.organization_id and activity.client_id = client.id
      and ${isOlder(sql.raw('activity.occurred_at'), `${days} days`)}
    order by activity.occurred_at limit ${batchRows} for update skip locked
  ) as old where ${clientsOfPage} limit ${batchRows}`;
