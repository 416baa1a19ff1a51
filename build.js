/**
 * Bundles programs for Node; their packages stay outside. What has not changed is not written, and what has is put in place
 * whole, so that it may run beside programs that are starting.
 *
 * `node build.js` bundles the service; `node build.js FOLDER ENTRY…` others. The folder lies two levels deep like the
 * sources, since they find files by their own place.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const [folder = 'build/programs', ...given] = process.argv.slice(2);
const programs = given.length > 0 ? given : ['src/server.ts', 'src/worker.ts', 'src/cli.ts'];

const { outputFiles } = await build({
  entryPoints: programs,
  entryNames: '[name]',
  outdir: folder,
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  write: false,
  logLevel: 'warning',
});

mkdirSync(folder, { recursive: true });
for (const { path, contents } of outputFiles) {
  if (isWritten(path, contents)) continue;
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, contents);
  renameSync(unfinished, path);
}

function isWritten(path, contents) {
  try {
    return readFileSync(path).equals(contents);
  } catch {
    return false;
  }
}
