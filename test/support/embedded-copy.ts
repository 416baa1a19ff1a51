import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import { type Database, wrapEmbedded } from '../../src/core/db.ts';

/**
 * Opens a copy of an embedded database that the run's setup made.
 * @param dataDir where the copy is kept; in memory when absent
 */
export async function openEmbeddedCopy(kind: 'empty' | 'migrated', dataDir?: string): Promise<Database> {
  const dump = new Blob([readFileSync(inject('embeddedDumps')[kind])]);
  return wrapEmbedded(await PGlite.create({ ...(dataDir && { dataDir }), loadDataDir: dump }));
}
