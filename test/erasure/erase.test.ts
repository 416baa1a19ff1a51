import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { recordActivities } from '../../src/activities/record.ts';
import { activities } from '../../src/activities/table.ts';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { clients } from '../../src/clients/table.ts';
import { connectionMeetings } from '../../src/connections/calendar/table.ts';
import { createConnection } from '../../src/connections/queries.ts';
import { connectionDomains, connections } from '../../src/connections/table.ts';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import { insightJobs } from '../../src/insights/table.ts';
import { workOnce } from '../../src/insights/work.ts';
import { createLog } from '../../src/log.ts';
import { createToken } from '../../src/tokens/queries.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { openCli } from '../support/cli.ts';
import { connectionServices } from '../support/connections.ts';
import { refuseWrites } from '../support/refuse-writes.ts';
import { auditOf, generous } from '../support/rules.ts';
import { tablesWith } from '../support/tables-with.ts';
import { addTwin } from '../support/twin.ts';

const api = await startApi(generous);
const { db } = api.database;
const { cli, json, directory } = await openCli(api);
const services = connectionServices(api.database);

/** Runs a command whose words have no spaces. */
const command = (line: string) => json(...line.split(' '));

/** A word that nothing else in the database contains. */
const newMark = () => `mark${randomUUID().replaceAll('-', '')}`;

/** Computes all cards of an organization. */
async function computeCards({ id }: TestOrganization): Promise<void> {
  const log = createLog({ logLevel: 'silent' });
  const work = { db, engine: builtInEngine, log };
  const scope = { organizationId: id };
  while (await workOnce(work, scope, () => new Date('2026-06-10T00:00:00Z'), new AbortController().signal));
}

const email = (fields: { participants: string[]; subject?: string; content?: string; names?: string[] }) => ({
  ...{ sourceId: randomUUID(), type: 'email' as const, occurredAt: '2026-06-01T12:00:00.000Z' },
  subject: fields.subject ?? 'Renewal',
  content: fields.content ?? 'Thank you, this is great work and we are very happy with it.',
  participants: fields.participants,
  participantNames: fields.names ?? [],
  ...{ archivedAt: null, isMail: true as const },
});

/** A connection of an organization. */
function newConnection({ db: tenant }: TestOrganization, user: string) {
  const settings = { host: 'imap.example', user };
  const values = {
    type: 'imap',
    integration: 'gmail',
    settings,
    keep: 'clients',
    allowPrivate: false,
  } as const;
  return createConnection(tenant, values, 'swordfish', services.secrets);
}

/** Makes a calendar know meetings of these ids. */
function knowMeetings(
  { db: tenant }: TestOrganization,
  connectionId: string,
  ids: { sourceId: string; uid: string }[],
) {
  const common = {
    connectionId,
    fingerprint: '00',
    occurredAt: '2026-06-01T12:00:00.000Z',
    takesPlace: true,
  };
  const rows = ids.map((each) => ({ ...common, ...each }));
  return tenant.insert(connectionMeetings, rows, { uid: connectionMeetings.uid });
}

/** An organization with a client whose mark is in every table that holds data of clients. */
async function furnished() {
  const organization = await api.organization();
  const { token, slug, db: tenant, id: organizationId } = organization;
  const mark = newMark();
  const domain = `${mark}.example`;
  const created = await api.post('/v1/clients', {
    token,
    body: { name: `${mark} Inc`, domain },
    headers: { 'idempotency-key': 'key' },
  });
  const { id } = created.body.data;
  await command(`rule create --org ${slug} --integration gmail --domain ${domain}`);
  await command(`rule create --org ${slug} --integration zoom --domain sub.${domain} --client ${id}`);
  const own = { participants: [`pat@${domain}`, 'ann@home.example'], names: [`Pat ${mark}`, ''] };
  const mails = [email({ ...own, subject: mark, content: `Great work, ${mark}!` }), email(own)];
  await recordActivities(tenant, 'gmail', mails);
  // Unassigned, since no rule is for this integration.
  await recordActivities(tenant, 'slack', [email(own)]);
  const { id: connectionId } = await newConnection(organization, 'ann@home.example');
  await tenant.insert(
    connectionDomains,
    [{ connectionId, mailbox: 'INBOX', domain, messages: 3, latestAt: '2026-06-01T12:00:00.000Z' }],
    { domain: connectionDomains.domain },
  );
  await knowMeetings(organization, connectionId, [{ sourceId: mails[0]?.sourceId ?? '', uid: mark }]);
  await computeCards(organization);
  return { organization, organizationId, token, slug, tenant, mark, domain, id, mails };
}

