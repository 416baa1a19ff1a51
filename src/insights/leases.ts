import { and, asc, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm';
import { assignmentRules, clients } from '../clients/table.ts';
import type { Db } from '../core/db/database.ts';
import { leasesOf } from '../core/db/leases.ts';
import { nilUuid } from '../core/rest/fields.ts';
import { organizations } from '../organization/table.ts';
import { insightJobs } from './table.ts';

export const jobLeases = leasesOf(insightJobs, 'clientId', 10_000);
const { isFree } = jobLeases;

/** The attempt with this number parks the client unless it succeeds: for a day, or until its activities change. */
export const maxFailures = 5;

/** A due client, leased by one worker. */
export interface Job {
  readonly organizationId: string;
  readonly clientId: string;
  readonly lease: string;
  /** The number of attempts since the last success or change of activities, including this one. */
  readonly failures: number;
  /** Counts the changes of the client's activities up to the lease. */
  readonly revision: number;
  /** The due time before the lease; UTC. */
  readonly dueAt: string;
  /** True if the activities have changed; false for the daily refresh. */
  readonly activitiesChanged: boolean;
  readonly clientName: string;
  /** The client's own domain and the domains of the rules wired to it, without duplicates. */
  readonly clientDomains: readonly string[];
  /** The organization's IANA time zone. */
  readonly timezone: string;
  /** True if the organization consents to the language model. */
  readonly usesLanguageModel: boolean;
  readonly isDeleted: boolean;
}

/** Limits the jobs that a worker takes. */
export interface Scope {
  /** Only jobs of this organization. */
  readonly organizationId?: string | undefined;
  /** Computes every client as of a past date, due or not, except failed ones before their next attempt. Each is computed once per run, so that two runs do not compete for ever. */
  readonly past?: PastScope | undefined;
}

export interface PastScope {
  /** The as-of date; UTC with milliseconds. */
  readonly asOf: string;
  /** The start of the run; UTC with milliseconds. */
  readonly runFrom: string;
}

/** The time of the next attempt: after 5 s, doubled with each failure, and after a day for a parked client. */
export const retryAfter = (
  attempts: SQL,
) => sql`now() + case when ${attempts} >= ${sql.raw(String(maxFailures))}
  then interval '1 day' else interval '2.5 seconds' * 2 ^ (${attempts}) end`;

/** Matches the jobs of a scope that are due. */
const isDue = (scope: Scope) => and(isIn(scope), isDueIn(scope));

/** Matches the jobs of a scope that are due, or leased with their next attempt due within a minute. */
export const isDueOrLeased = (scope: Scope) => and(isIn(scope), or(isDueIn(scope), isLeased));

const isLeased = and(
  lte(insightJobs.dueAt, sql`now() + interval '1 minute'`),
  gt(insightJobs.leasedUntil, sql`now()`),
);

const isIn = ({ organizationId, past }: Scope) =>
  and(
    organizationId === undefined ? undefined : eq(insightJobs.organizationId, organizationId),
    past === undefined ? undefined : isOfAnotherMoment(past),
  );

function isDueIn({ past }: Scope): SQL | undefined {
  const due = lte(insightJobs.dueAt, sql`now()`);
  // A failed job waits for its next attempt, so that the run comes to an end.
  return past === undefined ? due : or(eq(insightJobs.failures, 0), due);
}

/**
 * Excludes jobs computed for this as-of date, and jobs that another such run has computed since this one began: those are
 * due a day after its start or later.
 */
const isOfAnotherMoment = ({ asOf, runFrom }: PastScope) =>
  and(
    sql`${insightJobs.computedFor} is distinct from ${asOf}`,
    sql`not coalesce(${insightJobs.computedFor} < ${runFrom}::timestamptz
      and ${insightJobs.dueAt} >= ${runFrom}::timestamptz + interval '1 day', false)`,
  );

/** A query for jobs to lease. It locks their rows, and skips those that other transactions have locked. */
type Pick = SQL;

/** Picks the jobs of a scope that have been due for longest. */
const longestDue = (scope: Scope, limit: number): Pick => sql`
  select ${insightJobs.organizationId}, ${insightJobs.clientId}, ${insightJobs.dueAt}, ${insightJobs.activitiesChanged} from ${insightJobs}
  where ${and(isDue(scope), isFree)}
  order by ${asc(insightJobs.dueAt)} limit ${limit} for update skip locked`;

/**
 * Picks jobs whose activities have changed, round robin over the organizations after `after`: first the longest due job
 * of each, then the second of each, and so on. Finding an organization takes one index look-up, so the cost does not
 * depend on the size of any backlog.
 */
const roundRobin = (after: string, limit: number): Pick => sql`
  with recursive organization as (
    (${firstChanged(sql`${after}::uuid`)})
    union all
    select following.* from organization, lateral (${firstChanged(sql`organization.organization_id`)}) following
  ), served as (
    select organization_id from organization where due_at <= now() limit ${limit}
  )
  select job.organization_id, job.client_id, job.due_at, job.activities_changed from served, lateral (
    select locked.*, row_number() over (order by locked.due_at) as round from (
      select ${insightJobs.organizationId}, ${insightJobs.clientId}, ${insightJobs.dueAt}, ${insightJobs.activitiesChanged} from ${insightJobs}
      where ${insightJobs.organizationId} = served.organization_id
      and ${insightJobs.activitiesChanged} and ${and(isDue({}), isFree)}
      order by ${asc(insightJobs.dueAt)} limit ${limit} for update skip locked
    ) locked
  ) job
  order by job.round, job.organization_id limit ${limit}`;

/** The earliest changed job of the next organization after a given one. */
const firstChanged = (after: SQL) => sql`
  select ${insightJobs.organizationId}, ${insightJobs.dueAt} from ${insightJobs}
  where ${insightJobs.activitiesChanged} and ${isFree} and ${insightJobs.organizationId} > ${after}
  order by ${insightJobs.organizationId}, ${insightJobs.dueAt} limit 1`;

/** Picks clients that are due for their daily refresh, longest due first. */
const longestUnrefreshed = (limit: number): Pick => sql`
  select ${insightJobs.organizationId}, ${insightJobs.clientId}, ${insightJobs.dueAt}, ${insightJobs.activitiesChanged} from ${insightJobs}
  where not ${insightJobs.activitiesChanged} and ${and(isDue({}), isFree)}
  order by ${asc(insightJobs.dueAt)} limit ${limit} for update skip locked`;

/**
 * Leases up to `limit` jobs. No other worker gets them until they are finished, failed or released, or until the lease
 * expires. The attempt is counted and the next one scheduled at once, so that a job which kills or hangs its worker is
 * parked like one that throws.
 *
 * Without a scope, organizations are served round robin, and a quarter of the places is reserved for the daily refresh.
 * @param lease a new UUID
 */
export async function leaseJobs(db: Db, lease: string, scope: Scope, limit: number): Promise<Job[]> {
  if (scope.organizationId !== undefined || scope.past !== undefined)
    return leasePicked(db, lease, longestDue(scope, limit));
  const changed = await leaseRoundRobin(db, lease, Math.ceil(limit * 0.75));
  const refreshed = await leasePicked(db, lease, longestUnrefreshed(limit - changed.length));
  return [...changed, ...refreshed];
}

/** The organization served last by this process. */
const servedLast = new WeakMap<Db, string>();

async function leaseRoundRobin(db: Db, lease: string, limit: number): Promise<Job[]> {
  const served = await leasePicked(db, lease, roundRobin(servedLast.get(db) ?? nilUuid, limit));
  // After the last organization, start over with the first.
  const again =
    served.length < limit ? await leasePicked(db, lease, roundRobin(nilUuid, limit - served.length)) : [];
  const lastLeased = again.length > 0 ? again : served;
  if (lastLeased.length > 0)
    servedLast.set(
      db,
      lastLeased
        .map(({ organizationId }) => organizationId)
        .reduce((one, other) => (one > other ? one : other)),
    );
  return [...served, ...again];
}

/** The columns of a picked job before the update. Written as SQL, since Drizzle omits the name of the CTE. */
const before = {
  organizationId: sql`picked.organization_id`,
  clientId: sql`picked.client_id`,
  dueAt: sql<string>`picked.due_at`,
  activitiesChanged: sql<boolean>`picked.activities_changed`,
};

async function leasePicked(db: Db, lease: string, pick: Pick): Promise<Job[]> {
  const picked = db.$with('picked').as(db.select({ all: sql`*` }).from(sql`(${pick}) as pick`));
  // Also reads the client's part of the engine's input, which saves a query for each.
  const leased = await db
    .with(picked)
    .update(insightJobs)
    .set({
      lease,
      leasedUntil: jobLeases.end,
      failures: sql`${insightJobs.failures} + 1`,
      // A parked client is queued with the daily refreshes, so that it does not slow down finding changed ones.
      activitiesChanged: sql`${insightJobs.activitiesChanged} and ${insightJobs.failures} + 1 < ${maxFailures}`,
      dueAt: retryAfter(sql`${insightJobs.failures} + 1`),
    })
    .from(picked)
    .innerJoin(
      clients,
      and(eq(clients.organizationId, before.organizationId), eq(clients.id, before.clientId)),
    )
    .innerJoin(organizations, eq(organizations.organizationId, before.organizationId))
    .where(
      and(eq(insightJobs.organizationId, before.organizationId), eq(insightJobs.clientId, before.clientId)),
    )
    .returning({
      organizationId: insightJobs.organizationId,
      clientId: insightJobs.clientId,
      failures: insightJobs.failures,
      revision: insightJobs.revision,
      dueAt: before.dueAt,
      activitiesChanged: before.activitiesChanged,
      clientName: clients.name,
      domain: clients.domain,
      ruleDomains: sql<string[]>`array(select ${assignmentRules.domain} from ${assignmentRules}
        where ${assignmentRules.organizationId} = ${clients.organizationId}
        and ${assignmentRules.clientId} = ${clients.id})`,
      timezone: organizations.defaultTimezone,
      usesLanguageModel: organizations.usesLanguageModel,
      deletedAt: clients.deletedAt,
    });
  return leased.map(({ domain, ruleDomains, deletedAt, ...job }) => ({
    ...job,
    lease,
    clientDomains: [...new Set(domain === null ? ruleDomains : [domain, ...ruleDomains])],
    isDeleted: deletedAt !== null,
  }));
}
