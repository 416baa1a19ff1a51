/** Bundles the web console into `build/console/`: a page, and its script and styles under names with a hash. */

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { writeCompressed } from './compress.js';

const directory = 'build/console';
const unfinished = `${directory}.unfinished`;

/** @type {import('esbuild').BuildOptions & { write: false }} */
const options = {
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
};

export async function buildConsole() {
  const { outputFiles } = await build(options);
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  let page = readFileSync('console/index.html', 'utf8');
  for (const { path, contents } of outputFiles) {
    const name = basename(path);
    if (!page.includes(`"./${name}"`)) throw new Error(`console/index.html does not load ./${name}.`);
    page = page.replace(`./${name}`, `./console/${writeCompressed(unfinished, name, contents, 11)}`);
  }
  writeFileSync(join(unfinished, 'index.html'), page);
  rmSync(directory, { recursive: true, force: true });
  renameSync(unfinished, directory);
}

if (argv[1] === fileURLToPath(import.meta.url)) await buildConsole();