const erase = (slug: string, id: string) => json('client', 'erase', '--yes', '--org', slug, id);

test('after the erasure of a client no table has its name, domain, people or content', async () => {
  const { organization, slug, mark, id, token } = await furnished();
  const paths = [`/v1/clients/${id}`, `/v1/clients/${id}/dashboards/default`, `/v1/clients/${id}/activities`];
  const before = await Promise.all(paths.map((path) => api.get(path, { token })));
  expect(before.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await tablesWith(api.database, mark)).sort()).toEqual([
    'activities',
    'assignment_rules',
    'audit_entries',
    'clients',
    'connection_domains',
    'connection_meetings',
    'idempotency_keys',
    'insights',
  ]);
  expect(await erase(slug, id)).toEqual({
    id,
    activities: 3,
    countedDomains: 1,
    idempotencyKeys: 1,
    auditValues: 2,
  });
  expect(await tablesWith(api.database, mark)).toEqual([]);
  expect(await tablesWith(api.database, id)).toEqual(['audit_entries']);
  // Nor does an entity tag bring it back.
  for (const [at, path] of paths.entries()) {
    const headers = { 'if-none-match': String(before[at]?.headers.etag) };
    expect((await api.get(path, { token, headers })).status).toBe(404);
  }
  await computeCards((await furnished()).organization);
  expect(await tablesWith(api.database, mark)).toEqual([]);
  // The audit log keeps that a client was erased, by whom, and nothing of it.
  const entries = (await auditOf(organization)).filter(({ operation }) => /^(client|rule)\./.test(operation));
  const erasure = { operation: 'client.erase', resource: `clients/${id}`, systemUser: expect.any(String) };
  expect(entries).toContainEqual(expect.objectContaining(erasure));
  expect(entries).toHaveLength(3);
  for (const entry of entries) expect(entry).toMatchObject({ before: null, after: null });
});

test('a client that was deleted before can be erased, one of another organization cannot', async () => {
  const { slug, mark, id } = await furnished();
  const other = await api.organization();
  expect((await cli(['client', 'erase', '--yes', '--org', other.slug, id])).code).toBe(1);
  await json('client', 'delete', '--org', slug, id);
  expect(await tablesWith(api.database, mark)).not.toEqual([]);
  await erase(slug, id);
  expect(await tablesWith(api.database, mark)).toEqual([]);
  expect(await cli(['client', 'erase', '--yes', '--org', slug, id])).toMatchObject({ code: 1 });
});

test('what belongs to others stays: their clients, activities, rules, and shared and free-mail domains', async () => {
  const organization = await api.organization();
  const { slug, db: tenant } = organization;
  const domain = `${newMark()}.example`;
  const erased = await organization.client({ name: 'Erased', domain });
  const twin = await organization.client({ name: 'Twin', domain });
  const free = await organization.client({ name: 'Free', domain: 'gmail.com' });
  await createRule(tenant, { integration: 'zoom', domain: 'other.example' });
  await recordActivities(tenant, 'slack', [
    email({ participants: [`pat@${domain}`] }),
    email({ participants: ['kim@gmail.com'] }),
  ]);
  await erase(slug, erased.id);
  await erase(slug, free.id);
  const left = await db
    .select({ id: clients.id })
    .from(clients)
    .where(eq(clients.organizationId, organization.id));
  expect(left).toEqual([{ id: twin.id }]);
  expect(await db.$count(activities, eq(activities.organizationId, organization.id))).toBe(2);
  expect(await json('rule', 'list', '--org', slug)).toHaveLength(1);
});

