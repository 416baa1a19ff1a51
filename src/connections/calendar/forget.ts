import { type SQL, sql } from 'drizzle-orm';
import { activities, erasedActivities } from '../../activities/table.ts';
import type { Db } from '../../core/db/database.ts';
import { connections } from '../table.ts';
import { connectionMeetings } from './table.ts';

/**
 * Removes meetings of calendars, and remembers their ids as hashes, so that no calendar records or revises them again. Their
 * activities stay.
 */
export async function forgetMeetings(db: Db, organizationId: string, which: SQL): Promise<void> {
  await db.execute(sql`
    with forgotten as (
      delete from ${connectionMeetings} using ${connections}
      where ${connectionMeetings.organizationId} = ${organizationId} and ${connections.organizationId} = ${organizationId}
        and ${connections.id} = ${connectionMeetings.connectionId} and ${which}
      returning ${connections.integration} as source, ${connectionMeetings.sourceId} as source_id,
        ${connectionMeetings.occurredAt} as occurred_at)
    insert into ${erasedActivities} (organization_id, source, source_hash, occurred_at)
    select distinct on (source, source_id) ${organizationId}::uuid, source, sha256(convert_to(source_id, 'UTF8')), occurred_at
    from forgotten
    on conflict (organization_id, source, source_hash)
    do update set occurred_at = excluded.occurred_at, erased_at = now()`);
}

/** The condition that a meeting is recorded as one of these activities. */
export const meetingsOf = (which: SQL | undefined): SQL =>
  sql`(${connections.integration}, ${connectionMeetings.sourceId}) in (
    select ${activities.source}, ${activities.sourceId} from ${activities} where ${which})`;
