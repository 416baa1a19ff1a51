import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { tryLock } from 'fs-native-extensions';

/** The kind of process that holds a data directory. A CLI command holds it only briefly. */
export type DataDirHolder = 'server' | 'command';

export interface DataDirLock {
  release(): void;
}

const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants;

/**
 * Locks the data directory of the embedded database, and creates it if needed. The operating system holds the lock and
 * releases it when the process ends in any way.
 * @returns a null lock and the holder (`server 4711`) if another process has it
 * @throws Error if other users can write to the directory
 */
export function lockDataDir(
  dataDir: string,
  holder: DataDirHolder,
): { lock: DataDirLock } | { lock: null; heldBy: string } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // The owner of a symbolic link does not matter; its target is checked.
  requireOwnDirectory(dataDir, statSync(dataDir));
  const path = join(dataDir, 'lock');
  const file = openSync(path, O_RDWR | O_CREAT | (O_NOFOLLOW ?? 0), 0o600);
  const stats = fstatSync(file);
  // A hard link would let the lock file be a file elsewhere.
  if (!stats.isFile() || stats.nlink > 1 || !isOwn(stats)) {
    closeSync(file);
    throw new Error(`${path} is not a file of this user alone; see who put it there, and remove it`);
  }
  const text = readFileSync(file, 'utf8').trim();
  const lock = lockOpenFile(file);
  if (!lock) return { lock, heldBy: text };
  ftruncateSync(file);
  writeSync(file, `${holder} ${process.pid}\n`, 0);
  return { lock };
}

/** @throws Error that says what to do, unless this user owns the directory and only this user can write to it */
export function requireOwnDirectory(path: string, stats: Stats): void {
  if (!stats.isDirectory()) throw new Error(`${path} is not a directory`);
  if (!isOwn(stats)) {
    const user = `user ${process.getuid?.()}`;
    throw new Error(
      `${path} belongs to user ${stats.uid} and this process runs as ${user}; run it as the owner, or use another directory`,
    );
  }
  if (isPosix && (stats.mode & 0o022) !== 0) {
    throw new Error(
      `others can write to ${path}; see that nobody has put anything there, then run: chmod 700 ${path}`,
    );
  }
}

/** True on systems where files have owners and modes. */
const isPosix = process.getuid !== undefined;

const isOwn = ({ uid }: Stats): boolean => !isPosix || uid === process.getuid?.();

export const databaseDirectory = (dataDir: string): string => join(dataDir, 'database');

/** A lock on the database in a data directory. */
export interface DatabaseLock extends DataDirLock {
  /** False if the locked database was deleted, moved or replaced. */
  isInPlace(): boolean;
}

/**
 * Locks a file of the database itself, in a data directory that this process has already locked. It detects a second
 * process even if somebody deleted the directory's lock file.
 * @returns null if another process has it
 */
export function lockDatabase(directory: string): DatabaseLock | null {
  const path = join(directory, 'PG_VERSION');
  const file = openSync(path, O_RDWR | (O_NOFOLLOW ?? 0));
  const { dev, ino } = fstatSync(file);
  const lock = lockOpenFile(file);
  return (
    lock && {
      ...lock,
      isInPlace() {
        const found = lstatSync(path, { throwIfNoEntry: false });
        return found?.dev === dev && found.ino === ino;
      },
    }
  );
}

function lockOpenFile(file: number): DataDirLock | null {
  if (tryLock(file)) return { release: () => closeSync(file) };
  closeSync(file);
  return null;
}

/** The longest path of a socket on all operating systems. Longer ones are truncated silently. */
const maxSocketPathBytes = 103;

/**
 * Returns the path of the socket on which the server of a data directory serves CLI commands: absolute or relative,
 * whichever is shorter.
 * @throws Error if both are too long for a socket
 */
export function cliSocketPath(dataDir: string): string {
  const absolute = join(resolve(dataDir), 'cli.sock');
  const fromHere = relative('', absolute);
  const path = fromHere.length < absolute.length ? fromHere : absolute;
  if (Buffer.byteLength(path) <= maxSocketPathBytes) return path;
  throw new Error('its path is too long for a socket in it; use a path of up to 80 characters');
}