test('erased mail is not imported again, unless asked for; a new message with its id is', async () => {
  const { slug, domain, id, mark, tenant, mails, organizationId } = await furnished();
  await erase(slug, id);
  const file = join(directory, `${mark}.jsonl`);
  const lines = mails.map(({ sourceId, isMail: _, participantNames: __, ...fields }) => ({
    id: sourceId,
    ...fields,
  }));
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  const importing = ['import', '--org', slug, '--integration', 'gmail', file];
  expect(await json(...importing)).toMatchObject({ imported: 0, duplicates: 2 });
  // A connection records mail again after its server forgot the positions.
  expect(await recordActivities(tenant, 'gmail', mails)).toMatchObject({ imported: 0 });
  expect(await tablesWith(api.database, domain)).toEqual([]);
  const [first] = mails;
  if (!first) throw new Error('There is no mail.');
  const reused = { ...first, subject: 'Another', occurredAt: '2026-07-01T12:00:00.000Z' };
  expect(await recordActivities(tenant, 'gmail', [reused])).toMatchObject({ imported: 1 });
  await db.delete(activities).where(eq(activities.organizationId, organizationId));
  expect(await json(...importing, '--with-erased')).toMatchObject({ imported: 2, duplicates: 0 });
  expect(await json(...importing)).toMatchObject({ imported: 0, duplicates: 2 });
  rmSync(file);
});

/** Refuses one kind of write of an organization, until the returned function is called. */
function refuse({ id }: TestOrganization, [on, before]: readonly [string, 'insert' | 'update' | 'delete']) {
  const row = before === 'insert' ? 'new' : 'old';
  return refuseWrites(api.database, { on, before, when: `${row}.organization_id = '${id}'` });
}

test('an erasure of a client that fails at each of its writes in turn hides the client, and is completed', async () => {
  const { organization, slug, mark, id, token, organizationId } = await furnished();
  // In this order, so that each run gets further than the one before.
  for (const write of [
    ['activities', 'delete'],
    ['erased_activities', 'insert'],
    ['connection_domains', 'delete'],
    ['idempotency_keys', 'delete'],
    ['audit_entries', 'update'],
    ['connection_meetings', 'delete'],
    ['insight_jobs', 'delete'],
    ['insights', 'delete'],
    ['insight_summaries', 'delete'],
    ['assignment_rules', 'delete'],
    ['clients', 'delete'],
  ] as const) {
    const allow = await refuse(organization, write);
    const { code } = await cli(['client', 'erase', '--yes', '--org', slug, id]);
    await allow();
    expect([write, code]).toEqual([write, 1]);
    expect((await api.get(`/v1/clients/${id}`, { token })).status).toBe(404);
  }
  await erase(slug, id);
  expect(await tablesWith(api.database, mark)).toEqual([]);
  expect(await db.$count(insightJobs, eq(insightJobs.organizationId, organizationId))).toBe(0);
});

test('an interrupted erasure of a client still knows the domains of rules that its deletion unwired', async () => {
  const { slug, mark, id, organizationId } = await furnished();
  const domain = `${mark}.other.example`;
  await command(`rule create --org ${slug} --integration zoom --domain ${domain} --client ${id}`);
  await command(`client delete --org ${slug} ${id}`);
  // Its values have the domain, and no id of the client.
  const rule = await command(`rule create --org ${slug} --integration slack --domain ${domain}`);
  await command(`rule delete --org ${slug} ${rule.id}`);
  // Entries are cleared in the order of time, so the one of the deletion comes before.
  const allow = await refuseWrites(api.database, {
    on: 'audit_entries',
    before: 'update',
    when: `old.organization_id = '${organizationId}' and old.resource = 'rules/${rule.id}'`,
  });
  expect((await cli(['client', 'erase', '--yes', '--org', slug, id])).code).toBe(1);
  await allow();
  await erase(slug, id);
  expect(await tablesWith(api.database, mark)).toEqual([]);
});

test('more activities than fit in a batch are erased', async () => {
  const { slug, id, tenant, domain, organizationId } = await furnished();
  const mails = Array.from({ length: 999 }, () => email({ participants: [`pat@${domain}`] }));
  await recordActivities(tenant, 'gmail', mails);
  expect(await erase(slug, id)).toMatchObject({ activities: 1_002 });
  expect(await db.$count(activities, eq(activities.organizationId, organizationId))).toBe(0);
});

test('unassigned activities are erased whatever the number of their integrations', async () => {
  const organization = await api.organization();
  const domain = `${newMark()}.example`;
  const { id } = await organization.client({ name: 'Erased', domain });
  const rows = Array.from({ length: 101 }, (_, number) => {
    const { isMail: _isMail, ...fields } = email({ participants: [`pat@${domain}`] });
    return { ...fields, id: randomUUID(), source: `source-${number}`, immutable: true };
  });
  await organization.db.insert(activities, rows, { id: activities.id });
  expect(await erase(organization.slug, id)).toMatchObject({ activities: 101 });
});

