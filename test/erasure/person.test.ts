import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { recordActivities } from '../../src/activities/record.ts';
import { activities } from '../../src/activities/table.ts';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { connectionMeetings } from '../../src/connections/calendar/table.ts';
import { connections } from '../../src/connections/table.ts';
import { newId } from '../../src/core/db/id.ts';
import { neverAborted } from '../../src/core/timeouts.ts';
import { erasePerson } from '../../src/erasure/person.ts';
import { finishJob } from '../../src/insights/jobs.ts';
import { leaseJobs } from '../../src/insights/leases.ts';
import { noExplanation } from '../../src/insights/schemas.ts';
import { insightJobs, insightSummaries } from '../../src/insights/table.ts';
import { createToken } from '../../src/tokens/queries.ts';
import { users } from '../../src/users/table.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { openCli } from '../support/cli.ts';
import { newConnection } from '../support/connections.ts';
import { computeCards, email, knowMeetings, newMark, refuse } from '../support/erasure.ts';
import { auditOf, generous } from '../support/rules.ts';
import { tablesWith } from '../support/tables-with.ts';
import { justNow } from '../support/timeouts.ts';
import { addTwin } from '../support/twin.ts';

const api = await startApi(generous);
const { db } = api.database;
const { cli, json } = await openCli(api);

/** An organization with a client, to whose mail a person named like the mark belongs, and cards of it. */
async function furnished(namesakes: string[] = []) {
  const organization = await api.organization();
  const { slug, token, db: tenant } = organization;
  const mark = newMark();
  const address = `ann.${mark}@home.example`;
  const client = await organization.client({ name: 'Globex', domain: 'globex.example' });
  await createRule(tenant, { integration: 'gmail', domain: 'globex.example' });
  const content = ['Great work, we are very happy, thank you Ann\n', `${mark}!`, ...namesakes].join('');
  await recordActivities(tenant, 'gmail', [
    email({
      participants: ['pat@globex.example', address, ...namesakes],
      participantNames: ['Pat', 'Annie', ...namesakes.map(() => '')],
      content,
    }),
    email({ participants: [address, 'pat@globex.example'], subject: `From ${address.toUpperCase()}` }),
  ]);
  await computeCards(api, organization);
  const pick = { activityId: newId(), quote: mark, about: mark };
  await tenant.update(insightSummaries, { picks: { sent: '', wins: [pick], frictions: [] } });
  const erasing = ['person', 'erase', '--org', slug, '--email', address];
  const named = [...erasing, '--name', `Ann ${mark}`];
  return { organization, slug, token, mark, address, client, erasing, named };
}

/** Makes the person a user with a key and a mailbox, and names the person in each table. */
async function asUser({ organization, slug, token, mark, address }: Awaited<ReturnType<typeof furnished>>) {
  const { db: tenant } = organization;
  await organization.user({ email: `colleague-${mark.slice(0, 8)}@home.example` });
  const names = ['--first-name', 'Ann', '--last-name', mark];
  const user = await json('user', 'create', '--org', slug, '--email', address, ...names);
  const values = { userId: user.id, permissions: [], name: `Ann ${mark}`, expiresAt: null };
  const key = await createToken(tenant, values);
  const mailbox = await newConnection(organization.db, { settings: { host: 'imap.example', user: address } });
  await json('token', 'create', '--org', slug, '--name', `laptop of ${mark}, Ann`);
  const { id: connectionId } = await newConnection(organization.db, {
    settings: { host: 'imap.example', user: 'kim@home.example' },
  });
  await knowMeetings(organization, connectionId, [
    { sourceId: `1.${address}`, uid: address },
    { sourceId: 'sha256:ab', uid: `long-${address}` },
    { sourceId: 'another', uid: 'another' },
  ]);
  await tenant.update(connections, { failure: `no mailbox ${address}` }, eq(connections.id, connectionId));
  const headers = { 'idempotency-key': 'key' };
  await api.post('/v1/clients', { token, headers, body: { name: `Ann\n${mark} Inc` } });
  return { user, key, mailbox };
}

const erasuresOf = async (organization: TestOrganization) =>
  (await auditOf(organization)).filter(({ operation }) => operation === 'person.erase');

test('a contact of a client is erased from its activities, and its cards are computed anew', async () => {
  const { organization, token, mark, client, named } = await furnished();
  const path = `/v1/clients/${client.id}/dashboards/default`;
  const before = await api.get(path, { token });
  // Others' domains do not decide which address takes the place of the person's.
  const other = await api.organization();
  await other.user({ email: `${mark.slice(0, 9)}@home.example` });
  await other.client({ domain: 'home.example' });
  await createRule(other.db, { integration: 'zoom', domain: 'home.example' });
  expect(await json(...named)).toEqual({
    activities: 2,
    auditEntries: 0,
    clients: 0,
    connectionMeetings: 0,
    connections: 0,
    idempotencyKeys: 0,
    tokens: 0,
    users: 0,
  });
  expect(await tablesWith(api.database, mark)).toEqual([]);
  const isReplaced = sql`'erased@erased.invalid' = any(${activities.participants})`;
  expect(await organization.db.count(activities, isReplaced)).toBe(2);
  const headers = { 'if-none-match': String(before.headers.etag) };
  const dropped = await api.get(path, { token, headers });
  expect(dropped.status).toBe(200);
  expect(dropped.text).not.toContain(mark);
  const isDue = sql`${insightJobs.dueAt} <= now() and ${insightJobs.activitiesChanged}`;
  expect(await organization.db.count(insightJobs, isDue)).toBe(1);
  const resource = `organization/${organization.id}`;
  expect(await erasuresOf(organization)).toMatchObject([{ resource, before: null, after: null }]);
});

