import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test('the migrations match the tables', () => {
  const directory = temporaryFolder();
  cpSync(join(root, 'drizzle'), directory, { recursive: true });
  const before = readdirSync(directory);
  const generator = join(root, 'node_modules/drizzle-kit/bin.cjs');
  const out = relative(root, directory);
  const words = ['generate', '--dialect', 'postgresql', '--schema', './src/**/table.ts', '--out', out];
  const output = execFileSync(process.execPath, [generator, ...words], { cwd: root, encoding: 'utf8' });
  expect(output).toContain('No schema changes');
  expect(readdirSync(directory)).toEqual(before);
});
