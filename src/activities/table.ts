import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { clientKey } from '../clients/table.ts';
import { bytes, createdAt, id, instant, organizationId, updatedAt } from '../core/db/columns.ts';
import { organizationKey } from '../organization/table.ts';

export const activityTypes = ['email', 'call', 'meeting', 'note', 'chat'] as const;
export type ActivityType = (typeof activityTypes)[number];

export const activities = pgTable(
  'activities',
  {
    organizationId: organizationId(),
    id: id(),
    /** Null until a rule assigns the activity to a client. */
    clientId: uuid('client_id'),
    type: text('type', { enum: activityTypes }).notNull(),
    source: text('source').notNull(),
    /** The source's id of the activity, such as a Message-ID, or a hash of its fields. Unique, to detect duplicates. */
    sourceId: text('source_id').notNull(),
    subject: text('subject').notNull(),
    content: text('content').notNull(),
    occurredAt: instant('occurred_at').notNull(),
    participants: text('participants').array().notNull(),
    /** The names of the participants in the same order, '' for none; empty when none has a name. */
    participantNames: text('participant_names').array().notNull().default([]),
    /** The conversation that it belongs to (see `toThread`); null when it names none. */
    thread: text('thread'),
    immutable: boolean('immutable').notNull(),
    archivedAt: instant('archived_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    organizationKey('activities_organization', table),
    clientKey('activities_client', table),
    unique('activities_source').on(table.organizationId, table.source, table.sourceId),
    index('activities_newest').on(table.organizationId, table.clientId, table.occurredAt, table.id),
    index('activities_newest_of_type').on(
      table.organizationId,
      table.clientId,
      table.type,
      table.occurredAt,
      table.id,
    ),
    index('activities_unassigned_newest')
      .on(table.organizationId, table.id)
      .where(sql`${table.clientId} is null`),
    check('activities_type', sql`${table.type} in ('email', 'call', 'meeting', 'note', 'chat')`),
  ],
);

/** The activities that were erased, so that a copy of the same message is not recorded again. */
export const erasedActivities = pgTable(
  'erased_activities',
  {
    organizationId: organizationId(),
    source: text('source').notNull(),
    /** SHA-256 of the `sourceId`, which may contain names and addresses. */
    sourceHash: bytes('source_hash').notNull(),
    /** Distinguishes mail from another message with the same id. */
    occurredAt: instant('occurred_at').notNull(),
    erasedAt: createdAt('erased_at'),
  },
  (table) => [
    primaryKey({
      name: 'erased_activities_pk',
      columns: [table.organizationId, table.source, table.sourceHash],
    }),
    organizationKey('erased_activities_organization', table),
  ],
);
