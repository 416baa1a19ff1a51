import { and, asc, desc, eq, gt, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm';
import { toThread } from '../activities/import/imported-activity.ts';
import { domainsOf } from '../activities/participant-domains.ts';
import { activities } from '../activities/table.ts';
import type { TenantReader } from '../core/db/tenant.ts';
import { named } from '../core/db/tenant-statements.ts';
import { findUsersByEmail, findUsersOfDomains } from '../users/queries.ts';
import { type ClientHistory, maxActivities } from './engine.ts';
import type { Job } from './leases.ts';
import { insightJobs, insightSummaries } from './table.ts';

/** False for a meeting or call that was cancelled: it is archived, and did or will not take place. */
const takesPlace = or(isNull(activities.archivedAt), notInArray(activities.type, ['meeting', 'call']));

/** The maximum length of an activity's content, in characters; the rest is not read. */
const maxContent = 10_240;

const newest = named(
  'insights.newest',
  { clientId: activities.clientId, asOf: activities.occurredAt },
  (db, { clientId, asOf }) =>
    db
      .select(
        {
          id: activities.id,
          type: activities.type,
          subject: activities.subject,
          content: sql<string>`left(${activities.content}, ${sql.raw(String(maxContent))})`.as('content'),
          occurredAt: activities.occurredAt,
          participants: activities.participants,
          participantNames: activities.participantNames,
          sourceId: activities.sourceId,
          thread: activities.thread,
          // Read in the same statement as the activities, so that it matches them.
          revision: sql<string>`(select ${insightJobs.revision} from ${insightJobs}
      where ${db.own(insightJobs)}
      and ${insightJobs.clientId} = ${clientId})`.as('revision'),
        },
        activities,
        and(eq(activities.clientId, clientId), lte(activities.occurredAt, asOf), takesPlace),
      )
      .orderBy(desc(activities.occurredAt), desc(activities.id))
      .limit(maxActivities),
);

const next = named(
  'insights.next',
  { clientId: activities.clientId, asOf: activities.occurredAt },
  (db, { clientId, asOf }) =>
    db
      .select(
        { type: activities.type, subject: activities.subject, occurredAt: activities.occurredAt },
        activities, // With an as-of date in the past there can be later emails; those were not planned.
        and(
          eq(activities.clientId, clientId),
          inArray(activities.type, ['meeting', 'call']),
          gt(activities.occurredAt, asOf),
          takesPlace,
        ),
      )
      .orderBy(asc(activities.occurredAt), asc(activities.id))
      .limit(1),
);

const storedPicks = named('insights.picks', { clientId: insightSummaries.clientId }, (db, { clientId }) =>
  db.select({ picks: insightSummaries.picks }, insightSummaries, eq(insightSummaries.clientId, clientId)),
);

const anyActivity = named('insights.any', { clientId: activities.clientId }, (db, { clientId }) =>
  db.select({ id: activities.id }, activities, eq(activities.clientId, clientId)).limit(1),
);

/**
 * Reads the input of an engine for a leased client, and the revision of the client's activities that it reflects.
 * `isEmpty` tells that it has none at all, not even planned or cancelled ones.
 * @param asOf UTC with milliseconds; later activities are left out, so there may be none
 */
export async function readHistory(
  db: TenantReader,
  job: Job,
  asOf: string,
): Promise<{ history: ClientHistory; revision: number; isEmpty: boolean }> {
  const values = { clientId: job.clientId, asOf };
  const [rows, upcoming, stored] = await Promise.all([
    db.all(newest, values),
    db.first(next, values),
    job.client.usesLanguageModel ? db.first(storedPicks, { clientId: job.clientId }) : undefined,
  ]);
  const addresses = new Set(
    rows.flatMap(({ participants }) => participants.map((each) => each.toLowerCase())),
  );
  const present = await findUsersByEmail(db, [...addresses]);
  const domains = new Set(domainsOf([...addresses]));
  for (const domain of [...job.client.domains, ...domainsOf(present.map(({ email }) => email))])
    domains.delete(domain);
  const absent = domains.size > 0 ? await findUsersOfDomains(db, [...domains]) : [];
  const history: ClientHistory = {
    client: { id: job.clientId, name: job.client.name },
    clientDomains: job.client.domains,
    users: [...present, ...absent],
    timezone: job.client.timezone,
    asOf,
    activities: rows.map(({ revision: _, sourceId, ...activity }) => ({
      ...activity,
      ownThread: toThread(sourceId),
    })),
    upcoming,
    picks: stored?.picks ?? undefined,
  };
  const [first] = rows;
  if (first) return { history, revision: Number(first.revision), isEmpty: false };
  const any = await db.first(anyActivity, { clientId: job.clientId });
  return { history, revision: job.revision, isEmpty: any === undefined };
}
