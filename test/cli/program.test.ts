import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { createClient } from '../../src/clients/queries.ts';
import { permissions } from '../../src/core/permissions.ts';
import { startApi } from '../support/api.ts';
import { openCli } from '../support/cli.ts';
import { refuseWrites } from '../support/refuse-writes.ts';
import { recordUnassigned } from '../support/unassigned.ts';

const api = await startApi();
const { directory, cli: runCli, json } = await openCli(api);
const cli = (...words: string[]) => runCli(words);

/** Runs a command whose words have no spaces. */
const command = (line: string) => json(...line.split(' '));

/** Writes a file of activities. */
function written(name: string, lines: string[]): string {
  const file = join(directory, `${name}.jsonl`);
  writeFileSync(file, lines.join('\n'));
  return file;
}

/** A line of a file of activities. */
const activity = (id: string, participant: string) =>
  JSON.stringify({
    ...{ id, type: 'call', subject: id, occurredAt: '2026-11-02T10:00:00Z', participants: [participant] },
  });

test('an organization created on the command line is served to a token created there', async () => {
  const slug = `acme-${randomUUID()}`;
  const made = await command(`org create --name Acme --slug ${slug} --timezone Europe/Berlin --currency EUR`);
  const defaults = { defaultTimezone: 'Europe/Berlin', defaultCurrency: 'EUR' };
  expect(made).toMatchObject({ slug, name: 'Acme', ...defaults });
  expect(await json('org', 'list')).toContainEqual(made);
  const { id, token } = await json('token', 'create', '--org', slug, '--name', 'first');
  const { body } = await api.get('/v1/organization', { token });
  expect(body.data).toMatchObject({ id: made.id, slug, defaultCurrency: 'EUR' });
  const listed = await json('token', 'list', '--org', slug);
  expect(listed).toHaveLength(1);
  const times = ['createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt'];
  expect(Object.keys(listed[0])).toEqual(['id', 'name', 'user', 'permissions', ...times]);
  expect(listed[0]).toMatchObject({ id, name: 'first', user: null, revokedAt: null });
});

test('a user key is created with the given permissions, and ends with its user', async () => {
  const { slug } = await api.organization();
  const ann = ['--email', 'Ann@Acme.example', '--first-name', 'Ann', '--last-name', 'Okafor'];
  const user = await json('user', 'create', '--org', slug, ...ann);
  expect(user).toMatchObject({ email: 'ann@acme.example', firstName: 'Ann' });
  const { token } = await command(
    `token create --org ${slug} --user ann@acme.example --permissions clients:read,users:read --expires-in 90d`,
  );
  expect((await api.get('/v1/clients', { token })).status).toBe(200);
  expect((await api.get('/v1/organization', { token })).status).toBe(403);
  const [listed] = (await json('token', 'list', '--org', slug)).slice(-1);
  expect(listed).toMatchObject({ user: 'ann@acme.example', permissions: ['clients:read', 'users:read'] });
  expect(Math.abs(Date.parse(listed.expiresAt) - Date.now() - 90 * 86_400_000)).toBeLessThan(3_600_000);
  expect(await json('user', 'delete', '--org', slug, user.id)).toEqual({ id: user.id });
  await expect.poll(async () => (await api.get('/v1/clients', { token })).status).toBe(401);
});

test('an import counts what it read, reports what it could not, and assigns by the rules of its integration', async () => {
  const { slug, token, client } = await api.organization();
  const { id } = await client({ domain: 'globex.example' });
  await json('rule', 'create', '--org', slug, '--integration', 'crm', '--domain', 'globex.example');
  const lines = [activity('a', 'pat@globex.example'), 'no json', activity('b', 'pat@nobody.example')];
  const words = ['import', '--org', slug, '--integration', 'crm', written(slug, lines), '--json'];
  const { code, out, err } = await cli(...words);
  const counts = { read: 3, imported: 2, duplicates: 0, unassigned: 1, failed: 1 };
  expect([code, JSON.parse(out)]).toMatchObject([1, counts]);
  expect(err).toContain('line 2');
  const { body } = await api.get(`/v1/clients/${id}/activities`, { token });
  expect(body.data).toMatchObject([{ type: 'call', source: 'crm', subject: 'a', immutable: true }]);
});

