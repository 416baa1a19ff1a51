import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { permissions } from '../../src/api.ts';
import { run } from '../../src/cli/program.ts';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { createClient } from '../../src/clients/queries.ts';
import { organizations } from '../../src/organization/table.ts';
import { startApi } from '../support/api.ts';
import { openCli } from '../support/cli.ts';
import { recordUnassigned } from '../support/unassigned.ts';

const api = await startApi();
const { directory, environment, cli: runCli, json } = await openCli(api);
const cli = (...words: string[]) => runCli(words);

/** Runs a command whose words have no spaces. */
const command = (line: string) => json(...line.split(' '));

const ann = ['--email', 'ann@acme.example', '--first-name', 'Ann', '--last-name', 'Okafor'];

/** A line of a file of activities. */
const activity = (id: string, participant: string, fields: object = {}) =>
  JSON.stringify({
    ...{ id, type: 'call', subject: id, occurredAt: '2026-11-02T10:00:00Z', participants: [participant] },
    ...fields,
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
  const names = ['--first-name', 'Ann', '--last-name', 'Okafor'];
  const user = await json('user', 'create', '--org', slug, '--email', 'Ann@Acme.example', ...names);
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

test('a rotated token works until the overlap ends, and the new one has the same permissions', async () => {
  const { slug } = await api.organization();
  const old = await json('token', 'create', '--org', slug, '--name', 'crm');
  const rotated = await json('token', 'rotate', old.id, '--overlap', '24h');
  for (const { token } of [old, rotated]) expect((await api.get('/v1/clients', { token })).status).toBe(200);
  const ended = await json('token', 'rotate', rotated.id, '--overlap', '0m');
  await expect.poll(async () => (await api.get('/v1/health', { token: rotated.token })).status).toBe(401);
  const [, first, second, third] = await json('token', 'list', '--org', slug);
  expect([first.id, second.id, third.id]).toEqual([old.id, rotated.id, ended.id]);
  expect(third.name).toBe('crm');
  expect(Date.parse(first.expiresAt)).toBeGreaterThan(Date.now());
  const again = await cli('token', 'rotate', rotated.id, '--overlap', '1h');
  expect(again.code).toBe(1);
  expect(again.err).toContain(`replaced by ${ended.id} already`);
});

test('a rule is deleted only by its id in its own organization; the others stay', async () => {
  const { slug } = await api.organization();
  const { slug: otherSlug } = await api.organization();
  const create = (integration: string) =>
    json('rule', 'create', '--org', slug, '--integration', integration, '--domain', 'globex.example');
  const [deleted, kept] = [await create('gmail'), await create('slack')];
  const foreign = await cli('rule', 'delete', '--org', otherSlug, deleted.id);
  expect([foreign.code, foreign.err]).toEqual([1, `there is no rule ${deleted.id} in "${otherSlug}"\n`]);
  expect(await json('rule', 'delete', '--org', slug, deleted.id)).toEqual({ id: deleted.id });
  expect(await json('rule', 'list', '--org', slug)).toMatchObject([{ id: kept.id }]);
  expect((await cli('rule', 'delete', '--org', slug, deleted.id)).code).toBe(1);
});

test('an import counts what it read, reports what it could not, and adds nothing the second time', async () => {
  const { slug, token } = await api.organization();
  await json('rule', 'create', '--org', slug, '--integration', 'crm', '--domain', 'globex.example');
  const client = await api.post('/v1/clients', { token, body: { name: 'Globex', domain: 'globex.example' } });
  const file = join(directory, `${slug}.jsonl`);
  const [first, last] = [activity('a', 'pat@globex.example'), activity('b', 'pat@nobody.example')];
  writeFileSync(file, `${first}\nno json\n${last}\n`);
  const words = ['import', '--org', slug, '--integration', 'crm', file];
  const imported = await cli(...words, '--json');
  expect(imported.code).toBe(1);
  const latest = { latestSubject: 'b', latestAt: '2026-11-02T10:00:00.000Z' };
  expect(JSON.parse(imported.out)).toEqual({
    ...{ read: 3, imported: 2, duplicates: 0, unassigned: 1, failed: 1 },
    unassignedDomains: [{ domain: 'nobody.example', activities: 1, ...latest }],
  });
  expect(imported.err).toContain('line 2');
  const second = await cli(...words, '--json');
  expect(JSON.parse(second.out)).toEqual({
    ...{ read: 3, imported: 0, duplicates: 2, unassigned: 0, failed: 1 },
    unassignedDomains: [],
  });
  const list = await api.get(`/v1/clients/${client.body.data.id}/activities`, { token });
  expect(list.body.data).toMatchObject([{ type: 'call', source: 'crm', subject: 'a', immutable: true }]);
});

test('a file that cannot be read is named and counted, and the others are imported', async () => {
  const { slug } = await api.organization();
  const file = join(directory, `${slug}.jsonl`);
  writeFileSync(file, '{"id":"a","type":"note","occurredAt":"2026-11-02T10:00:00Z"}\n');
  const missing = join(directory, 'missing.mbox');
  const unknown = join(directory, 'unknown.xyz');
  const { code, out, err } = await cli('import', '--org', slug, missing, unknown, file, '--json');
  expect(code).toBe(1);
  const counts = { read: 1, imported: 1, duplicates: 0, unassigned: 1, failed: 2 };
  expect(JSON.parse(out)).toEqual({ ...counts, unassignedDomains: [] });
  expect(err).toContain('missing.mbox');
  expect(err).toContain('--format');
});

test('one command does all due work: it assigns a backlog and computes clients until nothing is due', async () => {
  const { slug, token } = await api.organization();
  const file = join(directory, `${slug}.jsonl`);
  const mail = (occurredAt: string, content: string) =>
    activity(occurredAt, 'pat@globex.example', { type: 'email', occurredAt, content });
  const mails = [
    mail('2001-03-01T10:00:00Z', 'We signed the renewal today.'),
    mail('2001-09-01T10:00:00Z', 'Hello.'),
  ];
  writeFileSync(file, mails.join('\n'));
  await json('import', '--org', slug, '--integration', 'crm', file);
  const client = await api.post('/v1/clients', { token, body: { name: 'Globex', domain: 'globex.example' } });
  await json('rule', 'create', '--org', slug, '--integration', 'crm', '--domain', 'globex.example');
  const { code, out, err } = await cli('insights', 'run', '--org', slug, '--json');
  expect([code, JSON.parse(out)]).toEqual([0, { assigned: 2, computed: 1 }]);
  expect(err).toContain('2 activities assigned');
  expect(await json('insights', 'run', '--org', slug)).toEqual({ assigned: 0, computed: 0 });

  const wins = async () => {
    const path = `/v1/clients/${client.body.data.id}/dashboards/default`;
    return (await api.get(path, { token })).body.data.cards[1].result;
  };
  expect(await wins()).toMatchObject({ status: 'ready', content: expect.not.stringContaining('renewal') });
  const asOf = ['insights', 'run', '--org', slug, '--as-of', '2001-06-01'];
  expect(await json(...asOf)).toEqual({ assigned: 0, computed: 1 });
  expect(await wins()).toMatchObject({ content: expect.stringContaining('We signed the renewal today.') });
  expect(await json(...asOf)).toEqual({ assigned: 0, computed: 0 });
});

test('a run in which a client fails computes the others, says so, and ends with exit code 1', async () => {
  const [broken, whole] = [await api.organization(), await api.organization()];
  for (const { db } of [broken, whole]) {
    await createClient(db, { name: 'Globex', domain: 'globex.example' });
    await createRule(db, { integration: 'crm', domain: 'globex.example' });
    await recordUnassigned(db, { integration: 'crm', participants: ['pat@globex.example'] });
  }
  // No operation would take this zone; with it, no date can be written.
  await api.database.db
    .update(organizations)
    .set({ defaultTimezone: 'Mars/Olympus' })
    .where(eq(organizations.slug, broken.slug));
  const failed = await cli('insights', 'run', '--org', broken.slug, '--json');
  expect([failed.code, JSON.parse(failed.out)]).toEqual([1, { assigned: 0, computed: 0 }]);
  expect(failed.err).toContain('1 failed');
  expect(await json('insights', 'run', '--org', whole.slug)).toEqual({ assigned: 0, computed: 1 });
});

test('a migrated database has nothing left to apply', async () => {
  expect(await json('db', 'migrate')).toEqual({ applied: 0 });
});

test.each([
  ['an unknown organization', ['token', 'list', '--org', 'no-such-org']],
  ['an unknown token', ['token', 'revoke', '00000000-0000-4000-8000-000000000000']],
  ['an import for an unknown organization', ['import', '--org', 'no-such-org', '/no/such/file.mbox']],
  [
    'an import from any integration',
    ['import', '--org', 'no-such-org', '--integration', 'any', '/no/such/file'],
  ],
  ['a run as of the future', ['insights', 'run', '--as-of', '2999-01-01']],
  ['a run for an unknown organization', ['insights', 'run', '--org', 'no-such-org']],
])('an error prints one clear line on standard error and exits with code 1: %s', async (_what, words) => {
  const { code, out, err } = await cli(...words);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^[^\n]+\n$/);
});

test('a token can be revoked once', async () => {
  const { slug } = await api.organization();
  const { id } = await command(`token create --org ${slug}`);
  expect(await command(`token revoke ${id}`)).toEqual({ id, revokedAt: expect.any(String) });
  expect(await cli('token', 'revoke', id)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^[^\n]+\n$/),
  });
});

