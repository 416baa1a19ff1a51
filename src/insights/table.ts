import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { clientKey } from '../clients/table.ts';
import { audited } from '../core/db/audit/audited.ts';
import { createdAt, id, instant, organizationId } from '../core/db/columns.ts';
import { organizationKey } from '../organization/table.ts';
import { type Explanation, type InsightThread, noExplanation, type StoredPicks } from './schemas.ts';

export const cardKeys = ['client-health', 'wins-and-traction', 'frictions-and-risks'] as const;
export type CardKey = (typeof cardKeys)[number];

export const verdicts = [
  'New',
  'Healthy',
  'Needs attention',
  'At risk',
  'Quiet',
  'Too little to tell',
] as const;
export type Verdict = (typeof verdicts)[number];

/** The computed content of each card of a client's dashboard. A card without a row has not been computed yet. */
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
    clientKey('insights_client', table).onDelete('cascade'),
  ],
);

/** The verdict on each client, its figures and its threads, stored with the cards. A client without a row has not been computed yet. */
export const insightSummaries = pgTable(
  'insight_summaries',
  {
    organizationId: organizationId(),
    clientId: uuid('client_id').notNull(),
    verdict: text('verdict', { enum: verdicts }).notNull(),
    /** The verdict before the last change, and the time of that change; null until the verdict changes. */
    previousVerdict: text('previous_verdict', { enum: verdicts }),
    verdictChangedAt: instant('verdict_changed_at'),
    /** Wins and frictions of the last 60 days. */
    wins: integer('wins').notNull(),
    frictions: integer('frictions').notNull(),
    /** The time of the oldest message that waits for our answer; null when none does. */
    owedSince: instant('owed_since'),
    /** The time of the last contact, in either direction; null when there was none. */
    lastContactAt: instant('last_contact_at'),
    /** Most urgent first. */
    threads: jsonb('threads').$type<readonly InsightThread[]>().notNull().default([]),
    /** The content of the cards as data. */
    explanation: jsonb('explanation').$type<Explanation>().notNull().default(noExplanation),
    /** The language model's, as far as they held; null if it was not asked. */
    picks: jsonb('picks').$type<StoredPicks>(),
    computedAt: instant('computed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.clientId] }),
    clientKey('insight_summaries_client', table).onDelete('cascade'),
  ],
);

/**
 * The worker's queue: one row for each client that has activities. A trigger on the activities maintains it, so every
 * change is covered.
 */
export const insightJobs = pgTable(
  'insight_jobs',
  {
    organizationId: organizationId(),
    clientId: uuid('client_id').notNull(),
    /** Counts the changes of the client's activities. */
    revision: bigint('revision', { mode: 'number' }).notNull().default(1),
    /** The time at which the cards must be computed: at once after a change, otherwise a day after the last time. */
    dueAt: instant('due_at').notNull().default(sql`now()`),
    /** True while the cards do not reflect the last change of the activities; false for the daily refresh. */
    activitiesChanged: boolean('activities_changed').notNull().default(true),
    /** Counts the attempts since the last success; the trigger on the activities resets it. */
    failures: integer('failures').notNull().default(0),
    /** The as-of date of the last run, if that was past. */
    computedFor: instant('computed_for'),
    /** Identifies the current lease; it ends at `leasedUntil`. */
    lease: uuid('claim'),
    leasedUntil: instant('claimed_until'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.clientId] }),
    clientKey('insight_jobs_client', table).onDelete('cascade'),
    // For leasing round robin by organization.
    index('insight_jobs_changed')
      .on(table.organizationId, table.dueAt)
      .where(sql`${table.activitiesChanged}`),
    // Across organizations, longest due first.
    index('insight_jobs_unrefreshed').on(table.dueAt).where(sql`not ${table.activitiesChanged}`),
    index('insight_jobs_due').on(table.dueAt),
  ],
);

/** The tokens that a language model has used for each organization by day, in UTC. */
export const languageModelUsage = pgTable(
  'language_model_usage',
  {
    organizationId: organizationId(),
    day: date('day').notNull(),
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.day] }),
    organizationKey('language_model_usage_organization', table),
  ],
);

/** Threads that somebody has put off or is done with, by the activity that opens them. */
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