test.each(['client', 'rule'])('the placeholder keeps the domain of a %s', async (kind) => {
  const { organization, named } = await furnished();
  if (kind === 'client') await organization.client({ domain: 'home.example' });
  else await createRule(organization.db, { integration: 'zoom', domain: 'home.example' });
  await json(...named);
  const isReplaced = sql`'erased@home.example' = any(${activities.participants})`;
  expect(await organization.db.count(activities, isReplaced)).toBe(2);
});

test('a worker that read the person before stores no card', async () => {
  const { organization, mark, client, named } = await furnished();
  const scope = { organizationId: organization.id };
  await organization.db.update(insightJobs, { dueAt: justNow, activitiesChanged: true });
  const [job] = await leaseJobs(db, randomUUID(), scope, 1);
  await json(...named);
  const cards = { 'client-health': mark, 'wins-and-traction': mark, 'frictions-and-risks': mark };
  const figures = { verdict: 'Healthy' as const, wins: 0, frictions: 0 };
  const summary = { ...figures, owedSince: null, lastContactAt: null };
  const result = { cards, summary, explanation: noExplanation, threads: [] };
  const at = { asOf: '2026-06-10T00:00:00.000Z', computedAt: '2026-06-10T00:00:00.000Z' };
  const computed = { result, revision: job?.revision ?? 0, ...at, refreshInMs: 1_000 };
  expect(await finishJob(db, job ?? expect.fail(client.id), computed)).toBe(false);
  expect(await tablesWith(api.database, mark)).toEqual([]);
});

test('a user is erased with tokens and mailboxes, by the name that the row has, from every table', async () => {
  const before = await furnished();
  const { organization, slug, token, mark, erasing } = before;
  const { user, key, mailbox } = await asUser(before);
  expect((await tablesWith(api.database, mark)).sort()).toEqual([
    'activities',
    'audit_entries',
    'clients',
    'connection_meetings',
    'connections',
    'idempotency_keys',
    'insight_summaries',
    'insights',
    'tokens',
    'users',
  ]);
  expect(await json(...erasing)).toEqual({
    activities: 2,
    auditEntries: 1,
    clients: 1,
    connectionMeetings: 2,
    connections: 2,
    idempotencyKeys: 1,
    tokens: 2,
    users: 1,
  });
  expect(await tablesWith(api.database, mark)).toEqual([]);
  expect(await tablesWith(api.database, user.id)).toEqual(['audit_entries']);
  expect((await api.get(`/v1/users/${user.id}`, { token })).status).toBe(404);
  expect((await api.get('/v1/clients', { token: key.token })).status).toBe(401);
  expect(await json('connection', 'list', '--org', slug)).toHaveLength(1);
  const entries = await erasuresOf(organization);
  expect(entries.map(({ resource }) => resource).sort()).toEqual(
    [`users/${user.id}`, `connections/${mailbox.id}`].sort(),
  );
  for (const entry of entries) expect(entry).toMatchObject({ before: null, after: null });
});

test('addresses of others stay, and the placeholder keeps the domain of colleagues', async () => {
  const namesake = `jo${newMark()}@home.example`;
  const before = await furnished([namesake]);
  const { organization, named } = before;
  await asUser(before);
  await json(...named);
  const { subject, content, participants, participantNames } = activities;
  const columns = { subject, content, participants, participantNames };
  const rows = await organization.db.select(columns, activities).orderBy(subject);
  expect(rows).toEqual([
    expect.objectContaining({
      subject: 'From erased@home.example',
      participants: ['erased@home.example', 'pat@globex.example'],
      participantNames: [],
    }),
    {
      subject: 'Renewal',
      content: `Great work, we are very happy, thank you [erased]!${namesake}`,
      participants: ['pat@globex.example', 'erased@home.example', namesake],
      participantNames: ['Pat', '', ''],
    },
  ]);
});

