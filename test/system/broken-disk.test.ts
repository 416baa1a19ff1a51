import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { demoDirectory, get, newDirectory, serve as serveWith } from '../support/embedded-server.ts';
import { start } from '../support/process.ts';

const { token, newCopy } = await demoDirectory();

const preload = resolve('test/support/broken-disk.mjs');

const serve = (directory: string, environment: Record<string, string> = {}) =>
  serveWith(directory, { WORKER: 'false', ...environment });

/** A disk that can be broken, for processes with this in their environment. */
function disk() {
  const file = join(newDirectory(), '..', 'fault');
  return {
    environment: { NODE_OPTIONS: `--import=${preload}`, BROKEN_DISK: file },
    fail: (code: string) => writeFileSync(file, code),
    mend: () => rmSync(file),
  };
}

const oneLine = (reason: RegExp) =>
  new RegExp(`^DATA_DIR can(?:not| no longer) be used[^\n]*${reason.source}[^\n]*\n$`);

const create = (url: string, name: string) =>
  fetch(`${url}/v1/clients`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name }),
  });

test.for<[string, string, RegExp]>([
  ['a full disk', 'ENOSPC', /No space left on device/],
  ['a disk full under the database log', 'ENOSPC pg_wal', /log file [^\n]*No space left on device/],
  ['a failing disk', 'EIO', /I\/O error/],
])(
  '%s ends the server at once with one line; a restart finds every acknowledged write',
  async ([, fault, reason], { skip }) => {
    skip(fault.includes('pg_wal') && !existsSync('/proc/self/fd'), 'needs Linux');
    const directory = newCopy();
    const { environment, fail, mend } = disk();
    const server = serve(directory, environment);
    const url = await server.url();
    const { data } = (await (await create(url, 'Acknowledged')).json()) as { data: { id: string } };
    fail(fault);
    // Many at once, so that others wait behind the one that meets it.
    const answers = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => create(url, `Late ${n}`)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    expect(await server.ended).toBe(1);
    expect(server.stderr).toMatch(oneLine(reason));
    mend();
    const again = serve(directory, environment);
    const found = await get(`${await again.url()}/v1/clients/${data.id}`, token);
    expect(found).toMatchObject({ status: 200, body: { data: { name: 'Acknowledged' } } });
  },
);

test('a full disk stops a first start with one line, and leaves no files behind that take space', async () => {
  const { environment, fail } = disk();
  const directory = newDirectory();
  fail('ENOSPC');
  const first = serve(directory, environment);
  expect(await first.ended).toBe(1);
  expect(first.stderr).toMatch(oneLine(/no space left on device/));
  expect(readdirSync(directory)).toEqual(['lock']);
});

test('a full disk ends a command with one line, in its own process or run by a server', async () => {
  const directory = newCopy();
  const { environment, fail, mend } = disk();
  const words = ['org', 'create', '--name', 'Acme', '--slug', 'acme'];
  fail('ENOSPC');
  const alone = start('cli', { DATA_DIR: directory, ...environment }, words);
  expect(await alone.ended).toBe(1);
  expect(alone.stderr).toMatch(oneLine(/No space left on device/));
  mend();
  const server = serve(directory, environment);
  await server.url();
  fail('ENOSPC');
  const handedOver = start('cli', { DATA_DIR: directory }, words);
  expect(await Promise.all([handedOver.ended, server.ended])).toEqual([1, 1]);
  expect(handedOver.stderr).toMatch(
    /^the server (?:at [^\n]+ did not answer: [^\n]+|ended before the command did(?:: [^\n]+)?)\n$/,
  );
});

test('a data directory that is moved away ends the server, even without requests', async () => {
  const directory = newCopy();
  const server = serve(directory);
  await server.url();
  renameSync(directory, `${directory}.away`);
  expect(await server.ended).toBe(1);
  expect(server.stderr).toMatch(oneLine(/deleted or moved/));
});

test('a database whose log is gone is neither started nor recreated: one line', async () => {
  const directory = newCopy();
  rmSync(join(directory, 'database', 'pg_wal'), { recursive: true });
  const server = serve(directory);
  expect(await server.ended).toBe(1);
  expect(server.stderr).toMatch(oneLine(/./));
});
