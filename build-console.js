/** Bundles the web console into `build/console/`: a page, and its script and styles under names with a hash. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { writeCompressed } from './compress.js';

const directory = 'build/console';
const unfinished = `${directory}.unfinished`;

const { outputFiles } = await build({
  entryPoints: ['console/src/main.tsx', 'console/src/main.css'],
  outdir: unfinished,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // From its sources: a fresh clone has not built the package yet.
  alias: { '@clientele/client': './client/src/index.ts' },
  legalComments: 'none',
  write: false,
  logLevel: 'warning',
});

rmSync(unfinished, { recursive: true, force: true });
mkdirSync(unfinished, { recursive: true });
let page = readFileSync('console/index.html', 'utf8');
for (const { path, contents } of outputFiles) {
  const name = basename(path);
  page = page.replace(`./${name}`, `./console/${writeCompressed(unfinished, name, contents, 11)}`);
}
writeFileSync(join(unfinished, 'index.html'), page);
rmSync(directory, { recursive: true, force: true });
renameSync(unfinished, directory);
