import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { activities } from '../../src/activities/table.ts';
import { connectionCalendars, connectionMeetings } from '../../src/connections/calendar/table.ts';
import { changeConnection, deleteConnection } from '../../src/connections/queries.ts';
import { connectionDomains } from '../../src/connections/table.ts';
import { eraseClient } from '../../src/erasure/clients.ts';
import { eraseUser } from '../../src/erasure/users.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { connectionServices } from '../support/connections.ts';
import { startHttpServer } from '../support/http-server.ts';
import { openPrivateDatabase } from '../support/private-database.ts';
import { auditOf } from '../support/rules.ts';
import { tablesWith } from '../support/tables-with.ts';
import { startWork, stopWork } from '../system/mail/support.ts';
import { calendar, connectedCalendar, event, inDays } from './calendars.ts';

const api = await startApi({ database: await openPrivateDatabase() });
const lines: string[] = [];
startWork(api, lines);
afterAll(stopWork);

const stored = (organizationId: string) =>
  api.database.db.select().from(activities).where(eq(activities.organizationId, organizationId));

async function runToEnd(steps: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of steps);
}

test('a calendar is read when it is connected, and its meetings are activities of the client', async () => {
  const start = inDays(3);
  const own = await connectedCalendar(api, { events: [event({ uid: 'one', start })] });
  await own.settled('idle');
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
  expect(meeting?.occurredAt.replace(/[-:]|\.\d+/g, '')).toBe(start);
  expect(meeting?.clientId).not.toBeNull();
  expect(await own.status()).toMatchObject({
    type: 'calendar',
    state: 'idle',
    seen: 1,
    recorded: 1,
    skipped: 0,
    failure: null,
    lastSeenAt: expect.any(String),
    lastReceivedAt: expect.any(String),
  });
});

test('a new URL is read from the start, whatever the server of the old one said', async () => {
  const own = await connectedCalendar(api, {
    events: [event({ uid: 'old', start: inDays(3), summary: 'Old' })],
  });
  await own.settled('idle');
  await api.database.db
    .update(connectionCalendars)
    .set({ etag: '"v1"' })
    .where(eq(connectionCalendars.connectionId, own.id));
  const other = await startHttpServer(({ headers }, response) => {
    if (headers['if-none-match'] === '"v1"') response.writeHead(304).end();
    else response.end(calendar(event({ uid: 'new', start: inDays(4), summary: 'New' })));
  });
  await changeConnection(
    own.organization.db,
    { actor: { systemUser: 'ann' }, operation: 'connection.update', requestId: randomUUID() },
    { id: own.id, state: 'idle' },
    { secret: JSON.stringify({ url: other.url }), settings: { host: new URL(other.url).host } },
    connectionServices(api.database).secrets,
  );
  await own.settled('idle');
  expect(await own.meetings()).toEqual(['Old (archived)', 'New']);
});

test('a meeting that moves moves: the same activity gets the new time, subject, text and participants', async () => {
  const own = await connectedCalendar(api, { events: [event({ uid: 'one', start: inDays(3) })] });
  await own.settled('idle');
  const [before] = await stored(own.organization.id);
  const moved = { summary: 'Kickoff, moved', description: 'New agenda', attendee: 'sam@globex.example' };
  await own.change(event({ uid: 'one', start: inDays(5), ...moved }));
  const after = await stored(own.organization.id);
  expect(after).toHaveLength(1);
  expect(after[0]).toMatchObject({
    id: before?.id,
    clientId: before?.clientId,
    createdAt: before?.createdAt,
    subject: 'Kickoff, moved',
    content: 'New agenda',
    participants: ['ann@acme.example', 'sam@globex.example'],
  });
  expect(after[0]?.occurredAt.replace(/[-:]|\.\d+/g, '')).toBe(inDays(5));
});

