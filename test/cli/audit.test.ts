import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { openCli } from '../support/cli.ts';
import { generous } from '../support/rules.ts';

const api = await startApi(generous);
const { cli, json } = await openCli(api);
const { username } = userInfo();

/** The entries of an organization, the oldest first. */
async function entriesOf(slug: string) {
  const entries = await json('audit', 'list', '--org', slug, '--limit', '1000');
  // Within a transaction all have the same time.
  return entries.reverse();
}

const byCommand = { at: expect.any(String), token: null, systemUser: username, connection: null };
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

test('every command that changes something leaves an entry with the operating-system user and the row', async () => {
  const slug = `audited-${crypto.randomUUID()}`;
  const org = ['--org', slug];
  const { id: organization } = await json('org', 'create', '--name', 'Audited', '--slug', slug);
  const names = ['--first-name', 'Ann', '--last-name', 'Okafor'];
  const user = await json('user', 'create', ...org, '--email', 'ann@acme.example', ...names);
  const key = await json('token', 'create', ...org, '--user', 'ann@acme.example', '--name', 'laptop');
  const rule = await json('rule', 'create', ...org, '--integration', 'gmail', '--domain', 'globex.example');
  const client = await json('client', 'create', ...org, '--name', 'Initech', '--domain', 'initech.example');
  await json('client', 'delete', ...org, client.id);
  await json('rule', 'delete', ...org, rule.id);
  const rotated = await json('token', 'rotate', key.id, '--overlap', '24h');
  await json('token', 'revoke', rotated.id);
  await json('user', 'delete', ...org, user.id);
  const entries = await entriesOf(slug);
  expect(entries).toHaveLength(12);
  for (const entry of entries) expect(entry).toMatchObject({ ...byCommand, requestId: uuid });
  const seen = entries.map(({ operation, resource }: Record<string, string>) => `${operation} ${resource}`);
  expect(seen).toEqual(
    expect.arrayContaining([
      `org.create organization/${organization}`,
      `user.create users/${user.id}`,
      `token.create tokens/${key.id}`,
      `rule.create rules/${rule.id}`,
      `client.create clients/${client.id}`,
      `client.delete clients/${client.id}`,
      `rule.delete rules/${rule.id}`,
      `token.rotate tokens/${key.id}`,
      `token.rotate tokens/${rotated.id}`,
      `token.revoke tokens/${rotated.id}`,
      `user.delete users/${user.id}`,
      `user.delete tokens/${key.id}`,
    ]),
  );
});

test('settings, tokens and rules are shown before and after, whether changed by the API or a command', async () => {
  const { slug, token, client } = await api.organization();
  await api.put('/v1/organization', { token, body: { name: 'Renamed', defaultTimezone: 'Europe/Berlin' } });
  for (const languageModel of ['on', 'off'])
    await json('org', 'update', '--org', slug, '--language-model', languageModel);
  const { id: clientId } = await client({ domain: 'globex.example' });
  const words = ['--integration', 'gmail', '--domain', 'globex.example'];
  const rule = await json('rule', 'create', '--org', slug, ...words);
  await json('client', 'delete', '--org', slug, clientId);
  const key = await json('token', 'create', '--org', slug, '--name', 'setup');
  const revoked = await json('token', 'revoke', key.id);
  const values = (await entriesOf(slug)).map(
    ({ operation, resource, before, after }: Record<string, unknown>) => [operation, resource, before, after],
  );
  const wired = { integration: 'gmail', domain: 'globex.example', clientId };
  const fresh = { name: 'setup', userId: null, permissions: [], expiresAt: null, revokedAt: null };
  const settings = { defaultTimezone: 'UTC', defaultCurrency: 'USD', usesLanguageModel: false };
  expect(values).toContainEqual([
    'organization.update',
    expect.stringMatching(/^organization\//),
    { name: 'Test', ...settings },
    { name: 'Renamed', ...settings, defaultTimezone: 'Europe/Berlin' },
  ]);
  for (const usesLanguageModel of [true, false])
    expect(values).toContainEqual([
      ...['org.update', expect.any(String)],
      expect.objectContaining({ usesLanguageModel: !usesLanguageModel }),
      expect.objectContaining({ usesLanguageModel }),
    ]);
  expect(values).toContainEqual(['rule.create', `rules/${rule.id}`, null, wired]);
  expect(values).toContainEqual(['client.delete', `rules/${rule.id}`, wired, { ...wired, clientId: null }]);
  expect(values).toContainEqual(['client.delete', `clients/${clientId}`, null, null]);
  expect(values).toContainEqual(['token.create', `tokens/${key.id}`, null, fresh]);
  const after = { ...fresh, revokedAt: revoked.revokedAt };
  expect(values).toContainEqual(['token.revoke', `tokens/${key.id}`, fresh, after]);
});

test('two changes of the same setting at once each show the values that they replaced', async () => {
  const { slug, token } = await api.organization();
  const names = Array.from({ length: 8 }, (_, n) => `Name ${n}`);
  await Promise.all(names.map((name) => api.put('/v1/organization', { token, body: { name } })));
  const entries: { before: { name: string }; after: { name: string } }[] = await entriesOf(slug);
  const replaced = new Map(entries.map(({ before, after }) => [before.name, after.name]));
  // A chain: each name was replaced once.
  const chain = ['Test'];
  for (let next = replaced.get('Test'); next !== undefined; next = replaced.get(next)) chain.push(next);
  expect(chain.slice(1).sort()).toEqual(names);
});

test('the list for people names the author and shows what changed', async () => {
  const { slug, token } = await api.organization();
  await api.put('/v1/organization', { token, body: { name: 'Renamed' } });
  await json('token', 'create', '--org', slug, '--name', 'setup');
  const { out } = await cli(['audit', 'list', '--org', slug]);
  expect(out).toMatch(/token [0-9a-f-]{36} +organization\.update .*name: "Test" → "Renamed"/);
  expect(out).toContain(username);
  expect(out).toContain('name: "setup"');
});
