import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEndOfFile } from './cleanup.ts';

/** Makes a folder that is deleted at the end of the test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clientele-test-'));
  atEndOfFile(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