test('ids that contain the person are replaced, and copies are still duplicates', async () => {
  const { organization, mark, address, named } = await furnished();
  const forms = [address, address.toUpperCase(), address.replace('@', '%40'), address.replace('@', '=')];
  const mails = [...forms.map((form) => `1.${form}`), `crm-Ann ${mark}`].map((sourceId) => ({
    ...email({ participants: ['kim@globex.example'] }),
    sourceId,
  }));
  await recordActivities(organization.db, 'gmail', mails);
  const { id: connectionId } = await newConnection(organization.db, {
    settings: { host: 'imap.example', user: 'kim@home.example' },
  });
  await knowMeetings(organization, connectionId, [
    { sourceId: `1.${address}`, uid: address },
    { sourceId: 'another', uid: 'another' },
  ]);
  expect(await json(...named)).toMatchObject({ activities: 7, connectionMeetings: 1 });
  expect(await tablesWith(api.database, mark)).toEqual([]);
  expect(await organization.db.count(connectionMeetings)).toBe(1);
  const again = await recordActivities(organization.db, 'gmail', mails);
  expect(again).toMatchObject({ imported: 0, duplicates: 5 });
});

test('an earlier user with the same address is erased, too, and nothing of an organization that has the same ids', async () => {
  const before = await furnished();
  const { slug, mark, address } = before;
  const { user } = await asUser(before);
  await json('user', 'delete', '--org', slug, user.id);
  await json('user', 'create', '--org', slug, '--email', address, '--first-name', 'Ann', '--last-name', mark);
  await addTwin(api.database, before.organization.id);
  expect(await json(...before.named)).toMatchObject({ users: 2 });
});

test('an erasure keeps no domain of users in another organization, and remembers no message of one with the same ids', async () => {
  const organization = await api.organization();
  const domain = `${newMark()}.example`;
  const address = `ann@${domain}`;
  await (await api.organization()).user({ email: `kim@${domain}` });
  await recordActivities(organization.db, 'gmail', [email({ participants: [address] })]);
  await addTwin(api.database, organization.id, { activities: { source_id: 'of the twin' } });
  await json('person', 'erase', '--yes', '--org', organization.slug, '--email', address);
  const { participants } = activities;
  expect(await organization.db.select({ participants }, activities)).toEqual([
    { participants: ['erased@erased.invalid'] },
  ]);
  const other = { ...email({ participants: [] }), sourceId: 'of the twin' };
  expect(await recordActivities(organization.db, 'gmail', [other])).toMatchObject({ imported: 1 });
});

test('an erasure that fails at each of its writes in turn is completed by the next one', async () => {
  const before = await furnished();
  const { organization, mark, erasing } = before;
  await asUser(before);
  // In this order, so that each run gets further than the one before.
  for (const write of [
    ['users', 'update'],
    ['tokens', 'delete'],
    ['connections', 'delete'],
    ['connection_meetings', 'delete'],
    ['connections', 'update'],
    ['erased_activities', 'insert'],
    ['activities', 'update'],
    ['insight_jobs', 'update'],
    ['insights', 'delete'],
    ['insight_summaries', 'delete'],
    ['clients', 'update'],
    ['tokens', 'update'],
    ['idempotency_keys', 'delete'],
    ['audit_entries', 'update'],
    ['users', 'delete'],
  ] as const) {
    const allow = await refuse(api, organization, write);
    const { code } = await cli(erasing);
    await allow();
    expect([write, code]).toEqual([write, 1]);
    // As a worker does in between, which must not bring the name back.
    await computeCards(api, organization);
  }
  await json(...erasing);
  await computeCards(api, organization);
  expect(await tablesWith(api.database, mark)).toEqual([]);
});

test('a key that is made for the user while the erasure runs goes, too', async () => {
  const { db: tenant, ...organization } = await api.organization();
  const { id: userId } = await organization.user({ email: 'ann@home.example' });
  const author = { actor: { systemUser: 'test' }, operation: 'person.erase', requestId: randomUUID() };
  const erasing = erasePerson(tenant, { email: 'ann@home.example' }, author, neverAborted);
  await erasing.next();
  await createToken(tenant, { userId, permissions: [], name: null, expiresAt: null });
  for (let step = await erasing.next(); !step.done; ) step = await erasing.next();
  expect(await tenant.count(users)).toBe(0);
});

test('names that grow by the placeholder still fit', async () => {
  const { organization, slug, token, erasing } = await furnished();
  const name = 'A B '.repeat(63).trim();
  const { id } = await organization.client({ name });
  await json(...erasing, '--name', 'A B');
  const { status, body } = await api.get(`/v1/clients/${id}`, { token });
  expect([status, [...body.data.name].length]).toEqual([200, 255]);
  expect(await cli(['person', 'erase', '--org', slug, '--email', 'a@b.example', '--name', 'Ann'])).toEqual({
    code: 2,
    out: '',
    err: expect.stringContaining('--name: must be a first and a last name, such as "Ann Okafor"'),
  });
});

test('on a terminal the address must be typed again, unless there is --yes', async () => {
  const { erasing, address } = await furnished();
  const prompts: string[] = [];
  const ask = async (prompt: string) => {
    prompts.push(prompt);
    return address;
  };
  const { code, err } = await cli(erasing, { ask });
  expect(code).toBe(0);
  expect(prompts).toEqual([expect.stringMatching(`^This erases ${address} from .* for good\\. Type `)]);
  expect(err).toMatch(/^note: .*backups/);
  const notAsked = () => Promise.reject(new Error('not asked'));
  expect((await cli([...erasing, '--yes'], { ask: notAsked })).code).toBe(0);
});
