import { hash, randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allowErased, recordActivities } from '../../src/activities/record.ts';
import { activities, erasedActivities } from '../../src/activities/table.ts';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { clients } from '../../src/clients/table.ts';
import { connectionDomains } from '../../src/connections/table.ts';
import { insightJobs, snoozes } from '../../src/insights/table.ts';
import { startApi } from '../support/api.ts';
import { openCli } from '../support/cli.ts';
import { newConnection } from '../support/connections.ts';
import { computeCards, email, knowMeetings, newMark, refuse } from '../support/erasure.ts';
import { refuseWrites } from '../support/refuse-writes.ts';
import { auditOf, generous } from '../support/rules.ts';
import { tablesWith } from '../support/tables-with.ts';
import { addTwin } from '../support/twin.ts';

const api = await startApi(generous);
const { cli, json, directory } = await openCli(api);

/** Runs a command whose words have no spaces. */
const command = (line: string) => json(...line.split(' '));

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
  const own = { participants: [`pat@${domain}`, 'ann@home.example'], participantNames: [`Pat ${mark}`, ''] };
  const mails = [email({ ...own, subject: mark, content: `Great work, ${mark}!` }), email(own)];
  await recordActivities(tenant, 'gmail', mails);
  // Unassigned, since no rule is for this integration.
  await recordActivities(tenant, 'slack', [email(own)]);
  const { id: connectionId } = await newConnection(organization.db, {
    settings: { host: 'imap.example', user: 'ann@home.example' },
  });
  await tenant.insert(connectionDomains, [
    { connectionId, mailbox: 'INBOX', domain, messages: 3, latestAt: '2026-06-01T12:00:00.000Z' },
  ]);
  await knowMeetings(organization, connectionId, [{ sourceId: mails[0]?.sourceId ?? '', uid: mark }]);
  await tenant.insert(snoozes, [{ clientId: id, activityId: randomUUID(), unanswered: 1 }]);
  await computeCards(api, organization);
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
    'insight_summaries',
    'insights',
  ]);
  const erased = { activities: 3, connectionDomains: 1, idempotencyKeys: 1, auditEntries: 2 };
  expect(await erase(slug, id)).toEqual(erased);
  expect(await tablesWith(api.database, mark)).toEqual([]);
  expect(await tablesWith(api.database, id)).toEqual(['audit_entries']);
  // Nor does an entity tag bring it back.
  for (const [at, path] of paths.entries()) {
    const headers = { 'if-none-match': String(before[at]?.headers.etag) };
    expect((await api.get(path, { token, headers })).status).toBe(404);
  }
  await computeCards(api, (await furnished()).organization);
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
  const foreign = await cli(['client', 'erase', '--yes', '--org', other.slug, id]);
  expect(foreign.code).toBe(1);
  expect(await cli(['client', 'erase', '--org', other.slug, id])).toEqual(foreign);
  await json('client', 'delete', '--org', slug, id);
  expect(await tablesWith(api.database, mark)).not.toEqual([]);
  await erase(slug, id);
  expect(await tablesWith(api.database, mark)).toEqual([]);
  expect(await cli(['client', 'erase', '--yes', '--org', slug, id])).toMatchObject({ code: 1 });
});

test('what belongs to others stays: their clients, activities, rules, snoozes, and shared and free-mail domains', async () => {
  const organization = await api.organization();
  const { slug, db: tenant } = organization;
  const domain = `${newMark()}.example`;
  const erased = await organization.client({ name: 'Erased', domain });
  const twin = await organization.client({ name: 'Twin', domain });
  const free = await organization.client({ name: 'Free', domain: 'gmail.com' });
  await createRule(tenant, { integration: 'zoom', domain: 'other.example' });
  await tenant.insert(snoozes, [{ clientId: twin.id, activityId: randomUUID(), unanswered: 1 }]);
  await recordActivities(tenant, 'slack', [
    email({ participants: [`pat@${domain}`] }),
    email({ participants: ['kim@gmail.com'] }),
  ]);
  await erase(slug, erased.id);
  await erase(slug, free.id);
  expect(await tenant.select({ id: clients.id }, clients)).toEqual([{ id: twin.id }]);
  expect(await tenant.count(activities)).toBe(2);
  expect(await json('rule', 'list', '--org', slug)).toHaveLength(1);
  expect(await tenant.count(snoozes)).toBe(1);
});

test('erased mail is not imported again, unless asked for; a new message with its id is', async () => {
  const { slug, domain, id, mark, tenant, mails } = await furnished();
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
  const first = mails[0] ?? expect.fail();
  const reused = { ...first, subject: 'Another', occurredAt: '2026-07-01T12:00:00.000Z' };
  expect(await recordActivities(tenant, 'gmail', [reused])).toMatchObject({ imported: 1 });
  await tenant.delete(activities);
  expect(await json(...importing, '--with-erased')).toMatchObject({ imported: 2, duplicates: 0 });
  expect(await json(...importing)).toMatchObject({ imported: 0, duplicates: 2 });
  rmSync(file);
});

