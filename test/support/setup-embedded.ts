import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { wrapEmbedded } from '../../src/core/db.ts';

declare module 'vitest' {
  interface ProvidedContext {
    embeddedDump: string;
    databaseUrl: string;
  }
}

/** Makes one migrated embedded database; each test file opens a copy of it, which is faster than making its own. */
export default async function setup(project: TestProject) {
  const directory = mkdtempSync(join(tmpdir(), 'clientele-test-'));
  const engine = await PGlite.create();
  await wrapEmbedded(engine).migrate();
  const dump = await engine.dumpDataDir('none');
  const path = join(directory, 'database.tar');
  writeFileSync(path, Buffer.from(await dump.arrayBuffer()));
  await engine.close();
  project.provide('embeddedDump', path);
  return () => rmSync(directory, { recursive: true, force: true });
}
