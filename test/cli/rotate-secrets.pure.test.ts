import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSecrets } from '../../src/connections/secrets.ts';
import { startApi } from '../support/api.ts';
import { openCli } from '../support/cli.ts';
import { openPrivateDatabase } from '../support/private-database.ts';

// The connections of other tests have other keys.
const api = await startApi({ database: await openPrivateDatabase() });

test('rotating on the embedded database replaces the key file, and connections keep their secrets', async () => {
  const { directory, cli } = await openCli(api, (dataDir) =>
    openSecrets({ secretKeys: [], database: { dataDir } }),
  );
  const { slug } = await api.organization();
  const secret = 'swordfish-1234';
  let all = '';
  async function json(...words: string[]) {
    const { out, err } = await cli([...words, '--json']);
    all += out + err;
    return JSON.parse(out);
  }
  const path = join(directory, 'secrets.key');
  const key = () => readFileSync(path, 'utf8').trim();
  const url = `https://localhost:1/${secret}`;
  const { id } = await json('connection', 'create', '--org', slug, '--type', 'calendar', '--url', url);
  const first = key();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await json('connection', 'rotate-secrets')).toEqual({ rotated: 1 });
  expect(key()).not.toBe(first);
  expect(key().split('\n')).toHaveLength(1);
  const tested = await json('connection', 'test', '--org', slug, id);
  expect(tested.failure).toMatch(/^localhost is in a private network/);
  for (const hidden of [secret, first, key()]) expect(all).not.toContain(hidden);
});