/** An organization with a user named like the mark, who wrote to a client and has a key and a mailbox. */
async function furnishedUser({ hasNamesake = false } = {}) {
  const organization = await api.organization();
  const { slug, token, db: tenant } = organization;
  const mark = newMark();
  const address = `ann.${mark}@home.example`;
  await organization.user({ email: `colleague-${mark.slice(0, 8)}@home.example` });
  const names = ['--first-name', 'Ann', '--last-name', mark];
  const user = await json('user', 'create', '--org', slug, '--email', address, ...names);
  const values = { userId: user.id, permissions: [], name: `Ann ${mark}`, expiresAt: null };
  const key = await createToken(tenant, values);
  await json('token', 'create', '--org', slug, '--user', address, '--name', `laptop of Ann ${mark}`);
  await newConnection(organization, address);
  const client = await organization.client({ name: 'Globex', domain: 'globex.example' });
  await createRule(tenant, { integration: 'gmail', domain: 'globex.example' });
  const namesake = hasNamesake ? [`jo${address}`] : [];
  const content = ['Great work, we are very happy, thank you Ann\n', `${mark}!`, ...namesake].join('');
  const [one, two] = [`pat@globex.example`, address];
  await recordActivities(tenant, 'gmail', [
    email({
      participants: [one, two, ...namesake],
      names: ['Pat', `Ann ${mark}`, ...namesake.map(() => '')],
      content,
    }),
    email({ participants: [two, one], subject: `From ${address.toUpperCase()}` }),
  ]);
  await computeCards(organization);
  return { organization, slug, token, mark, address, user, key, client };
}

test('an erased user is left only in the activities of clients', async () => {
  const { organization, slug, token, mark, user, key, client } = await furnishedUser();
  const path = `/v1/clients/${client.id}/dashboards/default`;
  const before = await api.get(path, { token });
  expect(await json('user', 'erase', '--yes', '--org', slug, user.id)).toEqual({
    id: user.id,
    tokens: 2,
    connections: 1,
    activities: 0,
    idempotencyKeys: 0,
    auditValues: 1,
  });
  expect(await tablesWith(api.database, mark)).toEqual(['activities']);
  expect(await tablesWith(api.database, user.id)).toEqual(['audit_entries']);
  expect((await api.get(`/v1/users/${user.id}`, { token })).status).toBe(404);
  expect((await api.get('/v1/clients', { token: key.token })).status).toBe(401);
  // The cards are computed again, without what they said of the user.
  const headers = { 'if-none-match': String(before.headers.etag) };
  const dropped = await api.get(path, { token, headers });
  expect(dropped.status).toBe(200);
  expect(dropped.text).not.toContain(mark);
  expect(
    await db.$count(insightJobs, and(eq(insightJobs.organizationId, organization.id), sql`due_at <= now()`)),
  ).toBe(1);
});

test('each connection deleted with its user has an audit entry without values', async () => {
  const { organization, slug, address, user } = await furnishedUser();
  const { id } = await newConnection(organization, address);
  expect(await json('user', 'erase', '--yes', '--org', slug, user.id)).toMatchObject({ connections: 2 });
  const entries = (await auditOf(organization)).filter(({ operation }) => operation === 'user.erase');
  expect(entries.map(({ resource }) => resource)).toEqual(
    expect.arrayContaining([`users/${user.id}`, `connections/${id}`]),
  );
  expect(entries).toHaveLength(3);
  for (const entry of entries) expect(entry).toMatchObject({ before: null, after: null });
});

test('an erasure changes nothing of an organization that has the same ids', async () => {
  const { organization: first, slug, id } = await furnished();
  await addTwin(api.database, first.id);
  await erase(slug, id);
  const { organization: second, user, address } = await furnishedUser();
  const { id: connectionId } = await newConnection(second, 'kim@home.example');
  await knowMeetings(second, connectionId, [{ sourceId: `1.${address}`, uid: address }]);
  await failWith(second, connectionId, `no mailbox ${address}`);
  await json('token', 'create', '--org', second.slug, '--name', `laptop of ${address}`);
  await addTwin(api.database, second.id);
  await json('user', 'erase', '--yes', '--everywhere', '--org', second.slug, user.id);
});

