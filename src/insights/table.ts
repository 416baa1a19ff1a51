import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { clients } from '../clients/table.ts';
import { instant, organizationId } from '../core/db/columns.ts';

export const cardKeys = ['client-health', 'wins-and-traction', 'frictions-and-risks'] as const;
export type CardKey = (typeof cardKeys)[number];

/** What was computed for one card of a client's dashboard. No row: nothing has been computed yet. */
export const insights = pgTable(
  'insights',
  {
    organizationId: organizationId(),
    clientId: uuid('client_id').notNull(),
    card: text('card', { enum: cardKeys }).notNull(),
    content: text('content').notNull(),
    computedAt: instant('computed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.clientId, table.card] }),
    foreignKey({
      name: 'insights_client',
      columns: [table.organizationId, table.clientId],
      foreignColumns: [clients.organizationId, clients.id],
    }),
  ],
);

/**
 * What the background process has to do: one row for each client that has activities. A trigger on the activities
 * keeps it, so that no way of changing them can be forgotten.
 */
export const insightJobs = pgTable(
  'insight_jobs',
  {
    organizationId: organizationId(),
    clientId: uuid('client_id').notNull(),
    /** Counts the changes of the client's activities. */
    revision: bigint('revision', { mode: 'number' }).notNull().default(1),
    /** When the cards are to be computed: at once after a change, else a day after the last time. */
    dueAt: instant('due_at').notNull().default(sql`now()`),
    /** True while the cards do not know of the last change of the activities; the refresh once a day leaves it false. */
    activitiesChanged: boolean('activities_changed').notNull().default(true),
    /** Counts the attempts since the last success; the trigger on the activities sets it back. */
    failures: integer('failures').notNull().default(0),
    /** The moment for which the cards were last computed. */
    computedFor: instant('computed_for'),
    /** Whoever computes it now; free again when `leasedUntil` has passed. */
    lease: uuid('claim'),
    leasedUntil: instant('claimed_until'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.clientId] }),
    foreignKey({
      name: 'insight_jobs_client',
      columns: [table.organizationId, table.clientId],
      foreignColumns: [clients.organizationId, clients.id],
    }),
    // For turns by organization, whatever is due of each.
    index('insight_jobs_changed')
      .on(table.organizationId, table.dueAt)
      .where(sql`${table.activitiesChanged}`),
    // Not by organization: those first that have been due for longest, whosever they are.
    index('insight_jobs_unrefreshed').on(table.dueAt).where(sql`not ${table.activitiesChanged}`),
    index('insight_jobs_due').on(table.dueAt),
  ],
);
