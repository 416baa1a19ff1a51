import { and, asc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { assignmentRules, clients } from '../clients/table.ts';
import type { Db } from '../core/db/database.ts';
import { nilUuid } from '../core/rest/fields.ts';
import { organizations } from '../organization/table.ts';
import { insightJobs } from './table.ts';

/** The time that a lease lasts unless it is renewed; after that others take over from a worker that died. */
export const leaseMs = 10_000;

/** After so many attempts in a row that came to nothing a client is parked for a day, or until its activities change. */
export const maxFailures = 5;

/** A client whose cards are to be computed, leased by one worker. */
export interface Job {
  readonly organizationId: string;
  readonly clientId: string;
  readonly lease: string;
  /** Counts the attempts since the last success, this one included. */
  readonly failures: number;
  /** Counts the changes of the client's activities up to the lease. */
  readonly revision: number;
  /** The moment from which the job was due when it was leased; UTC. */
  readonly dueAt: string;
  /** True when it was leased for a change of the activities, and not for the daily refresh. */
  readonly activitiesChanged: boolean;
  readonly clientName: string;
  /** The client's own domain and those of the rules wired to it, without duplicates. */
  readonly clientDomains: readonly string[];
  /** The organization's IANA zone. */
  readonly timezone: string;
  readonly isDeleted: boolean;
}

/** The part of all jobs that a worker takes from. */
export interface Scope {
  /** Only this organization's. */
  readonly organizationId?: string | undefined;
  /** Every client, due or not, as of a moment of the past; each once in a run, so that two runs do not undo each other. */
  readonly past?: PastScope | undefined;
}

export interface PastScope {
  /** The moment for which cards are computed; UTC with milliseconds. */
  readonly asOf: string;
  /** When the run began; UTC with milliseconds. */
  readonly runFrom: string;
}

/** A moment so many milliseconds from now, by the database's clock. */
export const inMs = (ms: number) => sql`now() + ${`${ms} milliseconds`}::interval`;
const isFree = or(isNull(insightJobs.leasedUntil), lte(insightJobs.leasedUntil, sql`now()`));

/** The moment of the next try after so many attempts that came to nothing: in 5 s, then twice as long each time. */
export const retryAfter = (
  attempts: SQL,
) => sql`now() + case when ${attempts} >= ${sql.raw(String(maxFailures))}
  then interval '1 day' else interval '2.5 seconds' * 2 ^ (${attempts}) end`;

/** Matches the jobs of a scope that are due. */
const isDue = (scope: Scope) => and(isIn(scope), isDueIn(scope));

/** The same, and those that are leased: their next attempt lies ahead, by a minute at most before the last one. */
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
  // A failed job waits for its turn, so that a run as of the past comes to an end.
  return past === undefined ? due : or(eq(insightJobs.failures, 0), due);
}

/** Leaves out what another run has computed for its moment since this one began: it is due exactly a day after that. */
const isOfAnotherMoment = ({ asOf, runFrom }: PastScope) =>
  and(
    sql`${insightJobs.computedFor} is distinct from ${asOf}`,
    sql`not coalesce(${insightJobs.computedFor} < ${runFrom}::timestamptz
      and ${insightJobs.dueAt} >= ${runFrom}::timestamptz + interval '1 day', false)`,
  );

/** Selects jobs as they are before the lease, and locks them until the statement ends. */
type Pick = SQL;

/** Picks the jobs of a scope that have been due for longest. */
const longestDue = (scope: Scope, limit: number): Pick => sql`
  select ${insightJobs.organizationId}, ${insightJobs.clientId}, ${insightJobs.dueAt}, ${insightJobs.activitiesChanged} from ${insightJobs}
  where ${and(isDue(scope), isFree)}
  order by ${asc(insightJobs.dueAt)} limit ${limit} for update skip locked`;

/**
 * Picks jobs whose activities have changed, organization by organization: of each one that comes after `after` the job that
 * has been due for longest, then of each its second, and so on. The organizations are found by one index look-up each, so
 * the cost does not grow with the backlog of any of them.
 */