test('an earlier, deleted user with the same address is erased, too', async () => {
  const { slug, mark, address, user } = await furnishedUser();
  await json('user', 'delete', '--org', slug, user.id);
  const names = ['--first-name', 'Ann', '--last-name', mark];
  const again = await json('user', 'create', '--org', slug, '--email', address, ...names);
  await json('user', 'erase', '--yes', '--everywhere', '--org', slug, again.id);
  expect(await tablesWith(api.database, mark)).toEqual([]);
});

test('audit entries of a longer domain, and of a longer address, keep their values', async () => {
  const { organization, slug, mark, address, user } = await furnishedUser();
  const domain = `${mark}.example`;
  const { id } = await organization.client({ name: 'Globex', domain });
  const rule = ['rule', 'create', '--org', slug, '--integration', 'slack', '--domain'];
  await json(...rule, `${domain}.com`);
  await json('token', 'create', '--org', slug, '--name', `jo${address}`);
  await erase(slug, id);
  await json('user', 'erase', '--yes', '--org', slug, user.id);
  const kept = (await auditOf(organization)).map(({ after }) => JSON.stringify(after));
  expect(kept).toContainEqual(expect.stringContaining(`"${domain}.com"`));
  expect(kept).toContainEqual(expect.stringContaining(`"jo${address}"`));
});

const everywhere = ['--everywhere'];
const begin = [
  ['users', 'update'],
  ['tokens', 'update'],
  ['connections', 'delete'],
] as const;
const cards = [
  ['insight_jobs', 'update'],
  ['insights', 'delete'],
  ['insight_summaries', 'delete'],
] as const;
const end = [
  ['idempotency_keys', 'delete'],
  ['audit_entries', 'update'],
  ['tokens', 'delete'],
  ['users', 'delete'],
] as const;
const texts = [
  ['erased_activities', 'insert'],
  ['connection_meetings', 'delete'],
  ['activities', 'update'],
] as const;
const names = [
  ['tokens', 'update'],
  ['connections', 'update'],
  ['clients', 'update'],
] as const;

test.each([
  { runs: [], last: [], writes: [...begin, ...cards, ...end] },
  { runs: [], last: everywhere, writes: [...begin, ...cards, ...end] },
  { runs: everywhere, last: everywhere, writes: [...begin, ...texts, ...cards, ...names, ...end] },
])(
  'an erasure of a user that fails at each of its writes in turn is completed: $runs, then $last',
  async ({ runs, last, writes }) => {
    const { organization, slug, mark, address, user, token } = await furnishedUser();
    const { id: connectionId } = await newConnection(organization, 'kim@home.example');
    await knowMeetings(organization, connectionId, [{ sourceId: `1.${address}`, uid: address }]);
    await failWith(organization, connectionId, `no mailbox ${address}`);
    await json('token', 'create', '--org', slug, '--name', `laptop of Ann ${mark}`);
    const headers = { 'idempotency-key': `for-${address}` };
    await api.post('/v1/clients', { token, headers, body: { name: `Globex (${address})` } });
    const words = ['user', 'erase', '--yes', '--org', slug, user.id];
    // In this order, so that each run gets further than the one before.
    for (const write of writes) {
      const allow = await refuse(organization, write);
      const { code } = await cli([...words, ...runs]);
      await allow();
      expect([write, code]).toEqual([write, 1]);
      // As a worker does in between, which must not bring the name back.
      await computeCards(organization);
    }
    await json(...words, ...last);
    if (last === everywhere) await computeCards(organization);
    const mentions = ['activities', 'clients', 'connection_meetings', 'connections', 'tokens'];
    expect((await tablesWith(api.database, mark)).sort()).toEqual(last === everywhere ? [] : mentions);
  },
);

/** Gives a connection the error that its server answered. */
const failWith = ({ id }: TestOrganization, connectionId: string, failure: string) =>
  db
    .update(connections)
    .set({ failure })
    .where(and(eq(connections.organizationId, id), eq(connections.id, connectionId)));

test('erasing a user everywhere replaces that person and nobody else', async () => {
  const { organization, slug, address, user } = await furnishedUser({ hasNamesake: true });
  await json('user', 'erase', '--yes', '--everywhere', '--org', slug, user.id);
  const { subject, content, participants, participantNames } = activities;
  const rows = await db
    .select({ subject, content, participants, participantNames })
    .from(activities)
    .where(eq(activities.organizationId, organization.id))
    .orderBy(subject);
  expect(rows).toEqual([
    expect.objectContaining({
      subject: 'From [erased]',
      participants: ['erased@home.example', 'pat@globex.example'],
      participantNames: [],
    }),
    {
      subject: 'Renewal',
      content: `Great work, we are very happy, thank you [erased]!jo${address}`,
      participants: ['pat@globex.example', 'erased@home.example', `jo${address}`],
      participantNames: ['Pat', '', ''],
    },
  ]);
});

