/**
 * Bundles programs for Node, with most packages that they use; does nothing when all that went into them is as it was. What
 * has not changed is not written, and what has is put in place whole, so that it may run beside programs that are starting.
 *
 * `node build.js` bundles the service; `node build.js FOLDER ENTRY…` others. The folder lies two levels deep like the
 * sources, since they find files by their own place.
 */
import {
  existsSync,
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
import { isDeepStrictEqual } from 'node:util';

const [folder = 'build/programs', ...given] = process.argv.slice(2);
const programs = given.length > 0 ? given : ['src/server.ts', 'src/worker.ts', 'src/cli.ts'];

const outside = [
  // They find files by their own place.
  '@electric-sql/pglite',
  '@scalar/fastify-api-reference',
  'argon2',
  'fs-native-extensions',
  'pino',
  // No ES module, and loaded by its names only when it is asked for.
  'undici',
  // That they are not loaded where nobody asked for them can be seen by their paths.
  '@opentelemetry/*',
  'prom-client',
];

/** Says what was built last: `{ programs, inputs: { path: size and time }, outputs: names }`. */
const record = join(folder, 'record.json');
const now = new Date();

const built = readBuilt();
if (built) keep(built.outputs);
else await make();

/** What was built last, if the same would be built again. */
function readBuilt() {
  try {
    const last = JSON.parse(readFileSync(record, 'utf8'));
    const inputs = stateOf(Object.keys(last.inputs));
    const isCurrent = isDeepStrictEqual([last.programs, last.inputs], [programs, inputs]);
    const areThere = last.outputs.every((name) => existsSync(join(folder, name)));
    return isCurrent && areThere ? last : undefined;
  } catch {
    return undefined;
  }
}

function stateOf(paths) {
  const state = (path) => {
    const file = statSync(path, { throwIfNoEntry: false });
    return file && `${file.size} ${file.mtimeMs}`;
  };
  return Object.fromEntries(paths.map((path) => [path, state(path)]));
}

async function make() {
  // Only here, since it takes as long to load as all the rest when nothing has changed.
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
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
    sourcesContent: false,
    // Packages that are no ES modules ask for what comes with Node by `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
    },
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  mkdirSync(folder, { recursive: true });
  for (const { path, contents } of outputFiles) if (!isWritten(path, contents)) write(path, contents);
  const outputs = outputFiles.map(({ path }) => basename(path));
  keep(outputs);
  // All files of packages have the same time; the last of these changes with each installation.
  const inputs = [
    ...Object.keys(metafile.inputs),
    'build.js',
    'tsconfig.json',
    'node_modules/.package-lock.json',
  ];
  const changedMeanwhile = inputs.some(
    (path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= now,
  );
  if (changedMeanwhile) rmSync(record, { force: true });
  else write(record, JSON.stringify({ programs, inputs: stateOf(inputs), outputs }));
}

function isWritten(path, contents) {
  try {
    return readFileSync(path).equals(contents);
  } catch {
    return false;
  }
}

function write(path, contents) {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, contents);
  renameSync(unfinished, path);
}

/** Removes what no build has wanted for a day. What is younger, programs that are starting may still load. */
function keep(outputs) {
  const keptMs = 86_400_000;
  // Its time tells when it was wanted last.
  for (const name of outputs) utimesSync(join(folder, name), now, now);
  const wanted = new Set([...outputs, basename(record)]);
  for (const name of readdirSync(folder).filter((other) => !wanted.has(other))) {
    const path = join(folder, name);
    // Another build may remove it at the same time.
    const file = statSync(path, { throwIfNoEntry: false });
    if (file?.isFile() && now.getTime() - file.mtimeMs > keptMs) rmSync(path, { force: true });
  }
}
