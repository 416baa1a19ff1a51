import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { rememberErased } from '../activities/record.ts';
import { activities } from '../activities/table.ts';
import { forgetMeetings, meetingsOf } from '../connections/calendar/forget.ts';
import type { Db } from '../core/db/database.ts';
import { deletionBound } from '../core/db/delete-in-batches.ts';
import { byteLength, countWithin } from '../core/db/page-size.ts';

/**
 * Removes the first activities within the bound of deletions, with what calendars know of them. Runs in a transaction.
 * @param keys a query of their `organization_id` and `id`, which locks them
 * @param remember the ids to remember, so that no copy is recorded again: all, or those of the meetings that calendars have,
 *   which they would record again
 * @returns the number of activities removed
 */
export async function removeActivities(
  transaction: Db,
  organizationId: string,
  keys: SQL,
  remember: 'all' | 'meetings',
): Promise<number> {
  const { organizationId: organization, id } = activities;
  // A query that locks rows is run once, whatever the plan.
  const picked = transaction
    .$with('picked')
    .as(transaction.select({ all: sql`*` }).from(sql`(${keys}) as candidate`));
  const found = await transaction
    .with(picked)
    .select({ organization, id, bytes: byteLength(Object.values(getTableColumns(activities))) })
    .from(activities)
    .where(sql`(${organization}, ${id}) in (select * from ${picked})`);
  const batch = found.slice(0, countWithin(found, deletionBound.bytes));
  if (batch.length === 0) return 0;
  const keysOfBatch = batch.map((each) => sql`(${each.organization}::uuid, ${each.id}::uuid)`);
  const isInBatch = sql`(${organization}, ${id}) in (${sql.join(keysOfBatch, sql`, `)})`;
  await forgetMeetings(transaction, organizationId, meetingsOf(isInBatch));
  if (remember === 'all')
    await transaction.execute(rememberErased(organizationId, sql`${activities} where ${isInBatch}`));
  await transaction.delete(activities).where(isInBatch);
  return batch.length;
}

/** Removes up to a batch of activities, and remembers their ids. Runs in a transaction. */
export function eraseActivities(transaction: Db, organizationId: string, where: SQL): Promise<number> {
  const keys = sql`select ${activities.organizationId}, ${activities.id} from ${activities}
    where ${and(eq(activities.organizationId, organizationId), where)} limit ${deletionBound.rows} for update`;
  return removeActivities(transaction, organizationId, keys, 'all');
}
