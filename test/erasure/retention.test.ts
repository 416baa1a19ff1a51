import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { recordActivities } from '../../src/activities/record.ts';
import { activities } from '../../src/activities/table.ts';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { createClient, deleteClient } from '../../src/clients/queries.ts';
import { clients } from '../../src/clients/table.ts';
import { connectionMeetings } from '../../src/connections/calendar/table.ts';
import { connections } from '../../src/connections/table.ts';
import { auditEntries } from '../../src/core/db/audit/table.ts';
import { TenantDb } from '../../src/core/db/tenant.ts';
import { idempotencyKeys } from '../../src/core/rest/idempotency/table.ts';
import type { Retention } from '../../src/core/settings.ts';
import { type Removed, removeExpired } from '../../src/erasure/retention.ts';
import { insightJobs } from '../../src/insights/table.ts';
import { createOrganization } from '../../src/organization/queries.ts';
import { organizations } from '../../src/organization/table.ts';
import { createToken } from '../../src/tokens/queries.ts';
import { tokens } from '../../src/tokens/table.ts';
import { createUser, deleteUser } from '../../src/users/queries.ts';
import { users } from '../../src/users/table.ts';
import { incoming } from '../support/incoming.ts';
import { openPrivateDatabase } from '../support/private-database.ts';
import { addTwin } from '../support/twin.ts';

const database = await openPrivateDatabase();
const { db } = database;
afterAll(() => database.close());

const forEver: Retention = { auditDays: null, deletedDays: null, activityDays: null, idempotencyHours: 24 };

/** Removes what is past its retention and returns the numbers of rows by kind. */
async function remove(retention: Partial<Retention>): Promise<Partial<Record<Removed['kind'], number>>> {
  const rows: Partial<Record<Removed['kind'], number>> = {};
  for await (const removed of removeExpired(db, { ...forEver, ...retention }))
    if (removed.rows > 0) rows[removed.kind] = (rows[removed.kind] ?? 0) + removed.rows;
  return rows;
}

async function newOrganization() {
  const { id } = await createOrganization(db, { name: 'Test', slug: randomUUID() });
  return new TenantDb(db, id);
}

/** Days ago, by the clock of the tests; retention is by the database's, a day around each limit. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const person = { firstName: 'Ann', lastName: 'Okafor', imageUrl: null };

const mail = (address: string, occurredAt: string) => incoming({ occurredAt, participants: [address] });

test('audit entries are removed after their retention, in every organization', async () => {
  const organizations = [await newOrganization(), await newOrganization()];
  for (const tenant of organizations)
    await db.execute(sql`
      insert into audit_entries (organization_id, id, at, token_id, operation, resource, request_id)
      select ${tenant.organizationId}, gen_random_uuid(), now() - n * interval '1 hour', gen_random_uuid(), 'clients.update',
        'clients/' || n, gen_random_uuid() from generate_series(1, 1300) n`);
  expect(await remove({})).toEqual({});
  // 10 days are 240 hours.
  expect(await remove({ auditDays: 10 })).toEqual({ audit_entries: 2 * 1_061 });
  for (const tenant of organizations) expect(await tenant.count(auditEntries)).toBe(239);
  expect(await remove({ auditDays: 10 })).toEqual({});
});

test('a deleted client is removed with its activities, a deleted user with the tokens; others stay', async () => {
  const tenant = await newOrganization();
  const of = (age: number | undefined) => async () => {
    const domain = `${randomUUID()}.example`;
    const client = await createClient(tenant, { name: 'Globex', domain });
    await createRule(tenant, { integration: 'gmail', domain });
    const mails = [1, 2, 3].map((days) => mail(`pat@${domain}`, daysAgo(days)));
    await recordActivities(tenant, 'gmail', mails);
    const user = await createUser(tenant, { ...person, email: `ann@${domain}` });
    await createToken(tenant, { userId: user.id, permissions: [], name: null, expiresAt: null });
    if (age === undefined) return;
    await deleteClient(tenant, client.id);
    await deleteUser(tenant, user.id);
    await tenant.update(clients, { deletedAt: daysAgo(age) }, eq(clients.id, client.id));
    await tenant.update(users, { deletedAt: daysAgo(age) }, eq(users.id, user.id));
  };
  for (const create of [of(undefined), of(29), of(31)]) await create();
  const alive = { deleted_at: null };
  await addTwin(database, tenant.organizationId, { clients: alive, users: alive });
  expect(await remove({})).toEqual({});
  expect(await remove({ deletedDays: 30 })).toEqual({ clients: 1, users: 1, activities: 3 });
  const counts = [clients, users, tokens, activities].map((table) => tenant.count(table));
  expect(await Promise.all(counts)).toEqual([2, 2, 2, 6]);
  expect(await remove({ deletedDays: 30 })).toEqual({});
});

test('nothing is removed from an organization that is being imported', async () => {
  const tenant = await newOrganization();
  const client = await createClient(tenant, { name: 'Globex', domain: null });
  await deleteClient(tenant, client.id);
  const user = await createUser(tenant, { ...person, email: 'ann@globex.example' });
  await deleteUser(tenant, user.id);
  for (const table of [clients, users]) await tenant.update(table, { deletedAt: daysAgo(400) });
  await recordActivities(tenant, 'gmail', [mail('kim@unknown.example', daysAgo(400))]);
  await tenant.update(organizations, { state: 'importing' });
  expect(await remove({ deletedDays: 30, activityDays: 365 })).toEqual({});
  await tenant.update(organizations, { state: 'active' });
  const removed = { clients: 1, users: 1, activities: 1 };
  expect(await remove({ deletedDays: 30, activityDays: 365 })).toEqual(removed);
});

test('old activities are removed, with and without a client; cards are computed again; they are kept unless asked', async () => {
  const tenant = await newOrganization();
  await createClient(tenant, { name: 'Globex', domain: 'globex.example' });
  await createRule(tenant, { integration: 'gmail', domain: 'globex.example' });
  for (const address of ['pat@globex.example', 'kim@unknown.example']) {
    const mails = [-1, 1, 364, 366, 4_000].map((days) => mail(address, daysAgo(days)));
    await recordActivities(tenant, 'gmail', mails);
  }
  expect(await remove({})).toEqual({});
  await tenant.update(insightJobs, { dueAt: sql`now() + interval '1 day'` });
  await addTwin(database, tenant.organizationId);
  await db.execute(sql`update organizations set state = 'importing' where slug like 'twin-%'`);
  expect(await remove({ activityDays: 365 })).toEqual({ activities: 4 });
  expect(await tenant.count(activities)).toBe(6);
  expect(await tenant.count(insightJobs, sql`${insightJobs.dueAt} <= now()`)).toBe(1);
});

test('old activities of an organization with the same ids, which are kept, hold up none', async () => {
  const [kept, tenant] = [await newOrganization(), await newOrganization()];
  const clientId = randomUUID();
  const fill = ({ organizationId }: TenantDb, count: number, age: string) =>
    db.execute(sql`
    insert into activities (organization_id, id, client_id, type, source, source_id, subject, content, occurred_at, participants, immutable)
    select ${organizationId}::uuid, gen_random_uuid(), case when n % 2 = 0 then ${clientId}::uuid end, 'email', 'gmail',
      n::text, '', '', now() - ${age}::interval, '{}', true from generate_series(1, ${count}::int) as n`);
  for (const each of [kept, tenant]) await each.insert(clients, [{ id: clientId, name: 'Globex' }]);
  await fill(kept, 2_000, '500 days');
  await fill(tenant, 2, '400 days');
  await kept.update(organizations, { state: 'importing' });
  expect(await remove({ activityDays: 365 })).toEqual({ activities: 2 });
});

/** A calendar that knows meetings, as a connection of an integration. */
async function newCalendar(
  tenant: TenantDb,
  integration: string,
  meetings: { sourceId: string; occurredAt: string }[],
) {
  const connectionId = randomUUID();
  const settings = { host: 'calendar.example' };
  const values = { id: connectionId, type: 'calendar', integration, settings, state: 'paused' } as const;
  await tenant.insert(connections, [values]);
  const known = meetings.map(({ sourceId, occurredAt }) => ({
    ...{ connectionId, sourceId, uid: sourceId, occurredAt, fingerprint: '00', takesPlace: true },
  }));
  await tenant.insert(connectionMeetings, known);
}

