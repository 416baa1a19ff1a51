import { setInterval } from 'node:timers';
import type { Logger } from 'pino';
import { assignBacklog } from '../activities/record.ts';
import { dayMs } from '../activities/time-zone.ts';
import { hasBacklogRules } from '../clients/assignment-rules.ts';
import type { Db } from '../core/db/database.ts';
import { newId } from '../core/db/id.ts';
import { TenantDb } from '../core/db/tenant.ts';
import type { InsightEngine } from './engine.ts';
import { readHistory } from './history.ts';
import { dropJob, failJob, finishJob, hasDueJobs, releaseJob } from './jobs.ts';
import type { AskedInsights, LanguageModelEngine } from './language-model/engine.ts';
import { usageOf } from './language-model/usage.ts';
import { type Job, jobLeases, leaseJobs, maxFailures, type Scope } from './leases.ts';

/** The number of clients leased and computed at once. With a language model each may take as long as its timeout. */
const leaseSize = 8;

/** The pause in which changes gather before the language model is asked. */
const gatherMs = 5 * 60_000;
/** Spreads refreshes over 20 to 24 hours, so that a burst of changes does not recur daily. */
const refreshSpreadMs = 4 * 3_600_000;

/** The dependencies of the worker. */
export interface WorkServices {
  readonly db: Db;
  readonly engine: InsightEngine;
  /** Computes instead of `engine` for organizations that consent. */
  readonly languageModel?: LanguageModelEngine | undefined;
  readonly log: Logger;
}

/** Counts of the work done: activities assigned, clients computed, clients that failed. */
export interface WorkCounts {
  assigned: number;
  computed: number;
  failed: number;
}

/**
 * Does a small part of the work due: checks a batch of unassigned activities against one newly wired rule, and
 * computes the cards of up to 8 clients. Any number of processes may run it at once; a client is leased by one of them.
 * @param now returns the time, which is the as-of date unless `scope` gives one
 * @param signal stops the work early; unfinished work stays due
 * @returns undefined when there was nothing to do
 */
export async function workOnce(
  services: WorkServices,
  scope: Scope,
  now: () => Date,
  signal: AbortSignal,
): Promise<WorkCounts | undefined> {
  const { db, log } = services;
  const assigned = await assignBacklog(db, scope.organizationId);
  if (assigned !== undefined && assigned > 0)
    log.info({ assigned }, 'assigned activities that were recorded before their rule was wired');
  const jobs = await leaseJobs(db, newId(), scope, leaseSize);
  if (assigned === undefined && jobs.length === 0) return undefined;
  return { assigned: assigned ?? 0, ...(await computeAll(services, jobs, scope, now, signal)) };
}

/** True while work is due or leased by any process. */
export async function isWorkDue(db: Db, scope: Scope): Promise<boolean> {
  return (await hasBacklogRules(db, scope.organizationId)) || (await hasDueJobs(db, scope));
}

async function computeAll(
  services: WorkServices,
  jobs: readonly Job[],
  scope: Scope,
  now: () => Date,
  signal: AbortSignal,
) {
  const { db, log } = services;
  const counts = { computed: 0, failed: 0 };
  const open = new Set(jobs);
  const renewal = setInterval(() => {
    if (open.size === 0) return;
    jobLeases
      .renew(db, [...open])
      .catch((error: unknown) => log.warn({ err: error }, 'could not renew the leases of jobs'));
  }, jobLeases.leaseMs / 3);

  async function computeOne(job: Job): Promise<void> {
    try {
      if (await compute(services, job, scope, now, signal)) counts.computed++;
    } catch (error) {
      // Aborted by a stop; the lease is released below.
      if (signal.aborted) return;
      counts.failed++;
      const failures = await failJob(db, job);
      const details = { organization: job.organizationId, client: job.clientId, failures, err: error };
      if (failures >= maxFailures)
        log.error(
          details,
          `computing the cards of a client failed ${failures} times; parked for a day or until its activities change`,
        );
      else log.warn(details, 'computing the cards of a client failed; retrying later');
    }
    open.delete(job);
  }

  // Waits for all jobs before throwing, so that none is running when the caller continues.
  const ends = await Promise.allSettled(jobs.map(computeOne));
  clearInterval(renewal);
  // Lets other workers take these jobs before the leases expire.
  await Promise.allSettled([...open].map((job) => releaseJob(db, job)));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return counts;
}

/** Computes one job. False if no cards were stored: no activities, the client is deleted, or the lease has expired. */
async function compute(
  { db, engine, languageModel, log }: WorkServices,
  job: Job,
  scope: Scope,
  now: () => Date,
  signal: AbortSignal,
): Promise<boolean> {
  const { organizationId, clientId } = job;
  const asOf = scope.asOf ?? now().toISOString();
  const tenant = new TenantDb(db, organizationId);
  const { history, revision, isEmpty } = await readHistory(tenant, job, asOf);
  signal.throwIfAborted();
  const isPast = scope.asOf !== undefined;
  if (job.client.isDeleted || (isEmpty && !isPast)) {
    await dropJob(db, job);
    return false;
  }
  const hasBegun = history.activities.length > 0;
  const model = hasBegun && job.client.usesLanguageModel ? languageModel : undefined;
  const gathers = model !== undefined && job.activitiesChanged && !isPast;
  const computed = (): Promise<AskedInsights> =>
    model && !gathers ? model.compute(history, signal, usageOf(tenant)) : engine.compute(history, signal);
  // An as-of date before the first activity leaves existing cards in place.
  const result = hasBegun || !isPast ? await computed() : 'as before';
  const computedAt = now().toISOString();
  // Cards as of a past date stay for a day.
  const retryInMs = isPast || result === 'as before' ? undefined : result.retryInMs;
  const dailyMs = dayMs - Math.ceil(Math.random() * refreshSpreadMs);
  const refreshInMs = gathers ? gatherMs : (retryInMs ?? dailyMs);
  const isStored = await finishJob(db, job, {
    result,
    revision,
    asOf: scope.asOf,
    computedAt,
    refreshInMs,
  });
  log.debug(
    { organization: organizationId, client: clientId, revision, isStored },
    'computed the cards of a client',
  );
  return isStored && result !== 'as before';
}
