import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const parent = mkdtempSync(join(tmpdir(), 'clientele-build-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));
const folder = join(parent, 'programs');
const entry = join(parent, 'program.js');

function build(): string[] {
  execFileSync(process.execPath, ['build.js', folder, entry], { stdio: 'inherit' });
  return readdirSync(folder).sort();
}

test('what no build has wanted for a day is removed; what one that is starting may load is not', () => {
  writeFileSync(entry, 'console.log("one");');
  mkdirSync(folder);
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  for (const name of ['chunk-OLD.js', 'chunk-NEW.js', 'program.js']) writeFileSync(join(folder, name), '');
  utimesSync(join(folder, 'chunk-OLD.js'), twoDaysAgo, twoDaysAgo);
  const built = ['chunk-NEW.js', 'program.js', 'program.js.map'];
  expect(build()).toEqual(built);

  // The time of what is built tells when it was wanted last, not when it changed.
  for (const name of built) utimesSync(join(folder, name), twoDaysAgo, twoDaysAgo);
  expect(build()).toEqual(['program.js', 'program.js.map']);
  rmSync(entry);
  writeFileSync(join(parent, 'other.js'), 'console.log("two");');
  execFileSync(process.execPath, ['build.js', folder, join(parent, 'other.js')]);
  expect(readdirSync(folder)).toContain('program.js');
});
