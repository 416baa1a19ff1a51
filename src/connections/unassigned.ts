import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { shownContent } from '../activities/queries.ts';
import { activities } from '../activities/table.ts';
import { notSettled } from '../clients/assignment-rules.ts';
import type { TenantReader } from '../core/db/tenant.ts';
import type { TenantRows } from '../core/db/tenant-rows.ts';
import { named, parameter } from '../core/db/tenant-statements.ts';
import { nilUuid } from '../core/rest/fields.ts';
import { listCountedDomains, notOwn } from './domains.ts';
import type { UnassignedDomain } from './schemas.ts';

/** The condition that an activity is among the newest 2,000 unassigned ones. */
const isAmongNewest = (db: TenantRows) =>
  and(
    isNull(activities.clientId),
    sql`${activities.id} >= coalesce((
      select later.id from ${activities} as later
      where later.organization_id = ${db.organizationId} and later.client_id is null
      order by later.id desc offset 1999 limit 1
    ), ${sql.raw(`'${nilUuid}'`)}::uuid)`,
  );

/** The first five participants, whose domains count; the sender comes first. */
const countedParticipants = sql`unnest(${activities.participants}[:5]) as participant`;
const domainOf = sql.raw("lower(rtrim(split_part(participant, '@', -1), '>'))");

const recordedByDomain = named('activities.unassignedByDomain', {}, (db) =>
  db
    .select(
      {
        domain: sql<string>`by_domain.domain`,
        activities: sql<number>`count(*)::int`,
        latestSubject: sql<string>`(
        select latest.subject from ${activities} as latest
        where latest.organization_id = ${db.organizationId}
          and latest.id = (array_agg(${activities.id} order by ${activities.occurredAt} desc, ${activities.id} desc))[1]
      )`,
        latestAt: sql<string>`max(${activities.occurredAt})`.mapWith(activities.occurredAt),
      },
      activities,
      and(
        isAmongNewest(db),
        // Rules have host names in ASCII. Others could not be compared with them, and could look like another.
        sql`by_domain.domain ~ '^[a-z0-9-]+([.][a-z0-9-]+)+$'`,
        notOwn(db, sql`by_domain.domain`),
        // The worker assigns these in a moment.
        notSettled(db, sql`by_domain.domain`),
      ),
    )
    // `offset 0` keeps the conditions below from computing each domain again.
    .crossJoin(sql`lateral (
      select distinct ${domainOf} as domain
      from ${countedParticipants}
      where participant like '%@%' and lower(participant) not in (
        select users.email from users where users.organization_id = ${db.organizationId}
      ) offset 0
    ) as by_domain`)
    .groupBy(sql`1`),
);

/**
 * Counts unassigned activities by the domains of their participants, most first: the newest that are recorded, and the
 * messages that connections only counted.
 */
export async function listUnassignedDomains(db: TenantReader, limit: number): Promise<UnassignedDomain[]> {
  const byDomain = new Map<string, UnassignedDomain>();
  for (const row of await db.all(recordedByDomain, {})) byDomain.set(row.domain, row);
  for (const { domain, activities, latestAt } of await listCountedDomains(db)) {
    const recorded = byDomain.get(domain);
    byDomain.set(domain, {
      domain,
      activities: activities + (recorded?.activities ?? 0),
      latestSubject: recorded?.latestSubject ?? null,
      latestAt: recorded && recorded.latestAt > latestAt ? recorded.latestAt : latestAt,
    });
  }
  return [...byDomain.values()]
    .sort((one, other) => other.activities - one.activities || (one.domain < other.domain ? -1 : 1))
    .slice(0, limit);
}

const columns = {
  id: activities.id,
  type: activities.type,
  source: activities.source,
  subject: activities.subject,
  from: sql<string | null>`${activities.participants}[1]`.as('from'),
  occurredAt: activities.occurredAt,
};

const ofDomain = named(
  'imports.activities',
  { domain: parameter<string>(), limit: parameter<number>() },
  (db, { domain, limit }) =>
    db
      .select(
        columns,
        activities,
        and(isAmongNewest(db), sql`${domain}::text in (select ${domainOf} from ${countedParticipants})`),
      )
      .orderBy(desc(activities.occurredAt), desc(activities.id))
      .limit(limit),
);

const byId = named('imports.activity', { id: activities.id }, (db, { id }) =>
  db.select(
    { ...columns, participants: activities.participants, content: shownContent },
    activities,
    and(eq(activities.id, id), isNull(activities.clientId)),
  ),
);

/** Lists unassigned activities with a participant of this domain, newest first, without their content. */
export const listUnassignedActivities = (db: TenantReader, domain: string, limit: number) =>
  db.all(ofDomain, { domain, limit });

/** Reads an unassigned activity with its content cut to `maxContentBytes`; undefined when there is none. */
export const getUnassignedActivity = (db: TenantReader, id: string) => db.first(byId, { id });
