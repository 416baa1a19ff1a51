import { and, type SQL, sql } from 'drizzle-orm';
import { rememberErased } from '../activities/record.ts';
import { activities } from '../activities/table.ts';
import { forgetMeetings, meetingsOf } from '../connections/calendar/forget.ts';
import { batchRows } from '../core/db/delete-in-batches.ts';
import type { TenantDb } from '../core/db/tenant.ts';
import { isAnyOf } from '../core/db/tenant-rows.ts';

/**
 * Removes a batch of activities, with what calendars know of them. Runs in a transaction.
 * @param keys a query of their `organization_id` and `id`, which locks them
 * @param remember the ids to remember, so that no copy is recorded again: all, or those of the meetings that calendars have,
 *   which they would record again
 * @returns the number of activities removed
 */
export async function removeActivities(
  transaction: TenantDb,
  keys: SQL,
  remember: 'all' | 'meetings',
): Promise<number> {
  const { organizationId, id } = activities;
  // A query that locks rows is run once, whatever the plan.
  const isPicked = sql`(${organizationId}, ${id}) in (with picked as materialized (${keys}) select * from picked)`;
  const batch = await transaction.select({ id }, activities, isPicked);
  if (batch.length === 0) return 0;
  const isInBatch = isAnyOf(
    id,
    batch.map((each) => each.id),
  );
  const rows = sql`${transaction.own(activities)} and ${isInBatch}`;
  await forgetMeetings(transaction, meetingsOf(rows));
  if (remember === 'all')
    await transaction.execute(rememberErased(transaction, sql`${activities} where ${rows}`));
  await transaction.delete(activities, isInBatch);
  return batch.length;
}

/** Removes up to a batch of activities, and remembers their ids. Runs in a transaction. */
export function eraseActivities(transaction: TenantDb, where: SQL): Promise<number> {
  const keys = sql`select ${activities.organizationId}, ${activities.id} from ${activities}
    where ${and(transaction.own(activities), where)} limit ${batchRows} for update`;
  return removeActivities(transaction, keys, 'all');
}