test('a cancelled meeting is archived, whenever it was to begin, and comes back if it takes place after all', async () => {
  const events = [
    event({ uid: 'past', start: inDays(-3), summary: 'Past' }),
    event({ uid: 'next', start: inDays(3), summary: 'Next' }),
  ];
  const own = await connectedCalendar(api, { events });
  await own.settled('idle');
  await own.change(
    event({ uid: 'past', start: inDays(-3), status: 'CANCELLED' }),
    event({ uid: 'next', start: inDays(3), status: 'CANCELLED' }),
  );
  expect(await own.meetings()).toEqual(['Past (archived)', 'Next (archived)']);
  await own.change(...events);
  expect(await own.meetings()).toEqual(['Past', 'Next']);
});

test('a meeting whose event is gone was cancelled if it had not begun; one of the past took place', async () => {
  const own = await connectedCalendar(api, {
    events: [
      event({ uid: 'past', start: inDays(-3), summary: 'Past' }),
      event({ uid: 'next', start: inDays(3), summary: 'Next' }),
      event({ uid: 'kept', start: inDays(4), summary: 'Kept' }),
    ],
  });
  await own.settled('idle');
  await own.change(event({ uid: 'kept', start: inDays(4), summary: 'Kept' }));
  expect(await own.meetings()).toEqual(['Past', 'Next (archived)', 'Kept']);
});

test('occurrences of a series move and are cancelled one by one', async () => {
  const series = { uid: 'weekly', start: inDays(-7), summary: 'Weekly' };
  const rule = 'RRULE:FREQ=WEEKLY;COUNT=4';
  const own = await connectedCalendar(api, { events: [event({ ...series, more: [rule] })] });
  await own.settled('idle');
  expect(await own.meetings()).toEqual(['Weekly', 'Weekly', 'Weekly', 'Weekly']);
  await own.change(
    event({ ...series, more: [rule, `EXDATE:${inDays(7)}`] }),
    event({
      uid: 'weekly',
      start: inDays(16),
      summary: 'Weekly, later',
      more: [`RECURRENCE-ID:${inDays(14)}`],
    }),
  );
  expect(await own.meetings()).toEqual(['Weekly', 'Weekly', 'Weekly (archived)', 'Weekly, later']);
  await own.change(event({ ...series, status: 'CANCELLED', more: [rule] }));
  expect(await own.meetings()).toEqual([
    'Weekly (archived)',
    'Weekly (archived)',
    'Weekly (archived)',
    'Weekly, later (archived)',
  ]);
});

test('a meeting in two calendars takes place until both have cancelled it, and is recorded once', async () => {
  const events = [event({ uid: 'shared', start: inDays(3), summary: 'Shared' })];
  const one = await connectedCalendar(api, { events });
  await one.settled('idle');
  const other = await connectedCalendar(api, { events, organization: one.organization });
  await other.settled('idle');
  expect(await one.meetings()).toEqual(['Shared']);
  await one.change();
  expect(await one.meetings()).toEqual(['Shared']);
  await other.change();
  expect(await one.meetings()).toEqual(['Shared (archived)']);
});

test('only the calendar that recorded a meeting first revises it, until it drops it or is deleted', async () => {
  const shared = (summary: string, days = 3) => event({ uid: 'shared', start: inDays(days), summary });
  const one = await connectedCalendar(api, { events: [shared('Real')] });
  await one.settled('idle');
  const other = await connectedCalendar(api, { events: [shared('Forged')], organization: one.organization });
  await other.settled('idle');
  expect(await one.meetings()).toEqual(['Real']);
  await other.change(shared('Forged again', 5));
  expect(await one.meetings()).toEqual(['Real']);
  await one.change(shared('Real, moved', 4));
  expect(await one.meetings()).toEqual(['Real, moved']);
  await one.change();
  await other.readAgain();
  expect(await one.meetings()).toEqual(['Forged again']);
  await one.change(shared('Real'));
  expect(await one.meetings()).toEqual(['Forged again']);
  await deleteConnection(one.organization.db, other.id);
  await one.readAgain();
  expect(await one.meetings()).toEqual(['Real']);
});

