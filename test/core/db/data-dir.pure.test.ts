import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { connectToServer } from '../../../src/cli/socket.ts';
import { lockDataDir } from '../../../src/core/db/data-dir.ts';
import { openEmbedded } from '../../../src/core/db/embedded.ts';
import { openDatabase } from '../../../src/runtime.ts';
import { atEndOfFile } from '../../support/cleanup.ts';

/** A directory of this user's alone, and a file beside it that is somebody's treasure. */
function place() {
  const parent = mkdtempSync(join(tmpdir(), 'clientele-data-dir-'));
  atEndOfFile(() => rmSync(parent, { recursive: true, force: true }));
  const dataDir = join(parent, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const treasure = join(parent, 'treasure');
  writeFileSync(treasure, 'kept');
  return { dataDir, treasure, lock: join(dataDir, 'lock') };
}

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

test.each([0o770, 0o720, 0o707, 0o702, 0o777, 0o1777])(
  'a directory that others can write to (%o) is refused, and nothing in it is touched',
  (mode) => {
    const { dataDir, treasure, lock } = place();
    symlinkSync(treasure, lock);
    chmodSync(dataDir, mode);
    expect(() => lockDataDir(dataDir, 'server')).toThrow(/others can write to .+ chmod 700 /);
    expect(readFileSync(treasure, 'utf8')).toBe('kept');
  },
);

test.each([0o700, 0o750, 0o755])('a directory that only this user can write to (%o) is accepted', (mode) => {
  const { dataDir, lock } = place();
  chmodSync(dataDir, mode);
  lockDataDir(dataDir, 'server').lock?.release();
  expect(readFileSync(lock, 'utf8')).toBe(`server ${process.pid}\n`);
});

test('a link to a directory that only this user can write to is accepted, and one to any other is not', () => {
  const { dataDir } = place();
  symlinkSync(dataDir, `${dataDir}.link`);
  lockDataDir(`${dataDir}.link`, 'server').lock?.release();
  chmodSync(dataDir, 0o777);
  expect(() => lockDataDir(`${dataDir}.link`, 'server')).toThrow('others can write');
});

test('the directory of another user is refused, also by root', () => {
  const { dataDir } = place();
  if (isRoot) chownSync(dataDir, nobody, nobody);
  const foreign = isRoot ? dataDir : '/';
  expect(() => lockDataDir(foreign, 'command')).toThrow(
    /belongs to user \d+ and this process runs as user \d+/,
  );
});

test.each([
  ['a link', (treasure: string, lock: string) => symlinkSync(treasure, lock)],
  ['a directory', (_treasure: string, lock: string) => mkdirSync(lock)],
])('%s in place of the lock is refused, and its target is kept', (_what, plant) => {
  const { dataDir, treasure, lock } = place();
  plant(treasure, lock);
  expect(() => lockDataDir(dataDir, 'server')).toThrow(/ELOOP|EISDIR/);
  expect(readFileSync(treasure, 'utf8')).toBe('kept');
});

test('a failure to open the database releases the data directory', async () => {
  const { dataDir } = place();
  mkdirSync(join(dataDir, 'database'));
  writeFileSync(join(dataDir, 'database/PG_VERSION'), '99\n');
  const open = () => openDatabase({ database: { dataDir } }, 'command', pino({ level: 'silent' }));
  await expect(open()).rejects.toThrow(/^DATA_DIR cannot be used: /);
  expect(lockDataDir(dataDir, 'server').lock).not.toBeNull();
});

test.each(['lock', 'database/PG_VERSION'])(
  'a process ends when its %s was deleted or replaced',
  async (name) => {
    const { dataDir } = place();
    lockDataDir(dataDir, 'server');
    const end = vi.fn<(reason: string) => never>();
    const { close } = await openEmbedded(dataDir, end);
    const file = join(dataDir, name);
    const text = readFileSync(file);
    rmSync(file);
    await expect.poll(() => end.mock.calls).toContainEqual(['its files were deleted or moved']);
    end.mockClear();
    writeFileSync(file, text);
    await expect.poll(() => end.mock.calls.length).toBeGreaterThan(0);
    await close();
  },
);

test('a database in use is refused under every name of its directory', async () => {
  const { dataDir } = place();
  const link = `${dataDir}.link`;
  symlinkSync(dataDir, link);
  const open = (path: string) =>
    openDatabase({ database: { dataDir: path } }, 'command', pino({ level: 'silent' }));
  const { close } = await open(dataDir);
  for (const name of [dataDir, link, `${dataDir}/../data/.`, relative('', dataDir)])
    await expect(open(name)).rejects.toThrow(`is in use by another process (command ${process.pid})`);
  await close();
});

test('a command sends nothing to a link or a file in place of the socket', async () => {
  const { dataDir, treasure } = place();
  const real = join(dataDir, 'real.sock');
  const server = createServer().listen(real);
  atEndOfFile(() => server.close());
  symlinkSync(real, join(dataDir, 'cli.sock'));
  await expect(connectToServer(join(dataDir, 'cli.sock'), 1_000)).rejects.toThrow(
    'not a socket owned by this user',
  );
  await expect(connectToServer(treasure, 1_000)).rejects.toThrow('not a socket owned by this user');
});

test.runIf(isRoot)(
  'a command sends nothing to a socket of another user (only root can make one to try)',
  async () => {
    const { dataDir } = place();
    const path = join(dataDir, 'cli.sock');
    const server = createServer();
    await new Promise<void>((listening) => server.listen(path, listening));
    atEndOfFile(() => server.close());
    chownSync(path, nobody, nobody);
    await expect(connectToServer(path, 1_000)).rejects.toThrow('not a socket owned by this user');
  },
);
