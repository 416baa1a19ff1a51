import { integer, pgTable, primaryKey, unique, uuid } from 'drizzle-orm/pg-core';
import { audited } from '../core/db/audit/audited.ts';
import { createdAt, id, instant, organizationId } from '../core/db/columns.ts';

/** Threads that somebody has put off or is done with, by the activity that `today` opens them with. */
export const snoozes = audited(
  pgTable(
    'snoozes',
    {
      organizationId: organizationId(),
      id: id(),
      clientId: uuid('client_id').notNull(),
      activityId: uuid('activity_id').notNull(),
      /** Null until the client writes again. */
      until: instant('until'),
      /** The number of unanswered messages then; with more, the thread is shown again. */
      unanswered: integer('unanswered').notNull(),
      createdAt: createdAt(),
    },
    (table) => [
      primaryKey({ columns: [table.organizationId, table.id] }),
      unique('snoozes_thread').on(table.organizationId, table.clientId, table.activityId),
    ],
  ),
  'snoozes',
  ['clientId', 'activityId', 'until'],
);
