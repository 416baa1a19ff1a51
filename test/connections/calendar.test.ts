import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activities } from '../../src/activities/table.ts';
import { finishReading, readValidators } from '../../src/connections/calendar/store.ts';
import { connectionCalendars, connectionMeetings } from '../../src/connections/calendar/table.ts';
import { leaseConnections, releaseConnection, tenantOf } from '../../src/connections/leases.ts';
import { changeConnection, deleteConnection, resumeConnection } from '../../src/connections/queries.ts';
import { connectionDomains, connections } from '../../src/connections/table.ts';
import { neverAborted } from '../../src/core/timeouts.ts';
import { eraseClient } from '../../src/erasure/client.ts';
import { erasePerson } from '../../src/erasure/person.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { connectionServices, secrets, until, withWork } from '../support/connections.ts';
import { startHttpServer, type TestServer } from '../support/http-server.ts';
import { openPrivateDatabase } from '../support/private-database.ts';
import { auditOf } from '../support/rules.ts';
import { tablesWith } from '../support/tables-with.ts';
import { addTwin } from '../support/twin.ts';
import { calendar, connectedCalendar, event, inDays, readCalendar, written } from './calendars.ts';

const api = await startApi({ database: await openPrivateDatabase() });
const { db } = api.database;

const stored = (organizationId: string) =>
  db.select().from(activities).where(eq(activities.organizationId, organizationId));

const dayMs = 86_400_000;

/** Answers as a server whose file has an ETag. */
const withEtag =
  (etag: string, file = calendar(event({ uid: 'one' }))): TestServer['answer'] =>
  ({ headers }, response) => {
    if (headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, { etag }).end(file);
  };

/** Reads a calendar and returns the ETag that its server was asked about. */
async function askedFor(own: Awaited<ReturnType<typeof connectedCalendar>>) {
  await own.read();
  return own.server.requests.at(-1)?.headers['if-none-match'];
}

async function runToEnd(steps: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of steps);
}

test('a calendar is read when it is connected, and its meetings are activities of the client', async () => {
  const start = inDays(3);
  const own = await readCalendar(api, { events: [event({ uid: 'one', start })] });
  const [meeting] = await stored(own.organization.id);
  expect(meeting).toMatchObject({
    type: 'meeting',
    source: 'calendar',
    sourceId: 'one',
    immutable: true,
    archivedAt: null,
    subject: 'Kickoff',
    participants: ['ann@acme.example', 'pat@globex.example'],
  });
  expect(written(meeting?.occurredAt)).toBe(start);
  expect(meeting?.clientId).not.toBeNull();
  const { lastSeenAt, nextTryAt, ...status } = await own.status();
  expect(status).toMatchObject({
    type: 'calendar',
    state: 'idle',
    seen: 1,
    recorded: 1,
    skipped: 0,
    failure: null,
    lastReceivedAt: expect.any(String),
  });
  // Released after it was seen.
  const againInMs = Date.parse(nextTryAt) - Date.parse(lastSeenAt ?? '');
  expect(againInMs).toBeGreaterThanOrEqual(300_000);
  expect(againInMs).toBeLessThan(dayMs / 2);
});

test('a new URL is read from the start, whatever the server of the old one said', async () => {
  const own = await readCalendar(api, { events: [event({ uid: 'old', summary: 'Old' })] });
  await own.organization.db.update(connectionCalendars, { etag: '"v1"' });
  const events = calendar(event({ uid: 'new', start: inDays(4), summary: 'New' }));
  const other = await startHttpServer(withEtag('"v1"', events));
  await addTwin(api.database, own.organization.id);
  await changeConnection(
    own.organization.db,
    { id: own.id, state: 'idle' },
    { secret: JSON.stringify({ url: other.url }), settings: { host: new URL(other.url).host } },
    secrets,
  );
  await own.read();
  expect(await own.meetings()).toEqual(['Old (archived)', 'New']);
});

test('a meeting that is cancelled, or gone before it began, is archived, and comes back if it takes place after all', async () => {
  const past = { uid: 'past', start: inDays(-3), summary: 'Past' };
  const next = { uid: 'next', start: inDays(4), summary: 'Next' };
  const own = await readCalendar(api, { events: [event(past), event(next)] });
  await own.change();
  expect(await own.meetings()).toEqual(['Past', 'Next (archived)']);
  await own.change(event(past), event(next));
  expect(await own.meetings()).toEqual(['Past', 'Next']);
  await own.change(event({ ...past, status: 'CANCELLED' }), event({ ...next, status: 'CANCELLED' }));
  expect(await own.meetings()).toEqual(['Past (archived)', 'Next (archived)']);
});

