import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { lockDatabase, lockDataDir } from '../../../src/core/db/data-dir.ts';
import { openEmbedded } from '../../../src/core/db/embedded.ts';
import { openDatabase } from '../../../src/runtime.ts';
import { temporaryFolder } from '../../support/folder.ts';

/** A directory of this user's alone, and a file beside it that is somebody's treasure. */
function place() {
  const parent = temporaryFolder();
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
  ['a second name of a file elsewhere', linkSync],
  ['a directory', (_treasure: string, lock: string) => mkdirSync(lock)],
])('%s in place of the lock is refused, and its target is kept', (_what, plant) => {
  const { dataDir, treasure, lock } = place();
  plant(treasure, lock);
  expect(() => lockDataDir(dataDir, 'server')).toThrow(/ELOOP|not a file of this user alone|EISDIR/);
  expect(readFileSync(treasure, 'utf8')).toBe('kept');
});

const end = (reason: string): never => {
  throw new Error(reason);
};

test('a link in place of the database is refused, and its target is kept', async () => {
  const { dataDir, treasure } = place();
  symlinkSync(treasure, join(dataDir, 'database'));
  await expect(openEmbedded(dataDir, end)).rejects.toThrow('is a link');
  expect(readFileSync(treasure, 'utf8')).toBe('kept');
});

test.runIf(isRoot)('the database of another user is refused (only root can make one to try)', async () => {
  const { dataDir } = place();
  mkdirSync(join(dataDir, 'database'));
  chownSync(join(dataDir, 'database'), nobody, nobody);
  await expect(openEmbedded(dataDir, end)).rejects.toThrow(/belongs to user 65534/);
});

test('the lock of a database tells that its files were deleted, and replaced by others', () => {
  const { dataDir } = place();
  const file = join(dataDir, 'PG_VERSION');
  writeFileSync(file, '17\n');
  const lock = lockDatabase(dataDir);
  expect(lock?.isInPlace()).toBe(true);
  rmSync(file);
  expect(lock?.isInPlace()).toBe(false);
  writeFileSync(file, '17\n');
  expect(lock?.isInPlace()).toBe(false);
  lock?.release();
});

test('a database in use is refused under every name of its directory, and after its lock file was deleted', async () => {
  const { dataDir, lock } = place();
  const link = `${dataDir}.link`;
  symlinkSync(dataDir, link);
  const open = (path: string) =>
    openDatabase({ database: { dataDir: path } }, 'command', pino({ level: 'silent' }));
  const { close } = await open(dataDir);
  for (const name of [dataDir, link, `${dataDir}/../data/.`, relative('', dataDir)])
    await expect(open(name)).rejects.toThrow(`is in use by another process (command ${process.pid})`);
  rmSync(lock);
  await expect(open(dataDir)).rejects.toThrow('(whose lock file was deleted)');
  await close();
});