test('calendars that share a meeting from before one of them led it agree on one', async () => {
  const events = [event({ uid: 'shared', start: inDays(3), summary: 'Shared' })];
  const one = await connectedCalendar(api, { events });
  await one.settled('idle');
  const other = await connectedCalendar(api, { events, organization: one.organization });
  await other.settled('idle');
  await api.database.db
    .update(connectionMeetings)
    .set({ leads: false })
    .where(eq(connectionMeetings.organizationId, one.organization.id));
  await other.readAgain();
  await one.change(event({ uid: 'shared', start: inDays(3), summary: 'Ignored' }));
  expect(await one.meetings()).toEqual(['Shared']);
  await other.change(event({ uid: 'shared', start: inDays(3), summary: 'Revised' }));
  expect(await one.meetings()).toEqual(['Revised']);
});

test('meetings that concern no client leave only the count of their domains, and come once there is a client', async () => {
  const events = [
    event({
      uid: 'private-uid',
      start: inDays(3),
      summary: 'Dentist',
      attendee: 'drill@dentist.example',
      description: 'Appointment',
    }),
    event({ uid: 'ours', start: inDays(4) }),
  ];
  const own = await connectedCalendar(api, { events });
  await own.settled('idle');
  expect(await own.meetings()).toEqual(['Kickoff']);
  expect(await own.details()).toMatchObject({
    seen: 2,
    recorded: 1,
    skipped: 1,
    skippedReasons: { 'concerns no client': 1 },
  });
  const counted = await api.database.db
    .select()
    .from(connectionDomains)
    .where(eq(connectionDomains.connectionId, own.id));
  expect(counted.map(({ domain, messages }) => [domain, messages])).toEqual(
    expect.arrayContaining([['dentist.example', 1]]),
  );
  expect(await tablesWith(api.database, 'kickoff')).not.toEqual([]);
  for (const text of ['drill@', 'private-uid', 'appointment'])
    expect([text, await tablesWith(api.database, text)]).toEqual([text, []]);
  // The file has not changed, and is read again nevertheless.
  await own.organization.client({ name: 'Dentist', domain: 'dentist.example' });
  await own.readAgain();
  expect(await own.meetings()).toEqual(['Dentist', 'Kickoff']);
});

test('with --keep all every meeting is recorded', async () => {
  const events = [event({ uid: 'any', start: inDays(3), attendee: 'drill@dentist.example' })];
  const own = await connectedCalendar(api, { events, keep: 'all' });
  await own.settled('idle');
  expect(await own.status()).toMatchObject({ seen: 1, recorded: 1, skipped: 0 });
});

test('an unchanged calendar is not sent again, and is read again after a day', async () => {
  const own = await connectedCalendar(api);
  own.server.answer = ({ headers }, response) => {
    if (headers['if-none-match'] === '"1"') response.writeHead(304).end();
    else
      response
        .writeHead(200, { etag: '"1"', 'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT' })
        .end(calendar(event({ uid: 'one', start: inDays(3) })));
  };
  await own.readAgain();
  await own.readAgain();
  const { headers } = own.server.requests.at(-1) ?? expect.fail();
  expect(headers['if-none-match']).toBe('"1"');
  expect(headers['if-modified-since']).toBe('Mon, 02 Nov 2026 10:00:00 GMT');
  expect(await own.meetings()).toEqual(['Kickoff']);
  await api.database.db
    .update(connectionCalendars)
    .set({ readAt: new Date(Date.now() - 25 * 3_600_000).toISOString() })
    .where(eq(connectionCalendars.connectionId, own.id));
  await own.readAgain();
  expect(own.server.requests.at(-1)?.headers['if-none-match']).toBeUndefined();
});

