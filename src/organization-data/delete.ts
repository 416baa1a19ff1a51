import { eq, exists, type SQL, sql } from 'drizzle-orm';
import { connections } from '../connections/table.ts';
import { deleteInBatches } from '../core/db/delete-in-batches.ts';
import { free } from '../core/db/leases.ts';
import type { TenantDb } from '../core/db/tenant.ts';
import { organizations } from '../organization/table.ts';
import { tokens } from '../tokens/table.ts';
import { webhookEndpoints } from '../webhooks/table.ts';
import { dataTables } from './tables.ts';

const deletionOrder = dataTables.toReversed();

/**
 * Ends the tokens of an organization and its connections' work; from now on it can only be deleted.
 * @param which a condition that the organization meets
 * @returns its id and the number of tokens; undefined if it is gone, or does not meet the condition
 */
export async function beginDeletion(
  db: TenantDb,
  which?: SQL,
): Promise<{ readonly id: string; readonly tokens: number } | undefined> {
  return db.transaction(async (transaction) => {
    const [begun] = await transaction
      .update(organizations, { state: 'deleting' }, which)
      .returning({ id: organizations.organizationId });
    if (!begun) return undefined;
    await transaction.update(connections, { state: 'paused', ...free });
    await transaction.update(webhookEndpoints, { state: 'paused', ...free });
    const ended = await transaction.delete(tokens).returning({ id: tokens.id });
    return { id: begun.id, tokens: ended.length };
  });
}

/** Another deletion may be done already, and another import may have created the organization again. */
const isBeingDeleted = eq(organizations.state, 'deleting');

/**
 * Deletes an organization after `beginDeletion`, in batches, and at last the organization itself. Yields the number of rows of
 * each batch. Safe to repeat after an interruption. `on delete cascade` would exceed the statement timeout.
 * @returns its slug; undefined if others have deleted it
 */
export async function* deleteOrganization(
  db: TenantDb,
  signal: AbortSignal,
): AsyncGenerator<number, string | undefined> {
  const where = exists(db.select({ one: sql`1` }, organizations, isBeingDeleted));
  for (const { table } of deletionOrder)
    for await (const count of deleteInBatches(db, table, where)) {
      yield count;
      signal.throwIfAborted();
    }
  return deleteRemains(db);
}

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
