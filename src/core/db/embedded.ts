import { chmodSync, cpSync, lstatSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { root } from '../paths.ts';
import { databaseDirectory, lockDatabase, requireOwnDirectory } from './data-dir.ts';
import type { Database, Db } from './database.ts';
import { type End, startEngine } from './engine.ts';
import { applyMigrations, isReady } from './migrations.ts';

/** Interval of the check that the database still exists. Open files stay writable after they are deleted. */
const checkEveryMs = 500;

/**
 * Opens the embedded database in a data directory, and creates it if needed. The caller holds the directory's lock.
 * @param dataDir an existing directory
 * @param end called when the database has failed; ends the process at once, since PGlite would loop on its next call
 * @returns null if another process has the database although the directory was free: somebody deleted its lock file
 */
export async function openEmbedded(dataDir: string, end: End): Promise<Database | null> {
  const directory = databaseDirectory(dataDir);
  const found = lstatSync(directory, { throwIfNoEntry: false });
  if (!found) makeEmbedded(dataDir, directory);
  else if (found.isSymbolicLink()) throw new Error(`${directory} is a link; put the database itself there`);
  // PGlite creates files that everybody may write to, so the directory must keep others out.
  chmodSync(directory, 0o700);
  requireOwnDirectory(directory, lstatSync(directory));
  const lock = lockDatabase(directory);
  if (!lock) return null;
  const database = wrapEmbedded(await startEngine(directory, end));
  const watching = setInterval(() => {
    if (!lock.isInPlace()) end('its files were deleted or moved');
  }, checkEveryMs).unref();
  return {
    ...database,
    async close() {
      clearInterval(watching);
      await database.close();
      lock.release();
    },
  };
}

/**
 * Wraps an open embedded database.
 * @param pglite opened by `startEngine`, or in memory by tests
 */
export function wrapEmbedded(pglite: PGlite): Database {
  const db: Db = drizzle(pglite);
  return {
    db,
    isReady: () => isReady(db),
    migrate: () => applyMigrations(db),
    async listen(channel, onMessage, onListening) {
      await pglite.listen(channel, onMessage);
      onListening();
    },
    async rewrite() {
      for (const step of ['vacuum full', 'checkpoint', 'select pg_switch_wal()', 'checkpoint'])
        await pglite.exec(step);
    },
    close: () => pglite.close(),
  };
}

/** An empty database, made by `npm run build`. */
const template = join(root, 'build/database');

/** Creates the database under a temporary name and renames it, so that a killed process leaves no partial database. */
function makeEmbedded(dataDir: string, directory: string): void {
  const prefix = 'database.unfinished';
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(prefix)))
    rmSync(join(dataDir, name), { recursive: true, force: true });
  const unfinished = mkdtempSync(join(dataDir, `${prefix}-`));
  try {
    cpSync(template, unfinished, { recursive: true });
    renameSync(unfinished, directory);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}