test('an unknown permission is named by its word, not by its place in the list', async () => {
  const { slug } = await api.organization();
  const words = ['--user', 'ann@acme.example', '--permissions', 'clients:read,clients:raed'];
  const { code, err } = await cli('token', 'create', '--org', slug, ...words);
  const rule = `"clients:raed" is not a permission; use some of ${permissions.join(', ')}`;
  expect([code, err]).toEqual([2, `--permissions: ${rule}\n`]);
});

test.each([
  ['an unknown command', ['nonsense']],
  ['an id that is none', ['token', 'revoke', 'x']],
  ['a slug of other characters', ['org', 'create', '--name', 'A', '--slug', 'Ä b']],
  ['a missing option', ['org', 'create', '--name', 'A']],
  ['a duration that is none', ['token', 'rotate', 'x', '--overlap', 'soon']],
  ['an unknown format', ['import', '--org', 'a', '--format', 'pdf', 'x']],
  ['permissions for no user', ['token', 'create', '--org', 'no-such-org', '--permissions', 'clients:read']],
  ['a day that is none', ['insights', 'run', '--as-of', '2001-02-30']],
])('wrong usage ends with exit code 2: %s', async (_what, words) => {
  const { code, out, err } = await cli(...words);
  expect([code, out]).toEqual([2, '']);
  expect(err).not.toBe('');
});