test('a file that cannot be read is named and counted, and the others are imported', async () => {
  const { slug } = await api.organization();
  const file = written(slug, ['{"id":"a","type":"note","occurredAt":"2026-11-02T10:00:00Z"}']);
  const [missing, unknown] = [join(directory, 'missing.mbox'), join(directory, 'unknown.xyz')];
  const { code, out, err } = await cli('import', '--org', slug, missing, unknown, file, '--json');
  expect([code, JSON.parse(out)]).toMatchObject([1, { read: 1, imported: 1, unassigned: 1, failed: 2 }]);
  expect(err).toContain('missing.mbox');
  expect(err).toContain('--format');
});

test('one command does all due work: it assigns a backlog and computes clients until nothing is due', async () => {
  const { slug, db, token, client } = await api.organization();
  const arrived = (occurredAt: string, content: string) =>
    recordUnassigned(db, { participants: ['pat@globex.example'], occurredAt, content });
  await arrived('2001-03-01T10:00:00Z', 'We signed the renewal today.');
  await arrived('2001-09-01T10:00:00Z', 'Hello.');
  const { id } = await client({ domain: 'globex.example' });
  await createRule(db, { integration: 'import', domain: 'globex.example' });
  const { code, out } = await cli('insights', 'run', '--org', slug, '--json');
  expect([code, JSON.parse(out)]).toEqual([0, { assigned: 2, computed: 1 }]);
  expect(await json('insights', 'run', '--org', slug)).toEqual({ assigned: 0, computed: 0 });

  const wins = async () => {
    const { body } = await api.get(`/v1/clients/${id}/dashboards/default`, { token });
    return body.data.cards[1].result;
  };
  expect(await wins()).toMatchObject({ status: 'ready', content: expect.not.stringContaining('renewal') });
  const asOf = ['insights', 'run', '--org', slug, '--as-of', '2001-06-01'];
  expect(await json(...asOf)).toEqual({ assigned: 0, computed: 1 });
  expect(await wins()).toMatchObject({ content: expect.stringContaining('We signed the renewal today.') });
  expect(await json(...asOf)).toEqual({ assigned: 0, computed: 0 });
  expect(await json('insights', 'run', '--org', slug)).toEqual({ assigned: 0, computed: 1 });
  expect(await wins()).toMatchObject({ content: expect.not.stringContaining('renewal') });
  const now = new Date();
  const asOfNow = ['insights', 'run', '--org', slug, '--as-of', now.toISOString()];
  expect((await runCli(asOfNow, { now: () => now })).code).toBe(0);
});

test('a run in which a client fails computes the others, says so, and ends with exit code 1', async () => {
  const [broken, whole] = [await api.organization(), await api.organization()];
  for (const { db } of [broken, whole]) {
    await createClient(db, { name: 'Globex', domain: 'globex.example' });
    await createRule(db, { integration: 'crm', domain: 'globex.example' });
    await recordUnassigned(db, { integration: 'crm', participants: ['pat@globex.example'] });
  }
  const when = `new.organization_id = '${broken.id}'`;
  onTestFinished(await refuseWrites(api.database, { on: 'insight_summaries', before: 'insert', when }));
  const failed = await cli('insights', 'run', '--org', broken.slug, '--json');
  expect([failed.code, JSON.parse(failed.out)]).toEqual([1, { assigned: 0, computed: 0 }]);
  expect(failed.err).toContain('1 failed');
  expect(await json('insights', 'run', '--org', whole.slug)).toEqual({ assigned: 0, computed: 1 });
});

test('a migrated database has nothing left to apply', async () => {
  expect(await json('db', 'migrate')).toEqual({ applied: 0 });
});

const { slug: org } = await api.organization();

