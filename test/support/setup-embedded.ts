import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { wrapEmbedded } from '../../src/core/db/embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    embedded: { dump: string; directory: string };
    databaseUrl: string;
  }
}

/** Prepares a migrated embedded database. Opening a copy is faster than creating one per test file. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'clientele-test-'));
  const [directory, dump] = [join(folder, 'database'), join(folder, 'dump.tar')];
  setFlagsFromString('--liftoff-only');
  const engine = await PGlite.create(directory);
  await wrapEmbedded(engine).migrate();
  writeFileSync(dump, Buffer.from(await (await engine.dumpDataDir('none')).arrayBuffer()));
  await engine.close();
  project.provide('embedded', { dump, directory });
  return () => rmSync(folder, { recursive: true, force: true });
}
