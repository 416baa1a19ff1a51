import { and, asc, desc, eq, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { activities } from '../activities/table.ts';
import { clients, notDeleted } from '../clients/table.ts';
import type { TenantReader } from '../core/db/tenant.ts';
import type { TenantRows } from '../core/db/tenant-rows.ts';
import { named, parameter } from '../core/db/tenant-statements.ts';
import { nilUuid } from '../core/rest/fields.ts';
import { users } from '../users/table.ts';

/** The maximum number of results of each kind. */
export const maxResults = 8;

/** The numbers of rows, the newest, among which a search looks. */
const maxClientsRead = 10_000;
export const maxActivitiesRead = 2_000;

const given = { text: parameter<string>() };

const begins = (column: PgColumn, text: Placeholder) => sql`${column} ilike ${text}::text || '%'`;
const contains = (column: PgColumn | SQL, text: Placeholder) =>
  sql`${column} ilike '%' || ${text}::text || '%'`;

/** The condition that a row is among the newest `count` of its table. An index finds these without reading the others. */
const isNewest = (db: TenantRows, table: typeof clients | typeof activities, count: number) =>
  sql`${table.id} >= coalesce((
    select newest.id from ${table} as newest where newest.organization_id = ${db.organizationId}
    order by newest.id desc limit 1 offset ${sql.raw(String(count - 1))}), ${sql.raw(`'${nilUuid}'`)}::uuid)`;

const clientsFound = named('search.clients', given, (db, { text }) =>
  db
    .select(
      { id: clients.id, name: clients.name, domain: clients.domain },
      clients,
      and(
        notDeleted,
        isNewest(db, clients, maxClientsRead),
        or(contains(clients.name, text), contains(clients.domain, text)),
      ),
    )
    .orderBy(
      desc(begins(clients.name, text)),
      desc(sql`${clients.name} ilike '% ' || ${text}::text || '%'`),
      asc(clients.name),
      asc(clients.id),
    )
    .limit(maxResults),
);

const ofClient = (db: TenantRows) => and(db.own(clients), eq(clients.id, activities.clientId), notDeleted);

const latest = (value: PgColumn | SQL) =>
  sql<string>`(array_agg(${value} order by ${activities.occurredAt} desc, ${activities.id} desc))[1]`;

const name = sql`coalesce(person.name, '')`;

/** The organization's own users are left out. */
const peopleFound = named('search.people', given, (db, { text }) =>
  db
    .select(
      {
        address: sql<string>`person.address`,
        name: latest(name).as('name'),
        clientId: latest(clients.id).as('clientId'),
        clientName: latest(clients.name).as('clientName'),
      },
      activities,
      and(
        isNewest(db, activities, maxActivitiesRead),
        or(contains(sql`person.address`, text), contains(name, text)),
        sql`not exists (select from ${users} where ${db.own(users)} and ${users.email} = lower(person.address))`,
      ),
    )
    .innerJoin(clients, ofClient(db))
    .crossJoin(
      sql`lateral unnest(${activities.participants}, ${activities.participantNames}) as person(address, name)`,
    )
    .groupBy(sql`1`)
    .orderBy(desc(sql`max(${activities.occurredAt})`), sql`1`)
    .limit(maxResults),
);

const activitiesFound = named('search.activities', given, (db, { text }) =>
  db
    .select(
      {
        id: activities.id,
        clientId: clients.id,
        clientName: clients.name,
        subject: activities.subject,
        occurredAt: activities.occurredAt,
      },
      activities,
      and(isNewest(db, activities, maxActivitiesRead), contains(activities.subject, text)),
    )
    .innerJoin(clients, ofClient(db))
    .orderBy(desc(activities.occurredAt), desc(activities.id))
    .limit(maxResults),
);

/** The text, with nothing in it that `like` would take for a pattern. */
const literally = (text: string) => ({ text: text.replaceAll(/[\\%_]/g, String.raw`\$&`) });

/** Clients by name or domain: names that begin with the text first, then those with a word that does. */
export const findClients = (db: TenantReader, text: string) => db.all(clientsFound, literally(text));

/** The clients' people by name or address, those heard of last first, each with the client of their last activity. */
export const findPeople = (db: TenantReader, text: string) => db.all(peopleFound, literally(text));

/** Activities of clients by subject, newest first. */
export const findActivities = (db: TenantReader, text: string) => db.all(activitiesFound, literally(text));