test('a meeting in two calendars is recorded once, and takes place until both have cancelled it', async () => {
  const events = [event({ uid: 'shared', summary: 'Shared' })];
  const one = await readCalendar(api, { events });
  const other = await readCalendar(api, { events, organization: one.organization });
  expect(await one.meetings()).toEqual(['Shared']);
  await one.change();
  expect(await one.meetings()).toEqual(['Shared']);
  await other.change();
  expect(await one.meetings()).toEqual(['Shared (archived)']);
});

test('only the calendar that recorded a meeting first revises it, until it drops it or is deleted', async () => {
  const shared = (summary: string, days = 3) => event({ uid: 'shared', start: inDays(days), summary });
  const kept = event({ uid: 'kept', start: inDays(1), summary: 'Kept' });
  const one = await readCalendar(api, { events: [kept, shared('Real')] });
  const other = await readCalendar(api, { events: [shared('Forged')], organization: one.organization });
  expect(await one.meetings()).toEqual(['Kept', 'Real']);
  await other.change(shared('Forged again', 5));
  expect(await one.meetings()).toEqual(['Kept', 'Real']);
  await one.change(kept, shared('Real, moved', 4));
  expect(await one.meetings()).toEqual(['Kept', 'Real, moved']);
  await one.change(kept);
  await other.read();
  expect(await one.meetings()).toEqual(['Kept', 'Forged again']);
  await one.change(kept, shared('Real'));
  expect(await one.meetings()).toEqual(['Kept', 'Forged again']);
  await deleteConnection(one.organization.db, other.id);
  await one.read();
  expect(await one.meetings()).toEqual(['Kept', 'Real']);
});

test('calendars that share a meeting from before one of them led it agree on one', async () => {
  const events = [event({ uid: 'shared', summary: 'Shared' })];
  const one = await readCalendar(api, { events });
  const other = await readCalendar(api, { events, organization: one.organization });
  await one.organization.db.update(connectionMeetings, { leads: false });
  await other.read();
  await one.change(event({ uid: 'shared', summary: 'Ignored' }));
  expect(await one.meetings()).toEqual(['Shared']);
  await other.change(event({ uid: 'shared', summary: 'Revised' }));
  expect(await one.meetings()).toEqual(['Revised']);
});

test('who leads and holds a meeting is decided within the integration and the organization', async () => {
  const shared = (summary: string) => event({ uid: 'shared', summary });
  const one = await readCalendar(api, { events: [shared('Real')] });
  const { organization } = one;
  const next = await readCalendar(api, { events: [shared('Next')], organization });
  const apart = await readCalendar(api, { events: [shared('Apart')], organization });
  await organization.db.update(
    connectionMeetings,
    { leads: true },
    eq(connectionMeetings.connectionId, apart.id),
  );
  await organization.db.update(connections, { integration: 'apart' }, eq(connections.id, apart.id));
  // There, it is of the same integration.
  await addTwin(api.database, organization.id, { connections: { integration: 'calendar' } });
  await one.change();
  await next.read();
  expect(await one.meetings()).toEqual(['Next']);
  await next.change();
  expect(await one.meetings()).toEqual(['Next (archived)']);
});

test('meetings that concern no client leave only the count of their domains, and come once there is a client', async () => {
  const dentist = { summary: 'Dentist', attendee: 'drill@dentist.example', description: 'Wisdom tooth' };
  const events = [
    event({ uid: 'root-canal', ...dentist }),
    event({ uid: 'again', ...dentist, start: inDays(2) }),
    event({ uid: 'ours', start: inDays(4), summary: 'Cornerstone' }),
  ];
  const own = await readCalendar(api, { events });
  expect(await own.meetings()).toEqual(['Cornerstone']);
  const skippedReasons = { 'concerns no client': 2 };
  expect(await own.status()).toMatchObject({ seen: 3, recorded: 1, skipped: 2, skippedReasons });
  const ofDentist = eq(connectionDomains.domain, 'dentist.example');
  const { messages, latestAt } = connectionDomains;
  const [counted] = await own.organization.db.select({ messages, latestAt }, connectionDomains, ofDentist);
  expect(counted?.messages).toBe(2);
  expect(written(counted?.latestAt)).toBe(inDays(3));
  expect(await tablesWith(api.database, 'cornerstone')).not.toEqual([]);
  for (const text of ['drill@', 'root-canal', 'wisdom'])
    expect([text, await tablesWith(api.database, text)]).toEqual([text, []]);
  // The file has not changed, and is read again nevertheless.
  await own.organization.client({ name: 'Dentist', domain: 'dentist.example' });
  await addTwin(api.database, own.organization.id);
  await own.read();
  expect(await own.meetings()).toEqual(['Dentist', 'Dentist', 'Cornerstone']);
  expect(await own.organization.db.count(connectionDomains, ofDentist)).toBe(0);
});

