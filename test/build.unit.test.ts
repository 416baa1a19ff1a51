import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const parent = mkdtempSync(join(tmpdir(), 'clientele-build-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));
const folder = join(parent, 'programs');
const entry = join(parent, 'program.js');

/** Writes a file as if it had been written long ago; what changes while it is built is built again the next time. */
function writeBefore(path: string, text: string, secondsAgo: number): void {
  writeFileSync(path, text);
  const then = new Date(Date.now() - secondsAgo * 1_000);
  utimesSync(path, then, then);
}

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
  const built = ['chunk-NEW.js', 'program.js', 'program.js.map', 'record.json'];
  expect(build()).toEqual(built);

  // The time of what is built tells when it was wanted last, not when it changed.
  for (const name of built) utimesSync(join(folder, name), twoDaysAgo, twoDaysAgo);
  expect(build()).toEqual(['program.js', 'program.js.map', 'record.json']);
  rmSync(entry);
  writeFileSync(join(parent, 'other.js'), 'console.log("two");');
  execFileSync(process.execPath, ['build.js', folder, join(parent, 'other.js')]);
  expect(readdirSync(folder)).toContain('program.js');
});

test('what is as it was is not built again; what has changed in any way, or is gone, is', () => {
  const output = join(folder, 'program.js');
  const builtAt = () => {
    build();
    return statSync(join(folder, 'record.json')).ino;
  };
  writeBefore(entry, 'console.log("one");', 20);
  const first = builtAt();
  expect(builtAt()).toBe(first);

  // An older file of the same length.
  writeBefore(entry, 'console.log("two");', 30);
  const second = builtAt();
  expect(readFileSync(output, 'utf8')).toContain('two');
  expect(builtAt()).toBe(second);

  rmSync(output);
  build();
  expect(readFileSync(output, 'utf8')).toContain('two');
});
