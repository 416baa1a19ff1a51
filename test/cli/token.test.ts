import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { openCli } from '../support/cli.ts';

const api = await startApi();
const { cli: runCli, json } = await openCli(api);
const cli = (...words: string[]) => runCli(words);

test.each([
  ['revoke', [], ['id', 'revokedAt'], /^the token \S+ is already revoked\n$/],
  [
    'rotate',
    ['--overlap', '1h'],
    ['id', 'token'],
    /^the token \S+ has already been replaced by \S+; rotate that/,
  ],
])(
  'token %s works once, by the id alone or with its own organization',
  async (command, more, fields, once) => {
    const [own, other] = [await api.organization(), await api.organization()];
    const { id } = await json('token', 'create', '--org', own.slug);
    const foreign = await cli('token', command, id, '--org', other.slug, ...more);
    expect([foreign.code, foreign.err]).toEqual([1, `there is no token ${id} in "${other.slug}"\n`]);
    const unknown = await cli('token', command, id, '--org', 'no-such-org', ...more);
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('there is no organization')]);
    expect(Object.keys(await json('token', command, id, '--org', own.slug, ...more))).toEqual(fields);
    expect(await cli('token', command, id, ...more)).toMatchObject({
      code: 1,
      err: expect.stringMatching(once),
    });
  },
);

test('a user key without permissions is created with a warning on standard error', async () => {
  const { slug, user } = await api.organization();
  const { email } = await user();
  const create = (...more: string[]) =>
    cli('token', 'create', '--org', slug, '--user', email, ...more, '--json');
  const bare = await create();
  expect([bare.code, bare.err]).toEqual([0, expect.stringMatching(/^this token can do nothing[^\n]+\n$/)]);
  expect((await create('--permissions', 'clients:read')).err).toBe('');
  const empty = await create('--permissions', '');
  expect([empty.code, empty.out]).toEqual([2, '']);
});
