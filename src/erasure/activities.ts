import { and, eq, type SQL, sql } from 'drizzle-orm';
import { activities, erasedActivities } from '../activities/table.ts';
import { connectionMeetings } from '../connections/calendar/table.ts';
import type { Db } from '../core/db/database.ts';

/** Few enough that a batch is done long before the timeout of a statement, with the triggers on activities. */
export const batchRows = 1_000;

/**
 * Erases up to `batchRows` activities of an organization, with what calendars know of them. Their ids are remembered as
 * hashes, so that no copy of them is recorded again.
 * @returns the number of activities erased
 */
export async function eraseActivities(
  db: Db,
  organizationId: string,
  where: SQL | undefined,
): Promise<number> {
  const { organizationId: organization, id, source, sourceId, occurredAt } = activities;
  const ofOrganization = and(eq(organization, organizationId), where);
  const batch = db
    .$with('batch')
    .as(db.select({ id }).from(activities).where(ofOrganization).limit(batchRows).for('update'));
  const erased = db.$with('erased').as(
    db
      .delete(activities)
      .where(and(eq(organization, organizationId), sql`${id} in (select ${batch.id} from ${batch})`))
      .returning({ source, sourceId, occurredAt }),
  );
  const meetings = db.$with('meetings').as(
    db
      .delete(connectionMeetings)
      .where(
        and(
          eq(connectionMeetings.organizationId, organizationId),
          sql`${connectionMeetings.sourceId} in (select ${erased.sourceId} from ${erased})`,
        ),
      )
      .returning({ sourceId: connectionMeetings.sourceId }),
  );
  const remembered = db
    .select({
      organizationId: sql<string>`${organizationId}::uuid`.as('organization_id'),
      source: erased.source,
      sourceHash: sql<string>`sha256(convert_to(${erased.sourceId}, 'UTF8'))`.as('source_hash'),
      occurredAt: erased.occurredAt,
      erasedAt: sql<string>`now()`.as('erased_at'),
    })
    .from(erased);
  const rows = await db
    .with(batch, erased, meetings)
    .insert(erasedActivities)
    .select(remembered)
    .onConflictDoUpdate({
      target: [erasedActivities.organizationId, erasedActivities.source, erasedActivities.sourceHash],
      set: { occurredAt: sql`excluded.occurred_at`, erasedAt: sql`excluded.erased_at` },
    })
    .returning({ source: erasedActivities.source });
  return rows.length;
}
