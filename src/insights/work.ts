import { setInterval } from 'node:timers';
import type { Logger } from 'pino';
import { assignBacklog } from '../activities/record.ts';
import { hasBacklogRules } from '../clients/assignment-rules.ts';
import type { Db } from '../core/db/database.ts';
import { newId } from '../core/db/id.ts';
import { TenantDb } from '../core/db/tenant.ts';
import type { InsightEngine } from './engine.ts';
import { readHistory } from './history.ts';
import { dropJob, failJob, finishJob, hasDueJobs, releaseJob, renewLease } from './jobs.ts';
import { type Job, leaseJobs, leaseMs, maxFailures, type Scope } from './leases.ts';

/** The clients that are leased, and under way, at once: a language model lets each wait for most of a minute. */
const leaseSize = 8;

const dayMs = 86_400_000;
/** A refresh is due after 20 to 24 hours, so that a burst of changes does not come back as one. */
const refreshSpreadMs = 4 * 3_600_000;

/** What the background process stands on. */
export interface WorkServices {
  readonly db: Db;
  readonly engine: InsightEngine;
  readonly log: Logger;
}

/** What was done: activities assigned, clients computed, clients that failed. */
export interface WorkCounts {
  assigned: number;
  computed: number;
  failed: number;
}

/**
 * Does a small part of what is due: looks through a piece of the unassigned activities of one newly wired rule, and
 * computes the cards of up to 8 clients. Any number of processes may do so at once; each client is worked on by one.
 * @param now tells the time; the cards hold for `scope.past.asOf`, or else for this moment
 * @param signal ends the work early; what is not done by then is due as before
 * @returns undefined when there was nothing to take
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
    log.info({ assigned }, 'assigned activities that came before their rule');
  const jobs = await leaseJobs(db, newId(), scope, leaseSize);
  if (assigned === undefined && jobs.length === 0) return undefined;
  return { assigned: assigned ?? 0, ...(await computeAll(services, jobs, scope, now, signal)) };
}

/** True while something is due, also when another process is at work on it. */
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
    for (const job of open)
      renewLease(db, job).catch((error: unknown) => log.warn({ err: error }, 'could not renew a lease'));
  }, leaseMs / 3);

  async function computeOne(job: Job): Promise<void> {
    try {
      if (await compute(services, job, scope, now, signal)) counts.computed++;
    } catch (error) {
      // Given up because of a stop; it is released below.
      if (signal.aborted) return;
      counts.failed++;
      const failures = await failJob(db, job);
      const details = { organization: job.organizationId, client: job.clientId, failures, err: error };
      if (failures >= maxFailures)
        log.error(
          details,
          `the cards of a client failed ${failures} times; parked for a day, or until its activities change`,
        );
      else log.warn(details, 'the cards of a client failed; they are tried again');
    }
    open.delete(job);
  }

  // All of them end before any fault is told, so that none is under way when the caller goes on.
  const ends = await Promise.allSettled(jobs.map(computeOne));
  clearInterval(renewal);
  // Others need not wait for these leases to run out.
  await Promise.allSettled([...open].map((job) => releaseJob(db, job)));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return counts;
}

/** True when cards were stored; false when there is nothing to tell, the client is deleted, or the lease has run out. */
async function compute(
  { db, engine, log }: WorkServices,
  job: Job,
  scope: Scope,
  now: () => Date,
  signal: AbortSignal,
): Promise<boolean> {
  const { organizationId, clientId } = job;
  const asOf = scope.past?.asOf ?? now().toISOString();
  if (job.isDeleted) {
    await dropJob(db, job);
    return false;
  }
  const { history, revision } = await readHistory(new TenantDb(db, organizationId), job, asOf);
  signal.throwIfAborted();
  // A moment before the first activity tells nothing, and takes nothing away.
  const without = scope.past ? 'as before' : 'none';
  const cards = history.activities.length > 0 ? await engine.compute(history, signal) : without;
  const computedAt = now().toISOString();
  // A run as of the past tells its own results from others' by the exact day.
  const refreshInMs = dayMs - (scope.past ? 0 : Math.ceil(Math.random() * refreshSpreadMs));
  const isStored = await finishJob(db, job, { cards, revision, asOf, computedAt, refreshInMs });
  log.debug(
    { organization: organizationId, client: clientId, revision, isStored },
    'computed the cards of a client',
  );
  return isStored && typeof cards === 'object';
}