test.each([
  ['token list --org no-such-org', 'there is no organization "no-such-org"; "org list" lists them all'],
  ['token revoke 00000000-0000-4000-8000-000000000000', 'there is no token 00000000-'],
  ['import --org no-such-org /no/such/file.mbox', 'there is no organization'],
  ['insights run --org no-such-org', 'there is no organization'],
  ['insights run --as-of 2999-01-01', '--as-of must not lie in the future'],
  ['audit list --org ORG --since 1h --until 2h', '--since must not be later than --until'],
  [
    'connection create --org ORG --type calendar --url https://10.0.0.1/a.ics',
    '10.0.0.1 is in a private network; to allow this, use --allow-private',
  ],
])('an error prints one clear line on standard error and exits with code 1: %s', async (line, message) => {
  const { code, out, err } = await cli(...line.replace('ORG', org).split(' '));
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^[^\n]+\n$/);
  expect(err).toContain(message);
});

const options = {
  server: 'connection create --org ORG --type imap --host imap.example --user ann',
  audit: 'audit list --org ORG',
};

test.each([
  ['nonsense', "unknown command 'nonsense'"],
  ['org create --name A', "required option '--slug <slug>' not specified"],
  ['org create --name A --slug Ä-b', '--slug: must be 1 to 63 of a-z, 0-9 and "-"\n'],
  ['token revoke x', 'the id: must be a UUID, as "token list" shows it\n'],
  ['token rotate x --overlap soon', "'soon' is invalid. Give a whole number with m, h or d, such as 90d."],
  ['token create --org ORG --permissions clients:read', "'--permissions <list>' goes with '--user <email>'"],
  [
    'token create --org ORG --user ann@acme.example --permissions clients:read,clients:raed',
    `--permissions: "clients:raed" is not a permission; use some of ${permissions.join(', ')}\n`,
  ],
  ['user delete --org ORG ann@acme.example', 'the id: must be a UUID, as "user list" shows it\n'],
  [
    'rule create --org ORG --integration any --domain a.example --client x',
    '--client: must be a UUID, as "client list" shows it\n',
  ],
  ['import --org ORG --format pdf x', 'Allowed choices are mbox, eml, ics, jsonl.'],
  ['import --org ORG --integration any /no/such/file', '"any" stands for all integrations in rules'],
  ['import --org ORG --integration none /no/such/file', '"none" stands for no integration in rules'],
  [
    'insights run --as-of 2001-02-30',
    'Give a day, a time with its zone such as 2001-06-01T12:00:00Z, or an age',
  ],
  [`${options.audit} --limit 0`, "'0' is invalid. Give a whole number from 1 to 999999999."],
  [`${options.audit} --limit 1.5`, "'1.5' is invalid."],
  [`${options.audit} --limit 1000000000`, "'1000000000' is invalid."],
  [`${options.audit} --since yesterday`, 'such as 2001-06-01T12:00:00Z, or an age such as 7d.'],
  [`${options.audit} --until 2026-06-30T12:00:00`, 'Give a day, a time with its zone'],
  ['connection create --org ORG --type calendar --url ftp://a.example/', '--url: Send the https:// URL of a'],
  ['connection create --org ORG --type calendar --url nonsense', '--url: Send the https:// URL of a'],
  [
    'connection create --org ORG --type calendar --url https://a.example/ --host a',
    '--host is not an option of',
  ],
  [
    'connection create --org ORG --type imap --url https://a.example/',
    '--url is not an option of --type imap',
  ],
  ['connection create --org ORG --type imap --host a.example', '--type imap requires --host and --user'],
  [`${options.server} --port 0`, "'0' is invalid. Give a port from 1 to 65535."],
  [`${options.server} --port 65536`, "'65536' is invalid. Give a port from 1 to 65535."],
  [`${options.server} --oauth google`, '--oauth and --client-id go together'],
  [`${options.server} --client-id client-1`, '--oauth and --client-id go together'],
  [`${options.server} --tls maybe`, 'Allowed choices are implicit, starttls, none.'],
  [`${options.server} --ca /nowhere/ca.pem`, 'It cannot be read: ENOENT'],
  [`${options.server} --ca ${import.meta.filename}`, 'Give a file of certificates in PEM.'],
  [`${options.server} --integration any`, '"any" stands for all integrations in rules'],
])('wrong usage is named, does nothing, and ends with exit code 2: %s', async (line, message) => {
  const words = line.replace('ORG', org).split(' ');
  const { code, out, err } = await runCli(words, { input: async () => 'secret' });
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(message);
  expect(await json('connection', 'list', '--org', org)).toEqual([]);
});