test('ids, keys and names that contain the address are erased everywhere, and copies are still duplicates', async () => {
  const { organization, slug, token, mark, address, user } = await furnishedUser();
  const { db: tenant, id: organizationId } = organization;
  const forms = [address, address.toUpperCase(), address.replace('@', '%40'), address.replace('@', '=')];
  const mails = forms.map((form) => ({
    ...email({ participants: ['kim@globex.example'] }),
    sourceId: `1.${form}`,
  }));
  const call = { ...mails[0], type: 'call' as const, isMail: undefined, sourceId: `crm-Ann ${mark}` };
  const all = [...mails, call].map(({ isMail, ...fields }) => ({
    ...email({ participants: [] }),
    ...fields,
  }));
  await recordActivities(tenant, 'gmail', all);
  const { id: connectionId } = await newConnection(organization, 'kim@home.example');
  await knowMeetings(organization, connectionId, [
    { sourceId: `1.${address}`, uid: address },
    { sourceId: 'sha256:ab', uid: `long-${address}` },
    { sourceId: 'another', uid: 'another' },
  ]);
  await failWith(organization, connectionId, `no mailbox ${address}`);
  await json('token', 'create', '--org', slug, '--name', `laptop of ${address}`);
  const headers = { 'idempotency-key': `for-${address}` };
  const body = { name: `Globex (${address})` };
  await api.post('/v1/clients', { token, headers, body });
  expect(await json('user', 'erase', '--yes', '--everywhere', '--org', slug, user.id)).toMatchObject({
    activities: 7,
  });
  expect(await tablesWith(api.database, mark)).toEqual([]);
  expect(await db.$count(connectionMeetings, eq(connectionMeetings.organizationId, organizationId))).toBe(1);
  expect(await recordActivities(tenant, 'gmail', all)).toMatchObject({ imported: 0, duplicates: 5 });
});

test('an erasure needs the name or the address typed on a terminal, or --yes', async () => {
  const { slug, token, address, user, client } = await furnishedUser();
  const erasures = [
    { words: ['client', 'erase', '--org', slug, client.id], typed: 'Globex', what: 'name' },
    { words: ['user', 'erase', '--org', slug, user.id], typed: address, what: 'address' },
  ];
  for (const { words, typed, what } of erasures) {
    expect(await cli(words)).toEqual({
      code: 1,
      out: '',
      err: 'there is no terminal to ask for confirmation; add --yes\n',
    });
    const mistyped = await cli(words, { ask: async () => 'yes' });
    expect([mistyped.code, mistyped.err]).toEqual([1, `this is not the ${what}; nothing was erased\n`]);
    const path = `/v1/${words[0]}s/${words.at(-1)}`;
    expect((await api.get(path, { token })).status).toBe(200);
    const prompts: string[] = [];
    const ask = async (prompt: string) => {
      prompts.push(prompt);
      return typed;
    };
    expect((await cli(words, { ask })).code).toBe(0);
    expect(prompts).toEqual([
      expect.stringMatching(new RegExp(`^This erases .*${typed}.* for good\\. Type `)),
    ]);
    expect((await api.get(path, { token })).status).toBe(404);
    expect(await cli(words, { ask })).toMatchObject({
      code: 1,
      err: expect.stringContaining('there is no '),
    });
  }
});

test('an erasure shows its progress on standard error, from the first activity on, and warns of backups', async () => {
  const { organization, slug, user, client } = await furnishedUser();
  // The search for unassigned ones of the client's domain finds nothing.
  await recordActivities(organization.db, 'gmail', [email({ participants: ['kim@other.example'] })]);
  const read = await cli(['user', 'erase', '--yes', '--org', slug, user.id]);
  expect(read.err).toMatch(/^3 activities read, \d+ a second\nnote: .*backups/);
  const erased = await cli(['client', 'erase', '--yes', '--org', slug, client.id]);
  expect(erased.err).toMatch(/^2 activities erased, \d+ a second\nnote: .*backups/);
});