test('with --keep all every meeting is recorded, also more than one batch of them', async () => {
  const events = Array.from({ length: 250 }, (_, index) =>
    event({ uid: `many-${index}`, start: inDays(-index), attendee: 'kim@elsewhere.example' }),
  );
  const own = await readCalendar(api, { events, keep: 'all' });
  expect(await own.status()).toMatchObject({ seen: 250, recorded: 250, skipped: 0 });
  expect(await own.meetings()).toHaveLength(250);
  await own.change(...events.map((each) => each.replace('BEGIN:VEVENT', 'BEGIN:VEVENT\r\nSTATUS:CANCELLED')));
  expect(new Set(await own.meetings())).toEqual(new Set(['Kickoff (archived)']));
});

test('an unchanged calendar is not sent again, even with a new ETag, and is read again after a day', async () => {
  const own = await connectedCalendar(api);
  own.server.answer = withEtag('"1"');
  const pass = (hours: number) => {
    const readAt = new Date(Date.now() - hours * 3_600_000).toISOString();
    return own.organization.db.update(connectionCalendars, { readAt });
  };
  expect([await askedFor(own), await askedFor(own)]).toEqual([undefined, '"1"']);
  own.server.answer = withEtag('"2"');
  expect([await askedFor(own), await askedFor(own)]).toEqual(['"1"', '"2"']);
  expect(await own.meetings()).toEqual(['Kickoff']);
  await pass(23);
  expect(await askedFor(own)).toBe('"2"');
  await pass(25);
  expect(await askedFor(own)).toBeUndefined();
});

test('nothing is known of a file for which the time was too short, so that the next visit reads all of it', async () => {
  const own = await readCalendar(api, { events: [event({ uid: 'one' })] });
  await resumeConnection(own.organization.db, own.id);
  const leased = await leaseConnections(db, randomUUID(), 100);
  const connection = leased.find(({ id }) => id === own.id) ?? expect.fail();
  const known = await readValidators(own.organization.db, connection);
  await addTwin(api.database, own.organization.id);
  const counts = { seen: 2, recorded: 1, skipped: 1, skippedReasons: {}, domains: new Map(), hasNews: false };
  await finishReading(own.organization.db, connection, known ?? expect.fail(), {
    ...counts,
    isUnfinished: true,
  });
  expect(await readValidators(own.organization.db, connection)).toBeUndefined();
  expect(await own.status()).toMatchObject({ seen: 2, skipped: 1 });
  for (const each of leased) await releaseConnection(tenantOf(db, each), each);
});

test('a meeting that a calendar of another organization has yet to lead makes no calendar stale', async () => {
  const own = await connectedCalendar(api);
  own.server.answer = withEtag('"1"');
  await own.read();
  await addTwin(api.database, own.organization.id, { connection_meetings: { leads: false } });
  expect(await askedFor(own)).toBe('"1"');
});

test('a server that refuses makes the status failing, cancels nothing, and no log line or table shows the URL', async () => {
  const lines: string[] = [];
  const own = await readCalendar(api, { events: [event({ uid: 'one' })], lines });
  const { lastSeenAt: seen } = await own.status();
  own.server.answer = (_, response) => response.writeHead(404).end();
  await own.read('failing');
  const { failure, lastSeenAt } = await own.status();
  expect([failure?.includes('has no calendar'), lastSeenAt]).toEqual([true, seen]);
  expect(await own.meetings()).toEqual(['Kickoff']);
  expect(lines.join('')).toContain('a connection fails');
  expect(lines.join('')).not.toContain('swordfish');
  expect(await tablesWith(api.database, 'swordfish')).toEqual([]);
});

test('an event that cannot be read is counted with a reason that quotes nothing, and cancels nothing', async () => {
  const two = { uid: 'two', start: inDays(4), summary: 'Two' };
  const own = await readCalendar(api, { events: [event({ uid: 'one' }), event(two)] });
  const broken = event({ uid: 'one', start: '20261345T250000Z-mackerel' });
  await own.change(broken, event({ ...two, summary: 'Two, renamed' }));
  expect(await own.meetings()).toEqual(['Kickoff', 'Two, renamed']);
  const skippedReasons = { 'has no valid date in DTSTART': 1 };
  expect(await own.status()).toMatchObject({ seen: 2, recorded: 1, skipped: 1, skippedReasons });
});

