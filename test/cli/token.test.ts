import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { openCli } from '../support/cli.ts';

const api = await startApi();
const { cli: runCli, json } = await openCli(api);
const cli = (...words: string[]) => runCli(words);

test.each([
  ['revoke', []],
  ['rotate', ['--overlap', '1h']],
])('token %s takes the organization, and refuses a token of another one', async (command, more) => {
  const [own, other] = [await api.organization(), await api.organization()];
  const { id } = await json('token', 'create', '--org', own.slug);
  const foreign = await cli('token', command, id, '--org', other.slug, ...more);
  expect([foreign.code, foreign.err]).toEqual([1, `there is no token ${id} in "${other.slug}"\n`]);
  const unknown = await cli('token', command, id, '--org', 'no-such-org', ...more);
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('there is no organization')]);
  expect((await cli('token', command, id, '--org', own.slug, ...more)).code).toBe(0);
});

test('a user key without permissions is created with a warning on standard error', async () => {
  const { slug } = await api.organization();
  const names = ['--first-name', 'Ann', '--last-name', 'Okafor'];
  await json('user', 'create', '--org', slug, '--email', 'ann@acme.example', ...names);
  const create = (...more: string[]) =>
    cli('token', 'create', '--org', slug, '--user', 'ann@acme.example', ...more, '--json');
  const bare = await create();
  expect([bare.code, bare.err]).toEqual([0, expect.stringMatching(/^this token may do nothing[^\n]+\n$/)]);
  expect(Object.keys(JSON.parse(bare.out))).toEqual(['id', 'token']);
  expect((await create('--permissions', 'clients:read')).err).toBe('');
  const empty = await create('--permissions', '');
  expect([empty.code, empty.out]).toEqual([2, '']);
});
