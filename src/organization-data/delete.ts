import { eq } from 'drizzle-orm';
import { activities } from '../activities/table.ts';
import { connections } from '../connections/table.ts';
import type { Db } from '../core/db/database.ts';
import { deleteInBatches } from '../core/db/delete-in-batches.ts';
import { TenantDb } from '../core/db/tenant.ts';
import { sqlStateOf } from '../core/errors.ts';
import { deleteJobs } from '../insights/jobs.ts';
import { lockOrganization } from '../organization/queries.ts';
import { organizations } from '../organization/table.ts';
import { tokens } from '../tokens/table.ts';
import { type DataTable, dataTables } from './tables.ts';

/** The number of deleted rows by table. */
export type DeletedRows = Record<string, number>;

const deletionOrder = dataTables.toReversed();

/** Ends the tokens of an organization and its connections' work; from now on it can only be deleted. */
export async function beginDeletion(db: Db, organizationId: string): Promise<DeletedRows> {
  return db.transaction(async (transaction) => {
    await transaction
      .update(organizations)
      .set({ state: 'deleting' })
      .where(eq(organizations.organizationId, organizationId));
    await transaction
      .update(connections)
      .set({ state: 'paused', lease: null, leasedUntil: null })
      .where(eq(connections.organizationId, organizationId));
    const ended = await transaction
      .delete(tokens)
      .where(eq(tokens.organizationId, organizationId))
      .returning({ id: tokens.id });
    return ended.length > 0 ? { tokens: ended.length } : {};
  });
}

/**
 * Deletes a part of an organization after `beginDeletion`, in batches, and at last the organization itself.
 * @param untilMs stops after the batch that ends later, by `performance.now()`
 */
export async function deletePart(
  db: Db,
  organizationId: string,
  untilMs: number,
): Promise<{ deleted: DeletedRows; isDone: boolean }> {
  const deleted: DeletedRows = {};
  try {
    for (const each of deletionOrder) {
      const deletion = { organizationId, ...extraWork(each, organizationId) };
      for await (const count of deleteInBatches(db, each.table, deletion)) {
        deleted[each.name] = (deleted[each.name] ?? 0) + count;
        if (performance.now() > untilMs) return { deleted, isDone: false };
      }
    }
    await deleteRemains(db, organizationId);
    return { deleted, isDone: true };
  } catch (error) {
    // A request that was under way has written a row that refers to one to be deleted: go on from the beginning.
    if (sqlStateOf(error) === foreignKeyViolation) return { deleted, isDone: false };
    throw error;
  }
}

const foreignKeyViolation = '23503';

/** A trigger makes the cards of the clients of deleted activities due; nobody computes them any more. */
const extraWork = ({ table }: DataTable, organizationId: string) =>
  table === activities ? { afterBatch: (transaction: Db) => deleteJobs(transaction, organizationId) } : {};

/** Deletes the organization with the few rows that requests which were under way may have written since. */
async function deleteRemains(db: Db, organizationId: string): Promise<void> {
  await db.transaction(async (transaction) => {
    // No row of the organization can be inserted from here on.
    await lockOrganization(new TenantDb(transaction, organizationId, true));
    for (const { table } of deletionOrder)
      await transaction.delete(table).where(eq(table.organizationId, organizationId));
    await transaction.delete(organizations).where(eq(organizations.organizationId, organizationId));
  });
}
