/// <reference path="./fs-native-extensions.d.ts" />
// Else apps that compile the client, and with it this file, would miss the types.
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

/** A server holds a data directory for long, a CLI command only until it is done. */
export type DataDirHolder = 'server' | 'command';

/** What a process holds while it uses a data directory. */
export interface DataDirLock {
  release(): void;
}

const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants;

/**
 * Takes the embedded database's directory for this process, and makes it when there is none. The lock is the
 * operating system's: it ends with the process, however that ends, and is never taken from a live one.
 * @returns null and the holder (`server 4711`) when another process has it
 * @throws Error when others than this user could put something into the directory
 */
export function lockDataDir(
  dataDir: string,
  holder: DataDirHolder,
): { lock: DataDirLock } | { lock: null; heldBy: string } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // The owner of a symbolic link does not matter; its target is checked.
  expectOwnDirectory(dataDir, statSync(dataDir));
  const path = join(dataDir, 'lock');
  const file = openSync(path, O_RDWR | O_CREAT | (O_NOFOLLOW ?? 0), 0o600);
  const stats = fstatSync(file);
  // A second name of a file is a link too, and one to a file elsewhere.
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

/** @throws Error that says what to do, unless only this user can put something into the directory */
export function expectOwnDirectory(path: string, stats: Stats): void {
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

/** True where files have owners and modes. */
const isPosix = process.getuid !== undefined;

export const isOwn = ({ uid }: Stats): boolean => !isPosix || uid === process.getuid?.();

/** What keeps a database in a data directory for one process. */
export interface DatabaseLock extends DataDirLock {
  /** False when what is at the database's path is not what is locked: it was deleted, moved or replaced. */
  isInPlace(): boolean;
}

/**
 * Locks the database itself, in a data directory that this process has locked already. The directory's lock file may have
 * been deleted while its holder was still running; this lock is on a file of the database.
 * @returns null when another process has it
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

/** What operating systems take for a socket's path; a longer one would be cut silently. */
const maxSocketPathBytes = 103;

/**
 * The socket on which the server that holds a data directory serves CLI commands, as an absolute or a relative path,
 * whichever is shorter.
 * @throws Error when both are too long for a socket
 */
export function operatorSocketPath(dataDir: string): string {
  const absolute = join(resolve(dataDir), 'operator.sock');
  const fromHere = relative('', absolute);
  const path = fromHere.length < absolute.length ? fromHere : absolute;
  if (Buffer.byteLength(path) <= maxSocketPathBytes) return path;
  throw new Error('its path is too long for a socket in it; choose one of up to 80 characters');
}
