/** Bundles the web console into `build/console/`: a page, and its script, styles and typeface under names with a hash. */

import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
  loader: { '.woff2': 'file' },
  assetNames: '[name]',
  legalComments: 'none',
  write: false,
  logLevel: 'warning',
};

export async function buildConsole() {
  const { outputFiles } = await build(options);
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  // Its license asks for that.
  copyFileSync('node_modules/@fontsource-variable/inter/LICENSE', join(unfinished, 'inter-LICENSE.txt'));
  let page = readFileSync('console/index.html', 'utf8');
  const isFont = ({ path }) => path.endsWith('.woff2');
  const [font, ...others] = outputFiles.toSorted((one, other) => Number(isFont(other)) - Number(isFont(one)));
  const fontName = basename(font.path);
  const hashedFont = writeCompressed(unfinished, fontName, font.contents, 0);
  page = page.replace(`./${fontName}`, `./console/${hashedFont}`);
  for (const { path, text } of others) {
    const name = basename(path);
    if (!page.includes(`"./${name}"`)) throw new Error(`console/index.html does not load ./${name}.`);
    const contents = Buffer.from(text.replaceAll(fontName, hashedFont));
    page = page.replace(`./${name}`, `./console/${writeCompressed(unfinished, name, contents, 11)}`);
  }
  writeFileSync(join(unfinished, 'index.html'), page);
  rmSync(directory, { recursive: true, force: true });
  renameSync(unfinished, directory);
}

if (argv[1] === fileURLToPath(import.meta.url)) await buildConsole();
