import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../src/cli/program.ts';
import { newDirectory } from '../support/embedded-server.ts';

test('rotating on the embedded database replaces the key file, and connections keep their secrets', async () => {
  const dataDir = newDirectory();
  const secret = 'swordfish-1234';
  let all = '';
  async function json(...words: string[]) {
    let out = '';
    await run([...words, '--json'], {
      out: (text) => (out += text),
      err: (text) => (all += text),
      environment: { DATA_DIR: dataDir },
      now: () => new Date(),
    });
    all += out;
    return JSON.parse(out);
  }
  const key = () => readFileSync(join(dataDir, 'secrets.key'), 'utf8');
  await json('org', 'create', '--name', 'Acme', '--slug', 'acme');
  const url = `https://localhost:1/${secret}`;
  const { id } = await json('connection', 'create', '--org', 'acme', '--type', 'calendar', '--url', url);
  const first = key();
  expect(statSync(join(dataDir, 'secrets.key')).mode & 0o777).toBe(0o600);
  expect(await json('connection', 'rotate-secrets')).toEqual({ rotated: 1 });
  expect(key()).not.toBe(first);
  expect(key().trim().split('\n')).toHaveLength(1);
  const tested = await json('connection', 'test', '--org', 'acme', id);
  expect(tested.failure).toMatch(/^localhost is in a private network/);
  for (const shown of [secret, first.trim(), key().trim()]) expect(all).not.toContain(shown);
});