test('an unchanged calendar with a new ETag is sent again only once', async () => {
  const own = await connectedCalendar(api);
  let etag = '"1"';
  own.server.answer = ({ headers }, response) => {
    if (headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, { etag }).end(calendar(event({ uid: 'one', start: inDays(3) })));
  };
  await own.readAgain();
  etag = '"2"';
  await own.readAgain();
  await own.readAgain();
  expect(own.server.requests.at(-1)?.headers['if-none-match']).toBe('"2"');
});

test('a calendar is polled every five minutes, or less often if it asks for that', async () => {
  const own = await connectedCalendar(api);
  await own.settled('idle');
  const minutes = async () => {
    const { nextTryAt, lastSeenAt } = await own.details();
    return Math.round((Date.parse(nextTryAt) - Date.parse(lastSeenAt ?? '')) / 60_000);
  };
  await expect.poll(minutes).toBe(5);
  own.server.answer = (_, response) =>
    response.end(calendar('REFRESH-INTERVAL;VALUE=DURATION:PT1M', event({ uid: 'one', start: inDays(3) })));
  await own.readAgain();
  await expect.poll(minutes).toBe(5);
  own.server.answer = (_, response) =>
    response.end(calendar('X-PUBLISHED-TTL:PT12H', event({ uid: 'two', start: inDays(3) })));
  await own.readAgain();
  await expect.poll(minutes).toBe(720);
  own.server.answer = (_, response) =>
    response
      .writeHead(200, { 'cache-control': 'private, max-age=3600' })
      .end(calendar(event({ uid: 'three', start: inDays(3) })));
  await own.readAgain();
  await expect.poll(minutes).toBe(60);
});

test.each<[string, Parameters<typeof answerWith>, RegExp]>([
  [
    'a URL that was withdrawn',
    [404, 'gone'],
    /has no calendar at the URL \(status 404\); copy its URL again/,
  ],
  ['a URL without access', [401, 'no'], /denies access to the calendar \(status 401\)/],
  ['a login page', [200, '<html>swordfish</html>'], /sends no calendar at the URL/],
  ['half a calendar', [200, calendar().slice(0, 30)], /sends a calendar without an end/],
  ['a broken server', [500, 'swordfish'], /answered with status 500 instead of the calendar/],
])('%s fails with what to do, and cancels nothing', async (_, answer, message) => {
  const own = await connectedCalendar(api, { events: [event({ uid: 'one', start: inDays(3) })] });
  await own.settled('idle');
  const seen = (await own.status()).lastSeenAt;
  own.server.answer = answerWith(...answer);
  await own.readAgain('failing');
  const { failure, lastSeenAt } = await own.status();
  expect(failure).toMatch(message);
  expect(failure).toMatch(/^127\.0\.0\.1:\d+ /);
  expect(lastSeenAt).toBe(seen);
  expect(await own.meetings()).toEqual(['Kickoff']);
});

function answerWith(status: number, text: string) {
  return (_: unknown, response: import('node:http').ServerResponse) => {
    response.writeHead(status).end(text);
  };
}

test('an event that cannot be read is counted with a reason that quotes nothing, and cancels nothing', async () => {
  const own = await connectedCalendar(api, {
    events: [
      event({ uid: 'one', start: inDays(3) }),
      event({ uid: 'two', start: inDays(4), summary: 'Two' }),
    ],
  });
  await own.settled('idle');
  await own.change(
    event({ uid: 'one', start: '20261345T250000Z-swordfish' }),
    event({ uid: 'two', start: inDays(4), summary: 'Two, renamed' }),
  );
  expect(await own.meetings()).toEqual(['Kickoff', 'Two, renamed']);
  const { seen, recorded, skipped, skippedReasons } = await own.details();
  expect([seen, recorded, skipped]).toEqual([2, 1, 1]);
  expect(Object.keys(skippedReasons)).toEqual(['has no valid date in DTSTART']);
});