test('a new token is printed with a notice that it is not shown again; --json gives only its id and token', async () => {
  const { slug } = await api.organization();
  const { out } = await cli('token', 'create', '--org', slug);
  expect(out).toMatch(/^id {5}\S+\ntoken {2}sk_live_\S+\nnote {3}.*not shown again\n$/);
  expect(Object.keys(await json('token', 'create', '--org', slug))).toEqual(['id', 'token']);
});

test('a new rule is printed with its pattern and client; --json gives only its id and client', async () => {
  const { slug, client } = await api.organization();
  const { id } = await client({ domain: 'globex.example' });
  const create = (integration: string, domain: string) =>
    ['rule', 'create', '--org', slug, '--integration', integration, '--domain', domain] as const;
  const { out } = await cli(...create('Gmail', 'Globex.example'));
  expect(out).toMatch(/^id +[0-9a-f-]{36}\nintegration +gmail\ndomain +globex\.example\nclient id +/);
  expect(out).toContain(`client id    ${id}\n`);
  expect((await cli(...create('gmail', 'initech.example'))).out).toMatch(/^client id +-$/m);
  expect(await json(...create('slack', 'globex.example'))).toEqual({ id: expect.any(String), clientId: id });
});

test('clients and users are listed without deleted ones, and only those of the organization', async () => {
  const { slug, client, user, token } = await api.organization();
  await (await api.organization()).client();
  const [kept, gone] = [await client(), await client()];
  const deletedAt = expect.any(String);
  expect(await command(`client delete --org ${slug} ${gone.id}`)).toEqual({ id: gone.id, deletedAt });
  const clients = await json('client', 'list', '--org', slug);
  expect(clients).toEqual((await api.get('/v1/clients', { token })).body.data);
  expect(clients).toMatchObject([{ id: kept.id }]);
  const [ann, { id }] = [await user(), await user()];
  await command(`user delete --org ${slug} ${id}`);
  expect(await json('user', 'list', '--org', slug)).toMatchObject([{ id: ann.id, email: ann.email }]);
});

test('a dashboard is shown card by card, and as the API returns it with --json', async () => {
  const { slug, client, token, activities } = await api.organization();
  const { id } = await client({ domain: 'globex.example' });
  await activities('globex.example', [{ content: 'Thank you, the report looks good.' }]);
  const { out } = await cli('dashboard', 'show', '--org', slug, id);
  const names = ['Client Health', 'Wins & Traction', 'Frictions & Risks'];
  expect(out).toBe(
    names.map((name) => `${name}\nNothing yet: the card is computed once there are activities.\n`).join('\n'),
  );
  await json('insights', 'run', '--org', slug);
  const shown = await json('dashboard', 'show', '--org', slug, id);
  const { body } = await api.get(`/v1/clients/${id}/dashboards/default`, { token });
  expect(shown).toEqual(body.data);
  const computed = (await cli('dashboard', 'show', '--org', slug, id)).out;
  const zeroWidthSpace = '\u200b';
  for (const { result } of shown.cards)
    expect(computed).toContain(result.content.replaceAll(zeroWidthSpace, ''));
  expect(JSON.stringify(shown)).toContain(zeroWidthSpace);
  const foreign = await cli('dashboard', 'show', '--org', (await api.organization()).slug, id);
  expect(foreign).toEqual({ code: 1, out: '', err: expect.stringContaining('there is no client') });
});

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(await cli('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
});
