import { and, desc, eq, gte, inArray, isNull, lte, type Placeholder, sql } from 'drizzle-orm';
import { clients } from '../clients/table.ts';
import type { TenantReader } from '../core/db/tenant.ts';
import { parameter, select } from '../core/db/tenant-statements.ts';
import { maxParticipantLength, maxParticipantsBytes } from './import/imported-activity.ts';
import { toRhythm } from './rhythm.ts';
import { type ActivityType, activities, activityTypes } from './table.ts';
import { lastWeeks, type Week } from './weeks.ts';

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
 * of these only the first few participants are listed, which fit if they are ASCII.
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

/** The types that are contacts. */
const contactTypes = activityTypes.filter((type) => type !== 'note');

/** The number of weeks of a rhythm, the current one included. */
export const rhythmWeeks = 52;
/** The number of weeks of `weeklyContacts`, the current one included. */
export const contactWeeks = 26;

/** `starts` are the beginnings of weeks, separated by spaces. */
const period = { starts: parameter<string>(), since: activities.occurredAt, until: activities.occurredAt };

/** 1 for the first week of `starts`. The subquery is evaluated once, and not for each row. */
const weekIn = (starts: Placeholder) =>
  sql<number>`width_bucket(${activities.occurredAt}, (select string_to_array(${starts}, ' ')::timestamptz[]))`;

const inPeriod = (since: Placeholder, until: Placeholder) =>
  and(gte(activities.occurredAt, since), lte(activities.occurredAt, until));

const count = sql<number>`count(*)::int`;

/** One row for each client, which reads less than one for each week. `counts` are pairs such as `26:3`. */
const weekly = select(
  'activities.weekly',
  clients,
  { ...period, ids: parameter<string[]>() },
  ({ ids, starts, since, until }) => ({
    columns: { clientId: clients.id, counts: sql<string | null>`by_week.counts` },
    crossJoin: sql`lateral (
      select string_agg(week || ':' || count, ' ') as counts
      from (
        select ${weekIn(starts)} as week, count(*) as count
        from ${activities}
        where ${activities.organizationId} = ${sql.placeholder('organizationId')}
          and ${activities.clientId} = ${clients.id}
          and ${inArray(activities.type, [...contactTypes])} and ${inPeriod(since, until)}
        group by 1
      ) as weeks
    ) as by_week`,
    where: sql`${clients.id} = any(${ids}::uuid[])`,
  }),
);

const rhythm = select(
  'activities.rhythm',
  activities,
  { ...period, clientId: activities.clientId },
  ({ clientId, starts, since, until }) => ({
    columns: { type: activities.type, week: weekIn(starts), count },
    where: and(eq(activities.clientId, clientId), inPeriod(since, until)),
    groupBy: [sql`1`, sql`2`],
  }),
);

/** The parameters of a period from the start of the first week until now. Planned activities lie after it. */
const periodOf = (weeks: readonly Week[], now: Date) => {
  const starts = weeks.map(({ startsAt }) => startsAt);
  return { starts: starts.join(' '), since: starts[0] ?? now.toISOString(), until: now.toISOString() };
};

/** The number of unassigned activities that `listUnassigned` counts, the newest. */
const maxUnassigned = 5_000;
/** The number of participants of each that it looks at; the sender comes first. */
const maxParticipantsCounted = 10;

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
      select distinct lower(substring(participant from '@([^@<>[:space:]]+)>?$')) as domain
      from unnest(${activities.participants}[:${sql.raw(String(maxParticipantsCounted))}]) as participant
    ) as by_domain`,
    where: and(
      isNull(activities.clientId),
      sql`${activities.id} >= coalesce((
        select later.id from ${activities} as later
        where later.organization_id = ${sql.placeholder('organizationId')} and later.client_id is null
        order by later.id desc offset ${sql.raw(String(maxUnassigned))} limit 1
      ), '00000000-0000-0000-0000-000000000000')`,
      sql`by_domain.domain like '%_._%'`,
      sql`by_domain.domain <> all(array(
        select distinct split_part(users.email, '@', 2) from users
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
  now: Date,
): Promise<Map<string, number[]>> {
  const counts = new Map(clientIds.map((id) => [id, Array.from({ length: contactWeeks }, () => 0)]));
  const period = periodOf(lastWeeks(contactWeeks, timezone, now), now);
  for (const row of await db.all(weekly, { ids: clientIds, ...period })) {
    const weeks = counts.get(row.clientId);
    if (!weeks || row.counts === null) continue;
    for (const pair of row.counts.split(' ')) {
      const [week = 0, count = 0] = pair.split(':').map(Number);
      weeks[week - 1] = count;
    }
  }
  return counts;
}

/** Counts the activities of a client by type over the last `rhythmWeeks` weeks in a time zone. */
export async function readRhythm(db: TenantReader, clientId: string, timezone: string, now: Date) {
  const weeks = lastWeeks(rhythmWeeks, timezone, now);
  return toRhythm(weeks, await db.all(rhythm, { clientId, ...periodOf(weeks, now) }));
}

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
