import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { activities, erasedActivities } from '../activities/table.ts';
import { connectionMeetings } from '../connections/calendar/table.ts';
import { connections } from '../connections/table.ts';
import type { Db } from '../core/db/database.ts';
import { deletionBound } from '../core/db/delete-in-batches.ts';
import { type Bound, byteLength } from '../core/db/page-size.ts';

/** Few enough that a batch is done long before the timeout of a statement, with the triggers on activities. */
export const batchRows = 1_000;

/** The bound of pages whose texts are read. */
export const readBound: Bound = { rows: batchRows, bytes: 2_000_000 };

/**
 * Erases up to a batch of activities of an organization, with what calendars know of them. Their ids are remembered as
 * hashes, so that no copy of them is recorded again.
 * @returns the number of activities erased
 */
export function eraseActivities(db: Db, organizationId: string, where: SQL | undefined): Promise<number> {
  const ids = sql`select ${activities.id} from ${activities}
    where ${and(eq(activities.organizationId, organizationId), where)} limit ${batchRows} for update`;
  return removeActivities(db, organizationId, { ids, remember: 'all' });
}

/**
 * Removes the first activities within the bound of deletions, with what calendars know of them.
 * @param ids a query that locks them
 * @param remember the ids to remember as hashes, so that no copy is recorded again: those of all, or of the meetings that
 *   calendars have, which are read again and again
 * @returns the number of activities removed
 */
export async function removeActivities(
  db: Db,
  organizationId: string,
  { ids, remember }: { readonly ids: SQL; readonly remember: 'all' | 'meetings' },
): Promise<number> {
  const { organizationId: organization, id, source, sourceId, occurredAt } = activities;
  const picked = db
    .$with('picked')
    .as(db.select({ id: sql<string>`candidate.id`.as('id') }).from(sql`(${ids}) as candidate`));
  const bytes = byteLength(Object.values(getTableColumns(activities)));
  const sized = db.$with('sized').as(
    db
      .select({
        id,
        total: sql<number>`sum(${bytes}) over (order by ${id})`.as('total'),
        bytes: bytes.as('bytes'),
      })
      .from(activities)
      .where(and(eq(organization, organizationId), sql`${id} in (select ${picked.id} from ${picked})`)),
  );
  const batch = db
    .$with('batch')
    .as(
      db
        .select({ id: sized.id })
        .from(sized)
        .where(sql`${sized.total} <= greatest(${sized.bytes}, ${deletionBound.bytes}::float8)`),
    );
  const removed = db.$with('removed').as(
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
          sql`(${connectionMeetings.connectionId}, ${connectionMeetings.sourceId}) in (
            select ${connections.id}, ${removed.sourceId} from ${removed} join ${connections}
            on ${connections.organizationId} = ${organizationId} and ${connections.integration} = ${removed.source})`,
        ),
      )
      .returning({ sourceId: connectionMeetings.sourceId }),
  );
  const hashes = db
    .select({
      organizationId: sql<string>`${organizationId}::uuid`.as('organization_id'),
      source: removed.source,
      sourceHash: sql<string>`sha256(convert_to(${removed.sourceId}, 'UTF8'))`.as('source_hash'),
      occurredAt: removed.occurredAt,
      erasedAt: sql<string>`now()`.as('erased_at'),
    })
    .from(removed)
    .where(
      remember === 'all'
        ? undefined
        : sql`${removed.sourceId} in (select ${meetings.sourceId} from ${meetings})`,
    );
  const remembered = db.$with('remembered').as(
    db
      .insert(erasedActivities)
      .select(hashes)
      .onConflictDoUpdate({
        target: [erasedActivities.organizationId, erasedActivities.source, erasedActivities.sourceHash],
        set: { occurredAt: sql`excluded.occurred_at`, erasedAt: sql`excluded.erased_at` },
      })
      .returning({ source: erasedActivities.source }),
  );
  const [counted] = await db
    .with(picked, sized, batch, removed, meetings, remembered)
    .select({ rows: sql<number>`count(*)::int` })
    .from(removed);
  return counted?.rows ?? 0;
}
