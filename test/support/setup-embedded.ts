import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { wrapEmbedded } from '../../src/core/db/database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    embedded: { emptyDump: string; migratedDump: string; migratedDirectory: string };
    databaseUrl: string;
  }
}

/** Prepares an empty and a migrated embedded database. Opening a copy is faster than creating one per test file. */
export default async function setup(project: TestProject) {
  const directory = mkdtempSync(join(tmpdir(), 'clientele-test-'));
  const migratedDirectory = join(directory, 'database');
  setFlagsFromString('--liftoff-only');
  const engine = await PGlite.create(migratedDirectory);
  const dump = async (name: string) => {
    const path = join(directory, name);
    writeFileSync(path, Buffer.from(await (await engine.dumpDataDir('none')).arrayBuffer()));
    return path;
  };
  const emptyDump = await dump('empty.tar');
  await wrapEmbedded(engine).migrate();
  const migratedDump = await dump('migrated.tar');
  await engine.close();
  project.provide('embedded', { emptyDump, migratedDump, migratedDirectory });
  return () => rmSync(directory, { recursive: true, force: true });
}