const meeting = (days: number) => ({
  ...mail('kim@unknown.example', daysAgo(days)),
  type: 'meeting' as const,
});

test('a meeting is removed with what its calendar knows of it, and the calendar does not record it again', async () => {
  const tenant = await newOrganization();
  const meetings = [meeting(366), meeting(364)];
  // Only the calendar's meetings come back by themselves; an import is on purpose.
  const imported = meeting(366);
  await recordActivities(tenant, 'calendar', [...meetings, imported]);
  await newCalendar(tenant, 'calendar', meetings);
  expect(await remove({ activityDays: 365 })).toEqual({ activities: 2 });
  const left = await tenant.select({ sourceId: connectionMeetings.sourceId }, connectionMeetings);
  expect(left).toEqual([{ sourceId: meetings[1]?.sourceId }]);
  expect(await recordActivities(tenant, 'calendar', meetings)).toMatchObject({ imported: 0 });
  expect(await recordActivities(tenant, 'calendar', [imported])).toMatchObject({ imported: 1 });
  expect(await remove({ activityDays: 365 })).toEqual({ activities: 1 });
});

test('calendars of two integrations with the same meeting forget it each with its own activity', async () => {
  const tenant = await newOrganization();
  const shared = meeting(366);
  for (const integration of ['calendar', 'zoom']) await newCalendar(tenant, integration, [shared]);
  await recordActivities(tenant, 'calendar', [shared]);
  await addTwin(database, tenant.organizationId, { connections: { integration: 'calendar' } });
  await db.execute(sql`update organizations set state = 'importing' where slug like 'twin-%'`);
  expect(await remove({ activityDays: 365 })).toEqual({ activities: 1 });
  expect(await tenant.count(connectionMeetings)).toBe(1);
});

test('idempotency keys are removed after the hours set', async () => {
  const tenant = await newOrganization();
  const rows = [0, 1, 3, 23, 25].map((hours) => {
    return { key: `${hours}`, fingerprint: '', answer: '{}', createdAt: daysAgo(hours / 24) };
  });
  await tenant.insert(idempotencyKeys, rows);
  expect(await remove({})).toEqual({ idempotency_keys: 1 });
  expect(await remove({ idempotencyHours: 2 })).toEqual({ idempotency_keys: 2 });
  expect(await db.$count(idempotencyKeys)).toBe(2);
});

test('several processes together remove everything once', async () => {
  const tenant = await newOrganization();
  const mails = Array.from({ length: 900 }, () => mail('kim@unknown.example', daysAgo(400)));
  await recordActivities(tenant, 'gmail', mails);
  const counts = await Promise.all([1, 2, 3].map(() => remove({ activityDays: 365, auditDays: 1 })));
  expect(counts.reduce((sum, { activities: rows = 0 }) => sum + rows, 0)).toBe(900);
  expect(await tenant.count(activities)).toBe(0);
});
