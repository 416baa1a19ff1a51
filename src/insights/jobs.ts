import { and, eq, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../core/db/database.ts';
import { free, inMs } from '../core/db/leases.ts';
import { TenantDb } from '../core/db/tenant.ts';
import { isAnyOf } from '../core/db/tenant-rows.ts';
import type { Insights } from './engine.ts';
import { isDueOrLeased, type Job, jobLeases, maxFailures, type Scope } from './leases.ts';
import { cardKeys, insightJobs, insightSummaries, insights } from './table.ts';

const tenantOf = (db: Db, { organizationId }: Job) => new TenantDb(db, organizationId);

/** Deletes all that was computed for clients. */
async function deleteInsights(db: TenantDb, clientIds: string[]): Promise<void> {
  for (const table of [insights, insightSummaries])
    await db.delete(table, isAnyOf(table.clientId, clientIds));
}

/**
 * Deletes the cards of clients whose activities a transaction has changed, which makes them due. A worker that is computing
 * one of them loses its lease, so that it stores nothing that it read before.
 */
export async function dropInsights(transaction: TenantDb, clientIds: string[]): Promise<void> {
  await transaction.update(insightJobs, free, isAnyOf(insightJobs.clientId, clientIds));
  await deleteInsights(transaction, clientIds);
}

/** Makes all clients of an organization due that have activities: their cards may be based on a part of the data. */
export async function makeAllDue(db: TenantDb): Promise<void> {
  const revision = sql`${insightJobs.revision} + 1`;
  await db.update(insightJobs, { ...free, activitiesChanged: true, dueAt: sql`now()`, revision });
}

/** Makes the clients of the last run as of a past date due, of one organization or of all, without parked ones. */
export async function endPastRun(db: Db, organizationId: string | undefined): Promise<void> {
  const isOf = organizationId === undefined ? undefined : eq(insightJobs.organizationId, organizationId);
  const past = and(isNotNull(insightJobs.computedFor), lt(insightJobs.failures, maxFailures), isOf);
  await db.update(insightJobs).set({ dueAt: sql`now()` }).where(past);
}

/** True while a job of the scope is due or leased. */
export async function hasDueJobs(db: Db, scope: Scope): Promise<boolean> {
  const rows = await db.select({ one: sql`1` }).from(insightJobs).where(isDueOrLeased(scope)).limit(1);
  return rows.length > 0;
}

/** Counts the clients that are due or leased, and returns the seconds for which the oldest has been due. */
export async function readBacklog(db: Db): Promise<{ clients: number; oldestSeconds: number }> {
  const [backlog] = await db
    .select({
      clients: sql<number>`count(*)::int`,
      oldestSeconds: sql<number>`greatest(0, extract(epoch from now() - min(${insightJobs.dueAt})))::float8`,
    })
    .from(insightJobs)
    .where(isDueOrLeased({}));
  return backlog ?? { clients: 0, oldestSeconds: 0 };
}

/** Releases an unfinished job, so that any worker can lease it at once. */
export const releaseJob = (db: Db, job: Job) => jobLeases.release(tenantOf(db, job), job, false);

/**
 * Deletes the job and the insights of a client that is deleted or has no activities. If its activities have changed since it
 * was leased, it stays due.
 */
export const dropJob = (db: Db, job: Job): Promise<void> =>
  tenantOf(db, job).transaction(async (transaction) => {
    const isUnchanged = and(jobLeases.isHeld(job), eq(insightJobs.revision, job.revision));
    const dropped = await transaction
      .delete(insightJobs, isUnchanged)
      .returning({ id: insightJobs.clientId });
    if (dropped.length > 0) await deleteInsights(transaction, [job.clientId]);
    else await jobLeases.release(transaction, job, false);
  });

/** The result of a job. */
export interface Computed {
  /** `'as before'` keeps the stored insights and the due time. */
  readonly result: Insights | 'as before';
  /** The revision of the activities that the result is based on. */
  readonly revision: number;
  /** The as-of date, if that is past. */
  readonly asOf: string | undefined;
  readonly computedAt: string;
  /** The time until the next refresh. */
  readonly refreshInMs: number;
}

/**
 * Stores the result and ends the job, both or neither. If the activities have changed since the cards' revision, the
 * client stays due.
 * @returns false, with nothing stored, when the lease has expired
 */
export async function finishJob(db: Db, job: Job, computed: Computed): Promise<boolean> {
  const { result, revision, asOf, computedAt, refreshInMs } = computed;
  const finished = { failures: 0, computedFor: asOf ?? null };
  if (result === 'as before')
    return (await jobLeases.release(tenantOf(db, job), job, false, finished)) !== undefined;
  const isUnchanged = sql`${insightJobs.revision} = ${revision}`;
  const next = {
    dueAt: sql`case when ${isUnchanged} then ${inMs(refreshInMs)} else ${insightJobs.dueAt} end`,
    activitiesChanged: sql`${insightJobs.activitiesChanged} and not ${isUnchanged}`,
  };
  return tenantOf(db, job).transaction(async (transaction) => {
    // The job's row first, as in every transaction that changes both.
    if ((await jobLeases.release(transaction, job, false, { ...finished, ...next })) === undefined)
      return false;
    await store(transaction, job.clientId, result, computedAt);
    return true;
  });
}

/** One value when the verdict changes, another while it stays. */
const ifChanged = (changed: PgColumn | SQL, same: PgColumn) =>
  sql`case when excluded.verdict <> ${insightSummaries.verdict} then ${changed} else ${same} end`;

async function store(transaction: TenantDb, clientId: string, result: Insights, computedAt: string) {
  const { cards, summary, explanation, threads, picks = null } = result;
  const row = { clientId, ...summary, explanation, threads, picks, computedAt };
  await transaction.insert(insightSummaries, [row]).onConflictDoUpdate({
    target: [insightSummaries.organizationId, insightSummaries.clientId],
    set: {
      ...summary,
      computedAt,
      threads: sql`excluded.threads`,
      explanation: sql`excluded.explanation`,
      picks: sql`excluded.picks`,
      previousVerdict: ifChanged(insightSummaries.verdict, insightSummaries.previousVerdict),
      verdictChangedAt: ifChanged(sql`excluded.computed_at`, insightSummaries.verdictChangedAt),
    },
  });
  const rows = cardKeys.map((card) => ({ clientId, card, content: cards[card], computedAt }));
  await transaction.insert(insights, rows).onConflictDoUpdate({
    target: [insights.organizationId, insights.clientId, insights.card],
    set: { content: sql`excluded.content`, computedAt },
  });
}

/**
 * Releases a failed job. It is due again after a backoff; a client that has failed `maxFailures` times in a row is parked
 * for a day. A change of the client's activities, even during the attempt, makes it due at once.
 * @returns the number of failures in a row: `maxFailures` or more when parked, 0 when due at once
 */
export async function failJob(db: Db, job: Job): Promise<number> {
  const isUnchanged = sql`${insightJobs.revision} = ${job.revision}`;
  const { dueAt, activitiesChanged, failures } = insightJobs;
  const values = {
    // A change of activities in the meantime has set it to 0, which stays.
    failures: sql`${failures}`,
    dueAt: sql`case when ${isUnchanged} then ${jobLeases.retryAt} else ${dueAt} end`,
    // A parked client is queued with the daily refreshes, so that it does not slow down finding changed ones.
    activitiesChanged: sql`${activitiesChanged} and ${failures} < ${maxFailures}`,
  };
  return (await jobLeases.release(tenantOf(db, job), job, true, values)) ?? 0;
}
