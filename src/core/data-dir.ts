/// <reference path="./fs-native-extensions.d.ts" />
// Else apps that compile the client, and with it this file, would miss the types.
import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { tryLock } from 'fs-native-extensions';

/** A server holds a data directory for long, a command of the operator only until it is done. */
export type DataDirHolder = 'server' | 'command';

/** What a process holds while it uses a data directory. */
export interface DataDirLock {
  release(): void;
}

/**
 * Takes the embedded database's directory for this process, and makes it when there is none. The lock is the
 * operating system's: it ends with the process, however that ends, and is never taken from a live one.
 * @returns null and the holder (`server 4711`) when another process has it
 */
export function lockDataDir(
  dataDir: string,
  holder: DataDirHolder,
): { lock: DataDirLock } | { lock: null; heldBy: string } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'lock');
  const file = openSync(path, 'a+', 0o600);
  const lock = lockOpenFile(file);
  if (!lock) return { lock, heldBy: readFileSync(path, 'utf8').trim() };
  ftruncateSync(file);
  writeSync(file, `${holder} ${process.pid}\n`);
  return { lock };
}

/**
 * Takes a database in a data directory for this process, which holds the directory's lock. That file somebody may have
 * deleted while its holder lives; this one is of the database itself.
 * @returns null when another process has it
 */
export function lockDatabase(directory: string): DataDirLock | null {
  return lockOpenFile(openSync(join(directory, 'PG_VERSION'), 'r+'));
}

function lockOpenFile(file: number): DataDirLock | null {
  if (tryLock(file)) return { release: () => closeSync(file) };
  closeSync(file);
  return null;
}

/** What operating systems take for a socket's path; a longer one would be cut silently. */
const maxSocketPathBytes = 103;

/**
 * Where the server that holds a data directory takes the operator's commands: by its absolute or its relative path,
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
