import { and, asc, desc, eq, gt, gte, inArray, isNull, lte, type Placeholder, sql } from 'drizzle-orm';
import { notSettled } from '../clients/assignment-rules.ts';
import { clients } from '../clients/table.ts';
import type { TenantReader, TenantWriter } from '../core/db/tenant.ts';
import type { TenantRows } from '../core/db/tenant-rows.ts';
import { insert, named, parameter } from '../core/db/tenant-statements.ts';
import { freeMailArray } from '../core/free-mail.ts';
import { cutTo, maxParticipantLength, maxParticipantsBytes, toSubject } from './import/imported-activity.ts';
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

const byId = named(
  'activities.get',
  { clientId: activities.clientId, id: activities.id },
  (db, { clientId, id }) =>
    db.select(
      {
        ...summaryColumns,
        // A character has at least one byte, so this many characters are always enough.
        content: sql<string>`left(${activities.content}, ${sql.raw(String(maxContentBytes))})`.as('content'),
      },
      activities,
      and(eq(activities.clientId, clientId), eq(activities.id, id)),
    ),
);

const position = {
  clientId: activities.clientId,
  occurredAt: activities.occurredAt,
  id: activities.id,
  limit: parameter<number>(),
};

/** A page of a client's activities, newest first, of a type or of any. */
const pageBefore = (
  db: TenantRows,
  { clientId, occurredAt, id, limit }: Record<keyof typeof position, Placeholder>,
  type?: Placeholder,
) =>
  db
    .select(
      listColumns,
      activities,
      and(eq(activities.clientId, clientId), type && eq(activities.type, type), before(occurredAt, id)),
    )
    .orderBy(desc(activities.occurredAt), desc(activities.id))
    .limit(limit);

const newest = named('activities.list', position, pageBefore);

