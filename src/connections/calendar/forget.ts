import { type SQL, sql } from 'drizzle-orm';
import { rememberErased } from '../../activities/record.ts';
import { activities } from '../../activities/table.ts';
import type { TenantDb } from '../../core/db/tenant.ts';
import { connections } from '../table.ts';
import { connectionMeetings } from './table.ts';

/** Removes meetings of calendars, and remembers their ids, so that no calendar records or revises them again. */
export async function forgetMeetings(db: TenantDb, which: SQL): Promise<void> {
  await db.execute(sql`
    with forgotten as (
      delete from ${connectionMeetings} using ${connections}
      where ${db.own(connectionMeetings)} and ${db.own(connections)}
        and ${connections.id} = ${connectionMeetings.connectionId} and ${which}
      returning ${connections.integration} as source, ${connectionMeetings.sourceId}, ${connectionMeetings.occurredAt})
    ${rememberErased(db, sql`forgotten`)}`);
}

/** The condition that a meeting is recorded as one of these activities. */
export const meetingsOf = (which: SQL): SQL =>
  sql`(${connections.integration}, ${connectionMeetings.sourceId}) in (
    select ${activities.source}, ${activities.sourceId} from ${activities} where ${which})`;
