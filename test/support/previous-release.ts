import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { temporaryFolder } from './folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const commit = manifest.previousRelease;

/** True when the history of this clone has the previous release, and in CI, where it must. */
export const hasPreviousRelease =
  process.env.CI === 'true' ||
  spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'ignore' }).status === 0;

/** Builds the programs of the previous release in a directory, which is deleted at the end of the test file. */
export function buildPreviousRelease(): string {
  const directory = temporaryFolder();
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x'], { cwd: directory, input: archive });
  if (hasInstalled(packagesOf(directory)))
    symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  else execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit'], { cwd: directory, stdio: 'ignore' });
  for (const script of ['build.js', 'build-reference.js'])
    execFileSync(process.execPath, [script], { cwd: directory, stdio: 'inherit' });
  return directory;
}

type Packages = Record<string, { version?: string; dev?: boolean }>;

const packagesOf = (directory: string): Packages =>
  JSON.parse(readFileSync(join(directory, 'package-lock.json'), 'utf8')).packages;

/** True if this clone has the packages that another one's programs need, in the same versions. */
function hasInstalled(packages: Packages): boolean {
  const own = packagesOf(root);
  return Object.entries(packages)
    .filter(([path, { dev }]) => path.startsWith('node_modules/') && !dev)
    .every(([path, { version }]) => own[path]?.version === version);
}