test('the audit log has what a calendar records, revises and cancels, with the connection as author', async () => {
  const own = await readCalendar(api, { events: [event({ uid: 'one' })] });
  await own.change(event({ uid: 'one', start: inDays(5) }));
  await own.change(event({ uid: 'one', start: inDays(5), status: 'CANCELLED' }));
  const entries = (await auditOf(own.organization)).toReversed();
  expect(entries.map(({ operation, after }) => [operation, after])).toEqual([
    ['connections.record', { activities: 1 }],
    ['connections.revise', { activities: 1 }],
    ['connections.cancel', { activities: 1 }],
  ]);
  for (const entry of entries)
    expect(entry).toMatchObject({ token: null, connection: own.id, resource: `connections/${own.id}` });
});

test('a meeting that was erased with its client does not come back with the next reading', async () => {
  const erased = event({ uid: 'erased@globex.example', summary: 'Erased' });
  const own = await readCalendar(api, { keep: 'all', events: [erased] });
  const [meeting] = await stored(own.organization.id);
  const id = String(meeting?.clientId);
  const author = { actor: { systemUser: 'ann' }, operation: 'client.erase', requestId: id };
  await runToEnd(eraseClient(own.organization.db, id, author, neverAborted));
  await own.change(erased, event({ uid: 'two', summary: 'Another' }));
  expect(await own.meetings()).toEqual(['Another']);
  expect(await tablesWith(api.database, 'erased@globex.example')).toEqual([]);
});

async function erase(organization: TestOrganization, email: string): Promise<void> {
  const author = { actor: { systemUser: 'ann' }, operation: 'person.erase', requestId: organization.id };
  await runToEnd(erasePerson(organization.db, { email }, author, neverAborted));
}

test('a meeting in which a person was replaced is not written again by its calendar, or by one that takes over', async () => {
  const address = 'pia-erased@acme.example';
  const named = { uid: 'seven', summary: `Named ${address}` };
  const own = await readCalendar(api, { keep: 'all', events: [event(named)] });
  const { organization } = own;
  const other = await readCalendar(api, { organization, keep: 'all', events: [event(named)] });
  await erase(organization, address);
  await own.change(event({ ...named, start: inDays(5) }), event({ uid: 'two', start: inDays(4) }));
  expect(await own.meetings()).toEqual(['Named erased@erased.invalid', 'Kickoff']);
  await deleteConnection(organization.db, own.id);
  await other.change(event({ ...named, start: inDays(6) }));
  expect(await other.meetings()).toEqual(['Named erased@erased.invalid', 'Kickoff']);
  expect(await tablesWith(api.database, address)).toEqual([]);
});

test('a meeting whose id names an erased person stays as it is, whatever its calendar says later', async () => {
  const address = 'lee-erased@acme.example';
  const named = { uid: `7-${address}`, summary: 'Named' };
  const own = await readCalendar(api, { keep: 'all', events: [event(named)] });
  await erase(own.organization, address);
  expect(await tablesWith(api.database, address)).toEqual([]);
  await own.change(event({ ...named, summary: 'Changed' }), event({ uid: 'two', start: inDays(4) }));
  expect(await own.meetings()).toEqual(['Named', 'Kickoff']);
  await own.change(event({ uid: 'two', start: inDays(4) }));
  expect(await own.meetings()).toEqual(['Named', 'Kickoff']);
  expect(await tablesWith(api.database, address)).toEqual([]);
});

test('calendars that take long to arrive keep only those of their own organization waiting', async () => {
  const organization = await api.organization();
  const connected = () => connectedCalendar(api, { organization });
  const calendars = [await connected(), await connected(), await connected()];
  const held: ServerResponse[] = [];
  for (const { server } of calendars) server.answer = (_, response) => held.push(response);
  const other = await connectedCalendar(api);
  await withWork(connectionServices(api.database), async () => {
    await until(() => held.length, 2);
    await other.settled('idle');
    expect(held).toHaveLength(2);
    for (const { server } of calendars) server.answer = (_, response) => response.end(calendar());
    for (const response of held) response.end(calendar());
    for (const { settled } of calendars) await settled('idle');
  });
});

test('an organization gives one of its places to another one that has none, and gets it back', async () => {
  const first = await connectedCalendar(api);
  const second = await connectedCalendar(api, { organization: first.organization });
  const held: ServerResponse[] = [];
  for (const { server } of [first, second]) server.answer = (_, response) => held.push(response);
  await withWork({ ...connectionServices(api.database), maxKept: 2 }, async () => {
    await until(() => held.length, 2);
    const other = await connectedCalendar(api);
    const overdue = { nextTryAt: sql`now() - interval '10 s'` };
    await db.update(connections).set(overdue).where(eq(connections.id, other.id));
    await other.settled('idle');
    await until(() => held.length, 3);
    for (const { status } of [first, second])
      expect(await status()).toMatchObject({ state: 'connecting', failure: null });
  });
});
