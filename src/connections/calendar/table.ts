import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { unaudited } from '../../core/db/audit/audited.ts';
import { bytes, instant, organizationId } from '../../core/db/columns.ts';
import { connectionKey } from '../table.ts';

/** The headers of the last answer of a calendar's server. */
export const connectionCalendars = unaudited(
  pgTable(
    'connection_calendars',
    {
      organizationId: organizationId(),
      connectionId: uuid('connection_id').notNull(),
      etag: text('etag'),
      lastModified: text('last_modified'),
      /** SHA-256 of the file, for servers that send neither of the above. */
      fileHash: bytes('file_hash').notNull(),
      /** The time when the whole file was last read. */
      readAt: instant('read_at').notNull(),
      /** The interval that server and file ask for. */
      intervalSeconds: integer('interval_seconds').notNull(),
    },
    (table) => [
      primaryKey({ columns: [table.organizationId, table.connectionId] }),
      connectionKey('connection_calendars_connection', table),
    ],
  ),
);

/** The meetings of a calendar that are recorded as activities. */
export const connectionMeetings = pgTable(
  'connection_meetings',
  {
    organizationId: organizationId(),
    connectionId: uuid('connection_id').notNull(),
    /** As in the activity. */
    sourceId: text('source_id').notNull(),
    /** Shared by the occurrences of a series; empty for an event without a UID. */
    uid: text('uid').notNull(),
    /** SHA-256 of what the calendar says of the meeting. Many programs set neither SEQUENCE nor LAST-MODIFIED. */
    fingerprint: bytes('fingerprint').notNull(),
    occurredAt: instant('occurred_at').notNull(),
    /** False once it was cancelled. */
    takesPlace: boolean('takes_place').notNull(),
    /** True for the calendar that revises the activity: at most one, since nothing proves whose a UID is. */
    leads: boolean('leads').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.connectionId, table.sourceId] }),
    connectionKey('connection_meetings_connection', table),
    // For the other calendars that hold a meeting.
    index('connection_meetings_source').on(table.organizationId, table.sourceId),
  ],
);
