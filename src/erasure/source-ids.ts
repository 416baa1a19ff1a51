import { and, asc, eq, sql } from 'drizzle-orm';
import { hashOf } from '../activities/record.ts';
import { erasedActivities } from '../activities/table.ts';
import { connectionMeetings } from '../connections/calendar/table.ts';
import { connections } from '../connections/table.ts';
import type { Db } from '../core/db/database.ts';
import { compareKey } from '../core/db/key-order.ts';
import { pageSize } from '../core/db/page-size.ts';
import { readPages } from '../core/db/pages.ts';
import { readBound } from './activities.ts';

/** The id of an activity in its source. */
interface SourceId {
  readonly source: string;
  readonly sourceId: string;
  readonly occurredAt: string;
}

/** Remembers ids as hashes, so that no copy is recorded. Each may be there once. */
export async function rememberAsErased(
  db: Db,
  organizationId: string,
  ids: readonly SourceId[],
): Promise<void> {
  if (ids.length === 0) return;
  const { organizationId: organization, source, sourceHash } = erasedActivities;
  await db
    .insert(erasedActivities)
    .values(
      ids.map((id) => ({
        organizationId,
        source: id.source,
        sourceHash: hashOf(id.sourceId),
        occurredAt: id.occurredAt,
      })),
    )
    .onConflictDoUpdate({
      target: [organization, source, sourceHash],
      set: { occurredAt: sql`excluded.occurred_at`, erasedAt: sql`now()` },
    });
}

/**
 * Removes the meetings of calendars with ids that match a pattern. Their activities stay, and no longer follow the calendar.
 */
export async function forgetMeetings(
  db: Db,
  organizationId: string,
  pattern: string,
  signal: AbortSignal,
): Promise<void> {
  for await (const page of readMeetings(db, organizationId, pattern, signal)) {
    // Calendars of an integration may share a meeting.
    const named = new Map(
      page.filter(({ isNamed }) => isNamed).map((each) => [`${each.source} ${each.sourceId}`, each]),
    );
    if (named.size === 0) continue;
    await db.transaction(async (transaction) => {
      const ids = [...named.values()];
      await rememberAsErased(transaction, organizationId, ids);
      await forgetMeetingsOf(transaction, organizationId, ids);
    });
  }
}

/** Removes the meetings that calendars have of these activities. */
export async function forgetMeetingsOf(
  db: Db,
  organizationId: string,
  ids: readonly SourceId[],
): Promise<void> {
  if (ids.length === 0) return;
  const { organizationId: organization, connectionId, sourceId } = connectionMeetings;
  const values = sql.join(
    ids.map((id) => sql`(${id.source}, ${id.sourceId})`),
    sql`, `,
  );
  await db.delete(connectionMeetings).where(
    and(
      eq(organization, organizationId),
      sql`(${connectionId}, ${sourceId}) in (
        select ${connections.id}, each.source_id from (values ${values}) as each(source, source_id) join ${connections}
        on ${connections.organizationId} = ${organizationId} and ${connections.integration} = each.source)`,
    ),
  );
}

/** Reads the meetings of all calendars page by page, each with whether one of its ids matches the pattern. */
const readMeetings = (db: Db, organizationId: string, pattern: string, signal: AbortSignal) =>
  readPages(async (last: { readonly connectionId: string; readonly sourceId: string } | undefined) => {
    const { organizationId: organization, connectionId, sourceId, uid, occurredAt } = connectionMeetings;
    const where = and(eq(organization, organizationId), last && compareKey(connectionMeetings, '>', last));
    const size = await pageSize(db, connectionMeetings, {
      ...readBound,
      columns: [sourceId, uid],
      where,
      orderBy: [connectionId, sourceId],
    });
    return db
      .select({
        connectionId,
        source: connections.integration,
        sourceId,
        occurredAt,
        isNamed: sql<boolean>`(${sourceId} ~* ${pattern} or ${uid} ~* ${pattern})`,
      })
      .from(connectionMeetings)
      .innerJoin(
        connections,
        and(eq(connections.organizationId, organization), eq(connections.id, connectionId)),
      )
      .where(where)
      .orderBy(asc(connectionId), asc(sourceId))
      .limit(size);
  }, signal);
