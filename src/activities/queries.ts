import { and, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { TenantReader } from '../core/db/tenant.ts';
import { parameter, select } from '../core/db/tenant-statements.ts';
import { maxParticipantLength, maxParticipantsBytes } from './import/imported-activity.ts';
import { type ActivityType, activities } from './table.ts';

/** The maximum length of the `content` returned, in bytes of UTF-8. */
export const maxContentBytes = 10_240;

const summaryColumns = {
  id: activities.id,
  // Only activities of a client are read, so it is never null.
  clientId: sql<string>`${activities.clientId}`.as('clientId'),
  type: activities.type,
  source: activities.source,
  subject: activities.subject,
  occurredAt: activities.occurredAt,
  participants: activities.participants,
  immutable: activities.immutable,
  archivedAt: activities.archivedAt,
  createdAt: activities.createdAt,
  updatedAt: activities.updatedAt,
};

/**
 * The columns of an activity in a list. Rows stored before participants were limited may exceed `maxParticipantsBytes`;
 * of these, only as many participants are listed as always fit.
 */
const listColumns = {
  ...summaryColumns,
  participants: sql<string[]>`case
    when octet_length(array_to_string(${activities.participants}, '')) <= ${sql.raw(String(maxParticipantsBytes))}
    then ${activities.participants}
    else ${activities.participants}[:${sql.raw(String(Math.floor(maxParticipantsBytes / maxParticipantLength)))}] end`.as(
    'participants',
  ),
};

const byId = select(
  'activities.get',
  activities,
  { clientId: activities.clientId, id: activities.id },
  ({ clientId, id }) => ({
    columns: {
      ...summaryColumns,
      // A character has at least one byte, so this many characters are always enough.
      content: sql<string>`left(${activities.content}, ${sql.raw(String(maxContentBytes))})`.as('content'),
    },
    where: and(eq(activities.clientId, clientId), eq(activities.id, id)),
  }),
);

const position = {
  clientId: activities.clientId,
  occurredAt: activities.occurredAt,
  id: activities.id,
  limit: parameter<number>(),
};

const newest = select('activities.list', activities, position, ({ clientId, occurredAt, id, limit }) => ({
  columns: listColumns,
  where: and(eq(activities.clientId, clientId), before(occurredAt, id)),
  orderBy: [desc(activities.occurredAt), desc(activities.id)],
  limit,
}));

const newestOfType = select(
  'activities.listOfType',
  activities,
  { ...position, type: activities.type },
  ({ clientId, occurredAt, id, limit, type }) => ({
    columns: listColumns,
    where: and(eq(activities.clientId, clientId), eq(activities.type, type), before(occurredAt, id)),
    orderBy: [desc(activities.occurredAt), desc(activities.id)],
    limit,
  }),
);

function before(occurredAt: unknown, id: unknown) {
  return sql`(${activities.occurredAt}, ${activities.id}) < (${occurredAt}::timestamptz, ${id}::uuid)`;
}

/** The number of weeks of a rhythm, the current one included. */
export const rhythmWeeks = 52;
/** The number of weeks of `weeklyContacts`, the current one included. */
export const contactWeeks = 26;

/** Weeks begin on Monday in the time zone. */
const weekOf = (moment: unknown, timezone: unknown): SQL =>
  sql`date_trunc('week', ${moment} at time zone ${timezone}::text)::date`;

/** 0 for the current week, 1 for the one before. */
const weeksAgo = (timezone: unknown) =>
  sql<number>`((${weekOf(sql`now()`, timezone)} - ${weekOf(activities.occurredAt, timezone)}) / 7)::int`;

/** Activities of the last weeks, without those planned. */
const inWeeks = (weeks: number, timezone: unknown) =>
  sql`${activities.occurredAt} <= now() and ${activities.occurredAt} >=
    (${weekOf(sql`now()`, timezone)} - ${sql.raw(String(7 * (weeks - 1)))})::timestamp at time zone ${timezone}::text`;

const count = sql<number>`count(*)::int`;

const weekly = select(
  'activities.weekly',
  activities,
  { clientIds: parameter<string[]>(), timezone: parameter<string>() },
  ({ clientIds, timezone }) => ({
    columns: { clientId: activities.clientId, weeksAgo: weeksAgo(timezone), count },
    where: and(
      sql`${activities.clientId} = any(${clientIds}::uuid[])`,
      ne(activities.type, 'note'),
      inWeeks(contactWeeks, timezone),
    ),
    groupBy: [sql`1`, sql`2`],
  }),
);

const rhythm = select(
  'activities.rhythm',
  activities,
  { clientId: activities.clientId, timezone: parameter<string>() },
  ({ clientId, timezone }) => ({
    columns: { type: activities.type, weeksAgo: weeksAgo(timezone), count },
    where: and(eq(activities.clientId, clientId), inWeeks(rhythmWeeks, timezone)),
    groupBy: [sql`1`, sql`2`],
  }),
);

/** The number of unassigned activities that `listUnassigned` counts, the newest. */
const maxUnassigned = 20_000;

const unassigned = select(
  'activities.unassignedByDomain',
  activities,
  { limit: parameter<number>() },
  ({ limit }) => ({
    columns: {
      domain: sql<string>`by_domain.domain`,
      activities: count,
      latestSubject: sql<string>`(array_agg(${activities.subject} order by ${activities.occurredAt} desc, ${activities.id} desc))[1]`,
      latestAt: sql<string>`max(${activities.occurredAt})`.mapWith(activities.occurredAt),
    },
    crossJoin: sql`lateral (
      select distinct lower(substring(participant from '@([^@[:space:]<>]+)>?$')) as domain
      from unnest(${activities.participants}) as participant
    ) as by_domain`,
    where: and(
      isNull(activities.clientId),
      sql`${activities.id} >= coalesce((
        select later.id from ${activities} as later
        where later.organization_id = ${sql.placeholder('organizationId')} and later.client_id is null
        order by later.id desc offset ${sql.raw(String(maxUnassigned))} limit 1
      ), '00000000-0000-0000-0000-000000000000')`,
      sql`by_domain.domain <> all(array(
        select split_part(users.email, '@', 2) from users
        where users.organization_id = ${sql.placeholder('organizationId')}
      ))`,
    ),
    groupBy: [sql`1`],
    orderBy: [desc(count), sql`1`],
    limit,
  }),
);

/** The position after which a page of activities starts: the time and id of a record. */
export interface ActivityPosition {
  occurredAt: string;
  id: string;
}

const fromTheNewest: ActivityPosition = {
  occurredAt: '9999-12-31T23:59:59.999Z',
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/** Reads an activity with its content cut to `maxContentBytes`; undefined when the client has no such activity. */
export async function getActivity(db: TenantReader, clientId: string, id: string) {
  const activity = await db.first(byId, { clientId, id });
  return activity && { ...activity, content: cutToBytes(activity.content, maxContentBytes) };
}

/** Lists up to `limit` activities of a client after `position`, newest first. */
export function listActivities(
  db: TenantReader,
  clientId: string,
  options: { type: ActivityType | undefined; after: ActivityPosition | undefined; limit: number },
) {
  const { type, limit, after = fromTheNewest } = options;
  const values = { clientId, limit, ...after };
  return type === undefined ? db.all(newest, values) : db.all(newestOfType, { ...values, type });
}

/**
 * Counts the contacts (activities other than notes) of each client by week, in a time zone.
 * @returns by client id the counts of the last `contactWeeks` weeks, the oldest first
 */
export async function countWeeklyContacts(
  db: TenantReader,
  clientIds: string[],
  timezone: string,
): Promise<Map<string, number[]>> {
  const counts = new Map(clientIds.map((id) => [id, Array.from({ length: contactWeeks }, () => 0)]));
  for (const row of await db.all(weekly, { clientIds, timezone })) {
    const weeks = counts.get(row.clientId ?? '');
    if (weeks) weeks[contactWeeks - 1 - row.weeksAgo] = row.count;
  }
  return counts;
}

/** Counts the activities of a client by type and week, in a time zone; `weeksAgo` is 0 for the current week. */
export const readRhythm = (db: TenantReader, clientId: string, timezone: string) =>
  db.all(rhythm, { clientId, timezone });

/**
 * Counts the newest unassigned activities by the domains of their participants, most first. The domains of the
 * organization's own users are left out.
 */
export const listUnassigned = (db: TenantReader, limit: number) => db.all(unassigned, { limit });

/** Cuts `text` to at most `maxBytes` bytes of UTF-8, at a character boundary. */
export function cutToBytes(text: string, maxBytes: number): string {
  const buffer = new Uint8Array(maxBytes);
  const { read } = new TextEncoder().encodeInto(text, buffer);
  return text.slice(0, read);
}
