import { and, eq, gt, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { assignmentRules, clients } from '../clients/table.ts';
import type { Db } from '../core/db/database.ts';
import { leasesOf, pauseAfter } from '../core/db/leases.ts';
import { nilUuid } from '../core/rest/fields.ts';
import { organizations } from '../organization/table.ts';
import { insightJobs } from './table.ts';

/** The attempt with this number parks the client unless it succeeds: for a day, or until its activities change. */
export const maxFailures = 5;

export const jobLeases = leasesOf(
  insightJobs,
  'clientId',
  10_000,
  (failures) =>
    sql`case when ${failures} >= ${sql.raw(`${maxFailures}`)} then interval '1 day' else ${pauseAfter(failures, 5, 40)} end`,
);
const { isFree, pick } = jobLeases;

const { organizationId, clientId, dueAt, activitiesChanged, leasedUntil } = insightJobs;

/** Limits the jobs that a worker takes. */
export interface Scope {
  /** Only jobs of this organization. */
  readonly organizationId?: string | undefined;
  /** UTC with milliseconds. Computes every client as of this past date, once, due or not, except failed ones before their next attempt. */
  readonly asOf?: string | undefined;
}

/** Excludes jobs computed for this as-of date. A failed job waits for its next attempt, so that the run comes to an end. */
const isInRun = (asOf: string) =>
  and(
    sql`${insightJobs.computedFor} is distinct from ${asOf}`,
    or(eq(insightJobs.failures, 0), isNotNull(insightJobs.lease), isDueNow),
  );

const isDueNow = lte(dueAt, sql`now()`);

/** Matches the jobs of a scope that are due, leased or not. */
const isDue = ({ organizationId: id, asOf }: Scope) =>
  and(id === undefined ? undefined : eq(organizationId, id), asOf === undefined ? isDueNow : isInRun(asOf));

/** Matches the jobs of a scope that are due, without those that wait since their workers died. */
export const isDueOrLeased = (scope: Scope) => and(isDue(scope), or(isFree, gt(leasedUntil, sql`now()`)));

/**
 * Picks jobs whose activities have changed, round robin over the organizations after `after`: first the longest due job
 * of each, then the second of each, and so on. Finding an organization takes one index look-up, so the cost does not
 * depend on the size of any backlog.
 */
const roundRobin = (after: string, limit: number): SQL => sql`
  with recursive organization as (
    (${firstChanged(sql`${after}::uuid`)})
    union all
    select following.* from organization, lateral (${firstChanged(sql`organization.organization_id`)}) following
  ), served as (
    select organization_id from organization where due_at <= now() limit ${limit}
  )
  select job.organization_id, job.client_id from served, lateral (
    select locked.*, row_number() over (order by locked.due_at) as round
    from (${pick(and(sql`${organizationId} = served.organization_id`, activitiesChanged, isDueNow), dueAt, limit)}) locked
  ) job
  order by job.round, job.organization_id limit ${limit}`;

/** The earliest changed job of the next organization after a given one. */
const firstChanged = (after: SQL) => sql`
  select ${organizationId}, ${dueAt} from ${insightJobs}
  where ${and(activitiesChanged, isFree, gt(organizationId, after))} order by ${organizationId}, ${dueAt} limit 1`;

/** The client's part of the engine's input: reading it with the job saves a query for each. */
const client = sql<{
  readonly name: string;
  /** The client's own domain and the domains of the rules wired to it, without duplicates. */
  readonly domains: readonly string[];
  /** The organization's IANA time zone. */
  readonly timezone: string;
  /** True if the organization consents to the language model. */
  readonly usesLanguageModel: boolean;
  readonly isDeleted: boolean;
}>`(${sql`select json_build_object('name', ${clients.name}, 'isDeleted', ${clients.deletedAt} is not null,
  'timezone', ${organizations.defaultTimezone}, 'usesLanguageModel', ${organizations.usesLanguageModel},
  'domains', array_remove(${clients.domain} || array(select distinct ${assignmentRules.domain} from ${assignmentRules}
    where ${assignmentRules.organizationId} = ${clients.organizationId} and ${assignmentRules.clientId} = ${clients.id}
    and ${assignmentRules.domain} is distinct from ${clients.domain}), null))
  from ${clients} join ${organizations} on ${organizations.organizationId} = ${clients.organizationId}
  where ${clients.organizationId} = ${organizationId} and ${clients.id} = ${clientId}`})`;

/** A due client, leased by one worker. */
export type Job = Awaited<ReturnType<typeof leasePicked>>[number];

const leasePicked = (db: Db, lease: string, picked: SQL) =>
  jobLeases.take(db, lease, picked, { revision: insightJobs.revision, activitiesChanged, client });

/** The organization served last by this process. */
const servedLast = new WeakMap<Db, string>();

/**
 * Leases up to `limit` jobs. Without a scope, organizations are served round robin, and a quarter of the places is reserved
 * for the daily refresh.
 * @param lease a new UUID
 */
export async function leaseJobs(db: Db, lease: string, scope: Scope, limit: number): Promise<Job[]> {
  if (scope.organizationId !== undefined || scope.asOf !== undefined)
    return leasePicked(db, lease, pick(isDue(scope), dueAt, limit));
  const jobs: Job[] = [];
  const places = Math.ceil(limit * 0.75);
  // After the last organization, start over with the first.
  for (const after of [servedLast.get(db) ?? nilUuid, nilUuid]) {
    if (jobs.length === places) break;
    const leased = await leasePicked(db, lease, roundRobin(after, places - jobs.length));
    const last = leased
      .map((job) => job.organizationId)
      .sort()
      .at(-1);
    if (last !== undefined) servedLast.set(db, last);
    jobs.push(...leased);
  }
  const unchanged = and(sql`not ${activitiesChanged}`, isDueNow);
  return [...jobs, ...(await leasePicked(db, lease, pick(unchanged, dueAt, limit - jobs.length)))];
}
