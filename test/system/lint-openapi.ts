/**
 * Lints openapi.json by the rules of .spectral.yaml: `npm run lint:openapi`. Installs Spectral in a temporary folder,
 * since it would be 70 MB of every `npm ci`.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'clientele-lint-'));

const packages = ['@stoplight/spectral-cli@6.16.3', '@stoplight/spectral-owasp-ruleset@2.0.1'];

const run = (file: string, ...words: string[]) =>
  execFileSync(file, words, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });

try {
  // The ruleset is looked up beside the file that names it.
  for (const file of ['openapi.json', '.spectral.yaml']) copyFileSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  run('npm', 'install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', ...packages);
  run('npx', 'spectral', 'lint', 'openapi.json', '--fail-severity', 'hint');
} catch (error) {
  // The command has printed why.
  if (!(error instanceof Error && 'status' in error)) throw error;
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
