import { eq, exists, type SQL, sql } from 'drizzle-orm';
import { connections } from '../connections/table.ts';
import { deleteInBatches } from '../core/db/delete-in-batches.ts';
import type { TenantDb } from '../core/db/tenant.ts';
import { sqlStateOf } from '../core/errors.ts';
import { organizations } from '../organization/table.ts';
import { tokens } from '../tokens/table.ts';
import { webhookEndpoints } from '../webhooks/table.ts';
import { dataTables } from './tables.ts';

/** The number of deleted rows by table. */
export type DeletedRows = Record<string, number>;

const deletionOrder = dataTables.toReversed();

/**
 * Ends the tokens of an organization and its connections' work; from now on it can only be deleted.
 * @param which a condition that the organization meets
 * @returns undefined if it is gone, or does not meet the condition
 */
export async function beginDeletion(
  db: TenantDb,
  which?: SQL,
): Promise<{ id: string; deleted: DeletedRows } | undefined> {
  return db.transaction(async (transaction) => {
    const [begun] = await transaction
      .update(organizations, { state: 'deleting' }, which)
      .returning({ id: organizations.organizationId });
    if (!begun) return undefined;
    await transaction.update(connections, { state: 'paused', lease: null, leasedUntil: null });
    await transaction.update(webhookEndpoints, { state: 'paused', lease: null, leasedUntil: null });
    const ended = await transaction.delete(tokens).returning({ id: tokens.id });
    return { id: begun.id, deleted: ended.length > 0 ? { tokens: ended.length } : {} };
  });
}

/** Another deletion may be done already, and another import may have created the organization again. */
const isBeingDeleted = eq(organizations.state, 'deleting');

/**
 * Deletes a part of an organization after `beginDeletion`, in batches, and at last the organization itself.
 * @param untilMs stops after the batch that ends later, by `performance.now()`
 * @returns with `slug`, if this call deleted the organization itself
 */
export async function deletePart(
  db: TenantDb,
  untilMs: number,
): Promise<{ deleted: DeletedRows; isDone: boolean; slug?: string | undefined }> {
  const deleted: DeletedRows = {};
  try {
    const where = exists(db.select({ one: sql`1` }, organizations, isBeingDeleted));
    for (const each of deletionOrder) {
      for await (const count of deleteInBatches(db, each.table, where)) {
        deleted[each.name] = (deleted[each.name] ?? 0) + count;
        if (performance.now() > untilMs) return { deleted, isDone: false };
      }
    }
    return { deleted, isDone: true, slug: await deleteRemains(db) };
  } catch (error) {
    // A request that was under way has written a row that refers to one to be deleted: go on from the beginning.
    if (sqlStateOf(error) === foreignKeyViolation) return { deleted, isDone: false };
    throw error;
  }
}

const foreignKeyViolation = '23503';

/**
 * Deletes the organization with the few rows that requests which were under way may have written since.
 * @returns its slug; undefined if it is not being deleted
 */
async function deleteRemains(db: TenantDb): Promise<string | undefined> {
  return db.transaction(async (transaction) => {
    // No row of the organization can be inserted from here on.
    const [held] = await transaction
      .select({ slug: organizations.slug }, organizations, isBeingDeleted)
      .for('update');
    if (!held) return undefined;
    for (const { table } of deletionOrder) await transaction.delete(table);
    await transaction.delete(organizations);
    return held.slug;
  });
}