test('a terminal gets colors, and a block for each row that is too wide; JSON is the same everywhere', async () => {
  const { slug } = await api.organization();
  const screen = { columns: 80, hasColors: true };
  const onTerminal = async (...words: string[]) => {
    let text = '';
    const write = (more: string) => (text += more);
    const screens = { outScreen: screen, errScreen: screen };
    await run(words, { out: write, err: write, ...screens, environment, now: () => new Date() });
    return text;
  };
  const list = await onTerminal('token', 'list', '--org', slug);
  expect(list).toContain('\u001b[');
  expect(stripVTControlCharacters(list)).toMatch(/^id {12}[0-9a-f-]{36}\nname /);
  expect(stripVTControlCharacters(list)).toMatch(/^permissions +all$/m);
  const words = ['token', 'list', '--org', slug, '--json'];
  expect(await onTerminal(...words)).toBe((await cli(...words)).out);
  const mistake = await onTerminal('token', 'list', '--org', 'no-such-org');
  expect(mistake.startsWith('\u001b[31mthere is no organization')).toBe(true);
  expect(stripVTControlCharacters(mistake)).toMatch(/^[^\n]+\n$/);
});

test('a new token is printed with a notice that it is not shown again; --json gives only its id and token', async () => {
  const { slug } = await api.organization();
  const { out } = await cli('token', 'create', '--org', slug);
  expect(out).toMatch(/^id {5}\S+\ntoken {2}sk_live_\S+\nnote {3}.*not shown again\n$/);
  const made = await json('token', 'create', '--org', slug);
  expect(Object.keys(made)).toEqual(['id', 'token']);
  expect(Object.keys(await json('token', 'rotate', made.id, '--overlap', '1h'))).toEqual(['id', 'token']);
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
  const { slug, client, token } = await api.organization();
  const other = await api.organization();
  await other.client({ domain: 'initech.example' });
  const kept = await client({ domain: 'globex.example' });
  const gone = await client({ domain: 'hooli.example' });
  expect(await command(`client delete --org ${slug} ${gone.id}`)).toEqual({
    id: gone.id,
    deletedAt: expect.any(String),
  });
  const clients = await json('client', 'list', '--org', slug);
  expect(clients).toEqual((await api.get('/v1/clients', { token })).body.data);
  expect(clients.map(({ id }: { id: string }) => id)).toEqual([kept.id]);
  const [kim, ...others] = [
    await json('user', 'create', '--org', slug, ...ann.with(1, 'kim@acme.example')),
    await json('user', 'create', '--org', slug, ...ann),
  ];
  for (const { id } of others) await command(`user delete --org ${slug} ${id}`);
  expect(await json('user', 'list', '--org', slug)).toEqual([kim]);
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
  expect([foreign.code, foreign.out, foreign.err]).toEqual([
    1,
    '',
    expect.stringContaining('there is no client'),
  ]);
});

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(await cli('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
});