const inTurn = (after: string, limit: number): Pick => sql`
  with recursive organization as (
    (${firstChanged(sql`${after}::uuid`)})
    union all
    select following.* from organization, lateral (${firstChanged(sql`organization.organization_id`)}) following
  ), served as (
    select organization_id from organization where due_at <= now() limit ${limit}
  )
  select job.organization_id, job.client_id, job.due_at, job.activities_changed from served, lateral (
    select locked.*, row_number() over (order by locked.due_at) as turn from (
      select ${insightJobs.organizationId}, ${insightJobs.clientId}, ${insightJobs.dueAt}, ${insightJobs.activitiesChanged} from ${insightJobs}
      where ${insightJobs.organizationId} = served.organization_id
      and ${insightJobs.activitiesChanged} and ${and(isDue({}), isFree)}
      order by ${asc(insightJobs.dueAt)} limit ${limit} for update skip locked
    ) locked
  ) job
  order by job.turn, job.organization_id limit ${limit}`;

/** Of the first organization after another one that has changed clients, the one that is due first. */
const firstChanged = (after: SQL) => sql`
  select ${insightJobs.organizationId}, ${insightJobs.dueAt} from ${insightJobs}
  where ${insightJobs.activitiesChanged} and ${isFree} and ${insightJobs.organizationId} > ${after}
  order by ${insightJobs.organizationId}, ${insightJobs.dueAt} limit 1`;

/** Picks clients that are due for their daily refresh, those first that have been due for longest. */
const longestUnrefreshed = (limit: number): Pick => sql`
  select ${insightJobs.organizationId}, ${insightJobs.clientId}, ${insightJobs.dueAt}, ${insightJobs.activitiesChanged} from ${insightJobs}
  where not ${insightJobs.activitiesChanged} and ${and(isDue({}), isFree)}
  order by ${asc(insightJobs.dueAt)} limit ${limit} for update skip locked`;

/**
 * Leases up to `limit` jobs. No other worker gets them until they are finished, failed or released, or until the lease has
 * run out. The attempt counts from here on, and the next one is scheduled, so that a job which kills or hangs its worker
 * is parked like one that throws.
 *
 * Without a scope, organizations take turns; a quarter of the places is for the daily refresh, whatever changes meanwhile.
 * @param lease a UUID of this lease's own
 */
export async function leaseJobs(db: Db, lease: string, scope: Scope, limit: number): Promise<Job[]> {
  if (scope.organizationId !== undefined || scope.past !== undefined)
    return leasePicked(db, lease, longestDue(scope, limit));
  const changed = await leaseInTurn(db, lease, Math.ceil(limit * 0.75));
  const refreshed = await leasePicked(db, lease, longestUnrefreshed(limit - changed.length));
  return [...changed, ...refreshed];
}

/** The organization that had its turn last in this process. */
const servedLast = new WeakMap<Db, string>();

async function leaseInTurn(db: Db, lease: string, limit: number): Promise<Job[]> {
  const served = await leasePicked(db, lease, inTurn(servedLast.get(db) ?? nilUuid, limit));
  // The last organization has had its turn; the first ones are next.
  const again =
    served.length < limit ? await leasePicked(db, lease, inTurn(nilUuid, limit - served.length)) : [];
  const lastTurn = again.length > 0 ? again : served;
  if (lastTurn.length > 0)
    servedLast.set(
      db,
      lastTurn
        .map(({ organizationId }) => organizationId)
        .reduce((one, other) => (one > other ? one : other)),
    );
  return [...served, ...again];
}

/** A job that was picked, as it was before the update. Written out, since Drizzle leaves the name of a CTE away. */
const before = {
  organizationId: sql`picked.organization_id`,
  clientId: sql`picked.client_id`,
  dueAt: sql<string>`picked.due_at`,
  activitiesChanged: sql<boolean>`picked.activities_changed`,
};

async function leasePicked(db: Db, lease: string, pick: Pick): Promise<Job[]> {
  const picked = db.$with('picked').as(db.select({ all: sql`*` }).from(sql`(${pick}) as pick`));
  // Also reads what an engine is told of the client itself, which saves a query for each.
  const leased = await db
    .with(picked)
    .update(insightJobs)
    .set({
      lease,
      leasedUntil: inMs(leaseMs),
      failures: sql`${insightJobs.failures} + 1`,
      // A parked client waits among those of the daily refresh, past whom nobody's turn has to look.
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
      deletedAt: clients.deletedAt,
    });
  return leased.map(({ domain, ruleDomains, deletedAt, ...job }) => ({
    ...job,
    lease,
    clientDomains: [...new Set(domain === null ? ruleDomains : [domain, ...ruleDomains])],
    isDeleted: deletedAt !== null,
  }));
}
