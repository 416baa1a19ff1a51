import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import type { Database } from '../../src/core/db/database.ts';
import { wrapEmbedded } from '../../src/core/db/embedded.ts';

/** Opens an in-memory copy of the migrated embedded database that the setup prepared. It has no files to rewrite. */
export async function openEmbeddedCopy(): Promise<Database> {
  const dump = new Blob([readFileSync(inject('embedded').dump)]);
  const { rewrite: _rewrite, ...database } = wrapEmbedded(await PGlite.create({ loadDataDir: dump }));
  return database;
}
