/**
 * Bundles the programs of the service into `build/programs/`. The folder lies two levels deep like the sources, since
 * both find files by their own place. Transforming TypeScript at run time instead took a quarter of a read's processor time,
 * and 2.4 s of a start.
 *
 * `node build.js --watch` goes on with every change, and runs the server, which restarts with what was built.
 * `node build.js FOLDER ENTRY…` bundles other programs.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, context, stop } from 'esbuild';
import { buildConsole } from './build-console.js';

const { values, positionals } = parseArgs({
  options: { watch: { type: 'boolean' } },
  allowPositionals: true,
});
const [folder = 'build/programs', ...given] = positionals;
const own = [
  'src/server.ts',
  'src/worker.ts',
  'src/cli.ts',
  'src/insights/built-in/insight-thread.ts',
  'src/activities/import/ics-thread.ts',
  'src/connections/mail-thread.ts',
];

/**
 * tRPC copies objects with a helper of its bundler, which takes a tenth of a read's processor time: see
 * docs/decisions/0030-ordinary-http.md. Nothing else depends on this plugin.
 */
const plainCopies = {
  name: 'plain-copies',
  /** @param {import('esbuild').PluginBuild} build */
  setup({ onLoad, onEnd }) {
    let isReplaced = false;
    onEnd(() =>
      isReplaced ? undefined : { errors: [{ text: 'tRPC has no such helper: remove this plugin' }] },
    );
    onLoad({ filter: /@trpc.server.dist.[^/]+\.mjs$/ }, async ({ path }) => {
      const contents = await readFile(path, 'utf8');
      const helper = /(?<=function _objectSpread2\(e\) \{)/;
      isReplaced ||= helper.test(contents);
      return { contents: contents.replace(helper, 'return Object.assign(...arguments);') };
    });
  },
};

/** @type {import('esbuild').BuildOptions} */
const options = {
  entryPoints: given.length > 0 ? given : own,
  entryNames: '[name]',
  outdir: folder,
  bundle: true,
  splitting: true,
  external: [
    // They find files by their own place.
    '@electric-sql/pglite',
    '@scalar/fastify-api-reference',
    'argon2',
    'fs-native-extensions',
    'pino',
    'piscina',
    // CommonJS, and loaded only on request.
    'undici',
    // Tests see by their paths that they are loaded only on request.
    '@opentelemetry/*',
    'prom-client',
  ],
  plugins: given.length > 0 ? [] : [plainCopies],
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  sourcesContent: false,
  // CommonJS packages load the modules of Node by `require`.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  metafile: true,
  logLevel: 'warning',
};

if (values.watch) {
  const restart = serverRunner();
  const setup = ({ onEnd }) => onEnd(({ errors }) => (errors.length === 0 ? restart() : undefined));
  const watching = await context({ ...options, plugins: [...options.plugins, { name: 'restart', setup }] });
  await watching.watch();
  if (given.length === 0) watchConsole(restart);
} else {
  const { metafile } = await build(options);
  // Chunks are named after their content, so those of earlier builds would pile up.
  const outputs = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
  for (const name of readdirSync(folder)) if (!outputs.has(name)) rmSync(join(folder, name));
}

/** Returns a function that starts the server, or starts it anew. */
function serverRunner() {
  let server;
  process.once('SIGTERM', async () => {
    server?.kill();
    // The bundler is a process too, which may outlive this one.
    await stop();
    process.exit();
  });
  return async () => {
    if (server !== undefined) process.stdout.write('Built, restarting.\n');
    if (server?.kill()) await once(server, 'exit');
    server = spawn(process.execPath, ['--enable-source-maps', join(folder, 'server.js')], {
      stdio: 'inherit',
    });
  };
}

/**
 * Bundles the console after each change. The server reads its files on start.
 * @param {() => Promise<void>} restart
 */
function watchConsole(restart) {
  let timer;
  const rebuild = () =>
    buildConsole().then(restart, ({ message }) => void process.stderr.write(`${message}\n`));
  watch('console', { recursive: true }, () => {
    // An editor writes a file in several steps.
    clearTimeout(timer);
    timer = setTimeout(rebuild, 100);
  });
}
