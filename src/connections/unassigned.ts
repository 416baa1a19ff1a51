import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import {
  type ActivityPosition,
  cutToBytes,
  domainOfParticipant,
  fromTheNewest,
  listUnassigned,
  maxContentBytes,
  maxParticipantsCounted,
  maxUnassigned,
} from '../activities/queries.ts';
import { activities } from '../activities/table.ts';
import type { TenantReader } from '../core/db/tenant.ts';
import { named, parameter } from '../core/db/tenant-statements.ts';
import { listCountedDomains } from './domains.ts';
import type { UnassignedDomain } from './schemas.ts';

/**
 * Counts unassigned activities by the domains of their participants, most first: the newest that are recorded, and the
 * messages that connections only counted.
 */
export async function listUnassignedDomains(db: TenantReader, limit: number): Promise<UnassignedDomain[]> {
  const byDomain = new Map<string, UnassignedDomain>();
  for (const row of await listUnassigned(db)) byDomain.set(row.domain, row);
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
  {
    domain: parameter<string>(),
    occurredAt: activities.occurredAt,
    id: activities.id,
    limit: parameter<number>(),
  },
  (db, { domain, occurredAt, id, limit }) =>
    db
      .select(
        columns,
        activities,
        and(
          sql`${activities.id} in (
            select newest.id from ${activities} as newest
            where newest.organization_id = ${db.organizationId} and newest.client_id is null
            order by newest.id desc limit ${sql.raw(String(maxUnassigned))}
          )`,
          sql`${domain}::text in (
            select ${domainOfParticipant}
            from unnest(${activities.participants}[:${sql.raw(String(maxParticipantsCounted))}]) as participant
          )`,
          sql`(${activities.occurredAt}, ${activities.id}) < (${occurredAt}::timestamptz, ${id}::uuid)`,
        ),
      )
      .orderBy(desc(activities.occurredAt), desc(activities.id))
      .limit(limit),
);

const byId = named('imports.activity', { id: activities.id }, (db, { id }) =>
  db.select(
    {
      ...columns,
      participants: activities.participants,
      // A character has at least one byte, so this many characters are always enough.
      content: sql<string>`left(${activities.content}, ${sql.raw(String(maxContentBytes))})`.as('content'),
    },
    activities,
    and(eq(activities.id, id), isNull(activities.clientId)),
  ),
);

/** Lists unassigned activities with a participant of this domain after `position`, newest first, without their content. */
export const listUnassignedActivities = (
  db: TenantReader,
  domain: string,
  position: ActivityPosition = fromTheNewest,
  limit: number,
) => db.all(ofDomain, { domain, ...position, limit });

/** Reads an unassigned activity with its content cut to `maxContentBytes`; undefined when there is none. */
export async function getUnassignedActivity(db: TenantReader, id: string) {
  const activity = await db.first(byId, { id });
  return activity && { ...activity, content: cutToBytes(activity.content, maxContentBytes) };
}
