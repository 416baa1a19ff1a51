import { and, desc, eq, gte, inArray, lte, type Placeholder, sql } from 'drizzle-orm';
import { clients } from '../clients/table.ts';
import type { TenantReader, TenantWriter } from '../core/db/tenant.ts';
import type { TenantRows } from '../core/db/tenant-rows.ts';
import { insert, named, parameter } from '../core/db/tenant-statements.ts';
import { cutTo, toSubject } from './import/imported-activity.ts';
import { type ActivityType, activities, activityTypes } from './table.ts';
import { lastWeeks, type Week } from './weeks.ts';

/** The maximum length of the `content` returned, in bytes of UTF-8. */
export const maxContentBytes = 10_240;

/** Cuts `text` to `maxContentBytes`, at a character boundary. */
function cutContent(text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxContentBytes));
  return text.slice(0, read);
}

/** The content, cut to `maxContentBytes`. A character has at least one byte, so this many characters are always enough. */
export const shownContent = sql`left(${activities.content}, ${sql.raw(String(maxContentBytes))})`
  .mapWith(cutContent)
  .as('content');

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

const byId = named(
  'activities.get',
  { clientId: activities.clientId, id: activities.id },
  (db, { clientId, id }) =>
    db.select(
      { ...summaryColumns, content: shownContent },
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
      summaryColumns,
      activities,
      and(
        eq(activities.clientId, clientId),
        type && eq(activities.type, type),
        sql`(${activities.occurredAt}, ${activities.id}) < (${occurredAt}::timestamptz, ${id}::uuid)`,
      ),
    )
    .orderBy(desc(activities.occurredAt), desc(activities.id))
    .limit(limit);

const newest = named('activities.list', position, pageBefore);

const newestOfType = named(
  'activities.listOfType',
  { ...position, type: activities.type },
  (db, { type, ...rest }) => pageBefore(db, rest, type),
);

/** The number of weeks of a rhythm, the current one included. */
export const rhythmWeeks = 52;
/** The number of weeks of `weeklyContacts`, the current one included. */
export const contactWeeks = 26;

/**
 * One row for each client, which reads less than one for each week: counts by type, or of all but notes. `starts` are the
 * beginnings of weeks, separated by spaces.
 */
const weekly = named(
  'activities.weekly',
  {
    ids: parameter<string[]>(),
    starts: parameter<string>(),
    since: activities.occurredAt,
    until: activities.occurredAt,
    byType: parameter<boolean>(),
  },
  (db, { ids, starts, since, until, byType }) =>
    db
      .select(
        {
          clientId: clients.id,
          counts: sql<[week: number, count: number, type: ActivityType | null][]>`by_week.counts`,
        },
        clients,
        sql`${clients.id} = any(${ids}::uuid[])`,
      )
      // The array of weeks is made once, and not for each row. Naming all types lets the index of types answer alone.
      .crossJoin(sql`lateral (
      select coalesce(json_agg(json_build_array(week, count, type)), '[]') as counts
      from (
        select width_bucket(${activities.occurredAt}, (select string_to_array(${starts}, ' ')::timestamptz[])) as week,
          case when ${byType}::boolean then ${activities.type} end as type, count(*) as count
        from ${activities}
        where ${db.own(activities)} and ${activities.clientId} = ${clients.id}
          and ${inArray(activities.type, [...activityTypes])} and (${byType}::boolean or ${activities.type} <> 'note')
          and ${gte(activities.occurredAt, since)} and ${lte(activities.occurredAt, until)}
        group by 1, 2
      ) as weeks
    ) as by_week`),
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

const noteCreation = insert(
  'activities.addNote',
  activities,
  { id: activities.id },
  { sourceId: sql`gen_random_uuid()::text`, occurredAt: sql`now()` },
);

/** A time and an id after those of all activities. */
export const fromTheNewest = ['9999-12-31T23:59:59.999Z', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const;

/** Reads an activity with its content cut to `maxContentBytes`; undefined when the client has no such activity. */
export const getActivity = (db: TenantReader, clientId: string, id: string) =>
  db.first(byId, { clientId, id });

/** Lists up to `limit` activities of a client after the one of this time and id, newest first. */
export const listActivities = (
  db: TenantReader,
  type: ActivityType | undefined,
  after: { clientId: string; occurredAt: string; id: string; limit: number },
) => (type === undefined ? db.all(newest, after) : db.all(newestOfType, { ...after, type }));

/** The values of `weekly` from the start of the first week until now: planned activities lie after it. */
function inWeeks(weeks: readonly Week[], now: Date) {
  const starts = weeks.map(({ startsAt }) => startsAt);
  return { starts: starts.join(' '), since: starts[0] ?? '', until: now.toISOString() };
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
) {
  const period = inWeeks(lastWeeks(contactWeeks, timezone, now), now);
  const rows = await db.all(weekly, { ids: clientIds, ...period, byType: false });
  return new Map(
    rows.map(({ clientId, counts }) => {
      const byWeek: number[] = Array(contactWeeks).fill(0);
      for (const [week, count] of counts) byWeek[week - 1] = count;
      return [clientId, byWeek];
    }),
  );
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

/** Counts the activities of a client by type over the last `rhythmWeeks` weeks in a time zone. Empty for an unknown client. */
export async function readRhythm(db: TenantReader, clientId: string, timezone: string, now: Date) {
  const weeks = lastWeeks(rhythmWeeks, timezone, now);
  const [row] = await db.all(weekly, { ids: [clientId], ...inWeeks(weeks, now), byType: true });
  if (!row) return [];
  const none = Object.fromEntries(activityTypes.map((type) => [type, 0])) as Record<ActivityType, number>;
  const rhythm = weeks.map(({ startsOn }) => ({ startsOn, activities: { ...none } }));
  for (const [week, count, type] of row.counts) {
    const entry = rhythm[week - 1];
    if (entry && type) entry.activities[type] = count;
  }
  return rhythm;
}

/**
 * Lists the participants of a client's newest 500 activities whose names are known, the latest first, with the newest
 * name of each; 200 at most.
 */
export const listPeople = (db: TenantReader, clientId: string) => db.all(people, { clientId });
