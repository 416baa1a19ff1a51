import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.ts';
import { type DatabaseLock, expectOwnDirectory, lockDatabase } from './data-dir.ts';
import { type Database, wrapEmbedded } from './database.ts';
import { type End, startEngine } from './engine.ts';

/** Interval of the check that the database still exists: open files stay writable after they are deleted. */
const checkEveryMs = 500;

/**
 * Opens the embedded PostgreSQL in a directory, and makes it first when there is none. The caller holds the lock.
 * @param dataDir an existing directory
 * @param end ends the process at once; called when the engine cannot go on, and would spin if it were asked anything more
 * @returns null when another process has the database all the same, since somebody deleted the lock's file
 */
export async function openEmbedded(dataDir: string, end: End): Promise<Database | null> {
  const directory = join(dataDir, 'database');
  const found = lstatSync(directory, { throwIfNoEntry: false });
  if (!found) await makeEmbedded(dataDir, directory, end);
  else if (found.isSymbolicLink()) throw new Error(`${directory} is a link; put the database itself there`);
  // The engine makes its files writable for everybody; nobody else may reach them.
  chmodSync(directory, 0o700);
  expectOwnDirectory(directory, lstatSync(directory));
  const lock = lockDatabase(directory);
  if (!lock) return null;
  const database = await openLocked(directory, lock, end);
  const looking = setInterval(() => {
    if (!lock.isInPlace()) end('its files were deleted or moved');
  }, checkEveryMs).unref();
  return {
    ...database,
    async close() {
      clearInterval(looking);
      await database.close();
      lock.release();
    },
  };
}

async function openLocked(directory: string, lock: DatabaseLock, end: End): Promise<Database> {
  try {
    return wrapEmbedded(await startEngine(directory, end));
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** An empty database, which `npm run build` makes. */
const template = join(root, 'build/database');

/** Makes a database aside and then renames it, so that a process killed here leaves nothing half made behind. */
async function makeEmbedded(dataDir: string, directory: string, end: End): Promise<void> {
  const prefix = 'database.unfinished';
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(prefix)))
    rmSync(join(dataDir, name), { recursive: true, force: true });
  const unfinished = mkdtempSync(join(dataDir, `${prefix}-`));
  try {
    if (existsSync(template)) cpSync(template, unfinished, { recursive: true });
    else await (await startEngine(unfinished, end)).close();
    renameSync(unfinished, directory);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw toError(error);
  }
}

/** The numbers by which the engine's own file system, which is no `Error`, tells why it could not write the files. */
const fileSystemFaults = new Map([
  [19, 'disk quota exceeded'],
  [29, 'input/output error'],
  [51, 'no space left on device'],
  [69, 'read-only file system'],
]);

function toError(error: unknown): unknown {
  if (error instanceof Error || typeof error !== 'object' || error === null || !('errno' in error))
    return error;
  return new Error(fileSystemFaults.get(Number(error.errno)) ?? `file system error ${error.errno}`);
}