const newestOfType = named(
  'activities.listOfType',
  { ...position, type: activities.type },
  (db, { type, ...rest }) => pageBefore(db, rest, type),
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
const weekly = named(
  'activities.weekly',
  { ...period, ids: parameter<string[]>() },
  (db, { ids, starts, since, until }) =>
    db
      .select(
        { clientId: clients.id, counts: sql<string | null>`by_week.counts` },
        clients,
        sql`${clients.id} = any(${ids}::uuid[])`,
      )
      .crossJoin(sql`lateral (
      select string_agg(week || ':' || count, ' ') as counts
      from (
        select ${weekIn(starts)} as week, count(*) as count
        from ${activities}
        where ${db.own(activities)}
          and ${activities.clientId} = ${clients.id}
          and ${inArray(activities.type, [...contactTypes])} and ${inPeriod(since, until)}
        group by 1
      ) as weeks
    ) as by_week`),
);

const rhythm = named(
  'activities.rhythm',
  { ...period, clientId: activities.clientId },
  (db, { clientId, starts, since, until }) =>
    db
      .select(
        { type: activities.type, week: weekIn(starts), count },
        activities,
        and(eq(activities.clientId, clientId), inPeriod(since, until)),
      )
      .groupBy(sql`1`, sql`2`),
);

/** The numbers of newest activities that `listPeople` reads, and of people that it returns. */
const maxActivitiesWithPeople = 500;
const maxPeople = 200;

const people = named('activities.people', { clientId: activities.clientId }, (db, { clientId }) =>
  db
    .select(
      {
        address: sql<string>`person.address`,
        name: sql<string>`(array_agg(person.name order by ${activities.occurredAt} desc, ${activities.id} desc))[1]`,
      },
      activities,
      and(
        eq(activities.clientId, clientId),
        sql`person.name <> ''`,
        sql`${activities.id} in (
      select newest.id from ${activities} as newest
      where newest.organization_id = ${db.organizationId} and newest.client_id = ${clientId}
      order by newest.occurred_at desc, newest.id desc limit ${sql.raw(String(maxActivitiesWithPeople))}
    )`,
      ),
    )
    .crossJoin(
      sql`lateral unnest(${activities.participants}, ${activities.participantNames}) as person(address, name)`,
    )
    .groupBy(sql`1`)
    .orderBy(desc(sql`max(${activities.occurredAt})`), sql`1`)
    .limit(maxPeople),
);

/** The parameters of a period from the start of the first week until now. Planned activities lie after it. */
const periodOf = (weeks: readonly Week[], now: Date) => {
  const starts = weeks.map(({ startsAt }) => startsAt);
  return { starts: starts.join(' '), since: starts[0] ?? now.toISOString(), until: now.toISOString() };
};

const noteCreation = insert(
  'activities.addNote',
  activities,
  { id: activities.id },
  { sourceId: sql`gen_random_uuid()::text`, occurredAt: sql`now()` },
);

/** The number of unassigned activities that `listUnassigned` counts, the newest. */
export const maxUnassigned = 2_000;

/** The number of participants of an unassigned activity whose domains count; the sender comes first. */
export const maxParticipantsCounted = 5;

/** The domain of `participant`, an address as activities have it. */
export const domainOfParticipant = sql.raw("lower(rtrim(split_part(participant, '@', -1), '>'))");

const unassigned = named('activities.unassignedByDomain', {}, (db) =>
  db
    .select(
      {
        domain: sql<string>`by_domain.domain`,
        activities: count,
        latestSubject: sql<string>`(
        select latest.subject from ${activities} as latest
        where latest.organization_id = ${db.organizationId}
          and latest.id = (array_agg(${activities.id} order by ${activities.occurredAt} desc, ${activities.id} desc))[1]
      )`,
        latestAt: sql<string>`max(${activities.occurredAt})`.mapWith(activities.occurredAt),
      },
      activities,
      and(
        isNull(activities.clientId),
        sql`${activities.id} >= coalesce((
        select later.id from ${activities} as later
        where later.organization_id = ${db.organizationId} and later.client_id is null
        order by later.id desc offset ${sql.raw(String(maxUnassigned - 1))} limit 1
      ), '00000000-0000-0000-0000-000000000000')`,
        // Rules have host names in ASCII. Others could not be compared with them, and could look like another.
        sql`by_domain.domain ~ '^[a-z0-9-]+([.][a-z0-9-]+)+$'`,
        sql`by_domain.domain <> all(array(
        select distinct split_part(users.email, '@', 2) from users
        where users.organization_id = ${db.organizationId}
          and split_part(users.email, '@', 2) <> all(${freeMailArray})
      ))`,
        // The worker assigns these in a moment.
        notSettled(db, sql`by_domain.domain`),
      ),
    )
    // `offset 0` keeps the conditions below from computing each domain again.
    .crossJoin(sql`lateral (
      select distinct ${domainOfParticipant} as domain
      from unnest(${activities.participants}[:${sql.raw(String(maxParticipantsCounted))}]) as participant
      where participant like '%@%' and lower(participant) not in (
        select users.email from users where users.organization_id = ${db.organizationId}
      ) offset 0
    ) as by_domain`)
    .groupBy(sql`1`),
);

const nextSource = named('activities.nextSource', { source: activities.source }, (db, { source }) =>
  db
    .select({ source: activities.source }, activities, gt(activities.source, source))
    .orderBy(asc(activities.source))
    .limit(1),
);

/** The number of integrations that a list shows. */
const maxIntegrations = 100;

/** The position after which a page of activities starts: the time and id of a record. */
export interface ActivityPosition {
  occurredAt: string;
  id: string;
}

export const fromTheNewest: ActivityPosition = {
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

/** The length up to which the first line of a note is its subject, in UTF-16 units. */
const maxNoteSubject = 120;

/** Adds a note to a client, taken now. @param author undefined if it is not known */
export function addNote(
  db: TenantWriter,
  { clientId, content }: { clientId: string; content: string },
  author: { email: string; firstName: string; lastName: string } | undefined,
) {
  const [firstLine = ''] = content.split('\n', 1);
  return db.insertOne(noteCreation, {
    clientId,
    content,
    type: 'note',
    source: 'manual',
    subject: cutTo(toSubject(firstLine), maxNoteSubject),
    participants: author ? [author.email] : [],
    participantNames: author ? [`${author.firstName} ${author.lastName}`] : [],
    immutable: false,
  });
}

/** Counts the activities of a client by type over the last `rhythmWeeks` weeks in a time zone. */
export async function readRhythm(db: TenantReader, clientId: string, timezone: string, now: Date) {
  const weeks = lastWeeks(rhythmWeeks, timezone, now);
  return toRhythm(weeks, await db.all(rhythm, { clientId, ...periodOf(weeks, now) }));
}

/**
 * Lists the participants of a client's newest 500 activities whose names are known, the latest first, with the newest
 * name of each; 200 at most.
 */
export const listPeople = (db: TenantReader, clientId: string) => db.all(people, { clientId });

/**
 * Counts the newest unassigned activities by the domains of their participants. The domains of the
 * organization's own users are left out, those with a wired rule for any integration, and those that are ignored.
 */
export const listUnassigned = (db: TenantReader) => db.all(unassigned, {});

/** The integrations that the organization has activities of, in order of their names; at most 100. */
export async function listIntegrations(db: TenantReader): Promise<string[]> {
  const names: string[] = [];
  // One look-up in the index for each, however many activities there are.
  while (names.length < maxIntegrations) {
    const next = await db.first(nextSource, { source: names.at(-1) ?? '' });
    if (!next) break;
    names.push(next.source);
  }
  return names;
}

/** Cuts `text` to at most `maxBytes` bytes of UTF-8, at a character boundary. */
export function cutToBytes(text: string, maxBytes: number): string {
  const buffer = new Uint8Array(maxBytes);
  const { read } = new TextEncoder().encodeInto(text, buffer);
  return text.slice(0, read);
}
