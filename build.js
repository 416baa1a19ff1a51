/**
 * Bundles programs for Node, with the packages that they use: one file is read in a third of the time of hundreds. What has
 * not changed is not written, and what has is put in place whole, so that it may run beside programs that are starting.
 *
 * `node build.js` bundles the service; `node build.js FOLDER ENTRY…` others. The folder lies two levels deep like the
 * sources, since they find files by their own place.
 */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

const [folder = 'build/programs', ...given] = process.argv.slice(2);
const programs = given.length > 0 ? given : ['src/server.ts', 'src/worker.ts', 'src/cli.ts'];

/** What finds files by its own place, or is loaded only by those who ask for it, stays where it was installed. */
const outside = [
  '@electric-sql/pglite',
  '@opentelemetry/*',
  '@scalar/fastify-api-reference',
  'argon2',
  'fs-native-extensions',
  'pino',
  'prom-client',
  'undici',
];

const { outputFiles } = await build({
  entryPoints: programs,
  entryNames: '[name]',
  outdir: folder,
  bundle: true,
  splitting: true,
  external: outside,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  // Packages that are no ES modules ask for what comes with Node by `require`.
  banner: {
    js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
  },
  write: false,
  logLevel: 'warning',
});

/** How long bundles of before are kept: programs that are starting may still load them. */
const keptMs = 86_400_000;

mkdirSync(folder, { recursive: true });
const now = new Date();
for (const { path, contents } of outputFiles) {
  if (isWritten(path, contents)) {
    // Its time tells when it was wanted last.
    utimesSync(path, now, now);
    continue;
  }
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, contents);
  renameSync(unfinished, path);
}

const wanted = new Set(outputFiles.map(({ path }) => basename(path)));
for (const name of readdirSync(folder).filter((other) => !wanted.has(other))) {
  const path = join(folder, name);
  // Another build may remove it at the same time.
  const file = statSync(path, { throwIfNoEntry: false });
  if (file?.isFile() && now.getTime() - file.mtimeMs > keptMs) rmSync(path, { force: true });
}

function isWritten(path, contents) {
  try {
    return readFileSync(path).equals(contents);
  } catch {
    return false;
  }
}