test('an erasure of a client that fails at each of its writes in turn hides the client, and is completed', async () => {
  const { organization, slug, mark, id, token, tenant } = await furnished();
  // In this order, so that each run gets further than the one before.
  for (const write of [
    ['connection_domains', 'delete'],
    ['activities', 'delete'],
    ['erased_activities', 'insert'],
    ['idempotency_keys', 'delete'],
    ['audit_entries', 'update'],
    ['connection_meetings', 'delete'],
    ['assignment_rules', 'delete'],
    ['clients', 'delete'],
    ['insight_jobs', 'delete'],
    ['insights', 'delete'],
    ['insight_summaries', 'delete'],
  ] as const) {
    const allow = await refuse(api, organization, write);
    const { code } = await cli(['client', 'erase', '--yes', '--org', slug, id]);
    await allow();
    expect([write, code]).toEqual([write, 1]);
    expect((await api.get(`/v1/clients/${id}`, { token })).status).toBe(404);
  }
  await erase(slug, id);
  expect(await tablesWith(api.database, mark)).toEqual([]);
  expect(await tenant.count(insightJobs)).toBe(0);
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
  const { slug, id, tenant, domain } = await furnished();
  const mails = Array.from({ length: 999 }, () => email({ participants: [`pat@${domain}`] }));
  await recordActivities(tenant, 'gmail', mails);
  expect(await erase(slug, id)).toMatchObject({ activities: 1_002 });
  expect(await tenant.count(activities)).toBe(0);
});

test('an organization that has the same ids or domain neither changes nor decides which domains are erased', async () => {
  const { organization, slug, id, domain } = await furnished();
  const other = await api.organization();
  await other.client({ domain });
  await createRule(other.db, { integration: 'gmail', domain });
  await organization.user();
  const others = email({ participants: ['kim@rule.example', 'kim@audit.example', 'kim@client.example'] });
  await recordActivities(organization.db, 'slack', [others]);
  await addTwin(api.database, organization.id, {
    assignment_rules: { domain: 'rule.example' },
    audit_entries: { before: { clientId: id, domain: 'audit.example' } },
    clients: { domain: 'client.example' },
    users: { email: `ann@${domain}` },
  });
  expect(await erase(slug, id)).toMatchObject({ activities: 3 });
});

test('an erasure remembers no message of an organization that has the same ids', async () => {
  const organization = await api.organization();
  const { id } = await organization.client({ domain: `${newMark()}.example` });
  const { isMail: _isMail, ...fields } = email({ participants: [] });
  const row = { ...fields, id: randomUUID(), clientId: id, source: 'gmail', immutable: true };
  await organization.db.insert(activities, [row]);
  await addTwin(api.database, organization.id, { activities: { source_id: 'of the twin' } });
  expect(await erase(organization.slug, id)).toMatchObject({ activities: 1 });
  const other = email({ participants: [] });
  const mails = [fields.sourceId, 'of the twin'].map((sourceId) => ({ ...other, sourceId }));
  expect(await recordActivities(organization.db, 'gmail', mails)).toMatchObject({ imported: 1 });
});

test('an organization that allows an erased message again allows it to no other', async () => {
  const [own, other] = [await api.organization(), await api.organization()];
  const mail = email({ participants: [] });
  const { sourceId, occurredAt } = mail;
  const erased = { source: 'gmail', sourceHash: hash('sha256', sourceId, 'hex'), occurredAt };
  for (const each of [own, other]) await each.db.insert(erasedActivities, [erased]);
  await allowErased(own.db, 'gmail', [mail]);
  expect(await recordActivities(other.db, 'gmail', [mail])).toMatchObject({ imported: 0 });
  expect(await recordActivities(own.db, 'gmail', [mail])).toMatchObject({ imported: 1 });
});

test('the erasure of a client needs its name typed on a terminal, or --yes', async () => {
  const { slug, token, id, mark } = await furnished();
  const words = ['client', 'erase', '--org', slug, id];
  const err = 'there is no terminal to ask for confirmation; add --yes\n';
  expect(await cli(words)).toEqual({ code: 1, out: '', err });
  const mistyped = await cli(words, { ask: async () => 'yes' });
  expect([mistyped.code, mistyped.err]).toEqual([1, 'this is not the name; nothing was erased\n']);
  expect((await api.get(`/v1/clients/${id}`, { token })).status).toBe(200);
  const prompts: string[] = [];
  const ask = async (prompt: string) => {
    prompts.push(prompt);
    return `${mark} Inc`;
  };
  const erased = await cli(words, { ask });
  expect(prompts).toEqual([expect.stringMatching(`^This erases "${mark} Inc" .* for good\\. Type `)]);
  expect(erased.code).toBe(0);
  expect(erased.err).toMatch(/^note: .*backups/);
  expect((await api.get(`/v1/clients/${id}`, { token })).status).toBe(404);
  expect(await cli(words, { ask })).toMatchObject({ code: 1, err: expect.stringContaining('there is no ') });
});