test('a calendar of many meetings, compressed, is read as a whole', async () => {
  const events = Array.from({ length: 1_000 }, (_, index) =>
    event({ uid: `many-${index}`, start: inDays(-index), summary: `Meeting ${index}` }),
  );
  const own = await connectedCalendar(api);
  await own.settled('idle');
  own.server.answer = (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(calendar(...events)));
  await own.readAgain();
  expect(await own.status()).toMatchObject({ seen: 1_000, recorded: 1_000, skipped: 0 });
  expect(new Set(await own.meetings()).size).toBe(1_000);
});

test('no log line and no table shows the URL of a calendar', async () => {
  expect(await tablesWith(api.database, 'swordfish')).toEqual([]);
  expect(lines.join('')).toContain('a connection fails');
  expect(lines.join('')).not.toContain('swordfish');
});

test('the audit log has what a calendar records, revises and cancels, with the connection as author', async () => {
  const own = await connectedCalendar(api, { events: [event({ uid: 'one', start: inDays(3) })] });
  await own.settled('idle');
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
  const erased = event({ uid: 'erased@globex.example', start: inDays(3), summary: 'Erased' });
  const own = await connectedCalendar(api, { keep: 'all', events: [erased] });
  await own.settled('idle');
  const [meeting] = await stored(own.organization.id);
  const key = { organizationId: own.organization.id, id: String(meeting?.clientId) };
  const author = { actor: { systemUser: 'ann' }, operation: 'client.erase', requestId: key.id };
  await runToEnd(eraseClient(api.database.db, key, author, new AbortController().signal));
  await own.change(erased, event({ uid: 'two', start: inDays(4), summary: 'Another' }));
  expect(await own.meetings()).toEqual(['Another']);
  expect(await tablesWith(api.database, 'erased@globex.example')).toEqual([]);
});

/** Makes a user with this address and erases it everywhere. */
async function eraseEverywhere(organization: TestOrganization, address: string): Promise<void> {
  const { id } = await organization.user({ email: address });
  const key = { organizationId: organization.id, id };
  const author = { actor: { systemUser: 'ann' }, operation: 'user.erase', requestId: id };
  const options = { everywhere: true, author, signal: new AbortController().signal };
  await runToEnd(eraseUser(api.database.db, key, options));
}

test('a meeting in which a person was replaced is not written again by its calendar, or by one that takes over', async () => {
  const address = 'pia-erased@acme.example';
  const named = { uid: 'seven', start: inDays(3), summary: `Named ${address}` };
  const own = await connectedCalendar(api, { keep: 'all', events: [event(named)] });
  await own.settled('idle');
  const { organization } = own;
  const other = await connectedCalendar(api, { organization, keep: 'all', events: [event(named)] });
  await other.settled('idle');
  await eraseEverywhere(organization, address);
  await own.change(event({ ...named, start: inDays(5) }), event({ uid: 'two', start: inDays(4) }));
  expect(await own.meetings()).toEqual(['Named [erased]', 'Kickoff']);
  await deleteConnection(organization.db, own.id);
  await other.change(event({ ...named, start: inDays(6) }));
  expect(await other.meetings()).toEqual(['Named [erased]', 'Kickoff']);
  expect(await tablesWith(api.database, address)).toEqual([]);
});

test('a meeting whose id names an erased person stays as it is, whatever its calendar says later', async () => {
  const address = 'lee-erased@acme.example';
  const named = { uid: `7-${address}`, start: inDays(3), summary: 'Named' };
  const own = await connectedCalendar(api, { keep: 'all', events: [event(named)] });
  await own.settled('idle');
  await eraseEverywhere(own.organization, address);
  expect(await tablesWith(api.database, address)).toEqual([]);
  await own.change(event({ ...named, summary: 'Changed' }), event({ uid: 'two', start: inDays(4) }));
  expect(await own.meetings()).toEqual(['Named', 'Kickoff']);
  await own.change(event({ uid: 'two', start: inDays(4) }));
  expect(await own.meetings()).toEqual(['Named', 'Kickoff']);
  expect(await tablesWith(api.database, address)).toEqual([]);
});
