import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../src', import.meta.url));

const rooms = ['health', 'organization', 'users', 'tokens', 'clients', 'activities', 'dashboards'];

/** What each part of the house may import besides itself and packages. */
const allowed = new Map<string, string[]>([
  ['core', []],
  ['config', []],
  ['log', ['config', 'core']],
  ['health', ['core']],
  ['organization', ['core']],
  ['users', ['core', 'organization']],
  ['tokens', ['core', 'organization', 'users']],
  ['clients', ['core', 'organization']],
  ['activities', ['core', 'organization', 'clients']],
  ['dashboards', ['core', 'organization', 'users', 'clients', 'activities']],
  ['api', ['core', ...rooms]],
  ['client', ['api']],
  ['runtime', ['config', 'core', 'tokens', 'dashboards']],
  ['http', ['core', 'api']],
  ['cli', ['core', 'config', 'log', 'runtime', ...rooms]],
  ['worker', ['core', 'dashboards']],
  ['telemetry', ['config', 'core', 'log', 'tokens', 'dashboards', 'http', 'worker']],
  ['main', ['core', 'config']],
  ['cli.ts', ['cli', 'config']],
  ['worker.ts', ['config', 'log', 'main', 'runtime', 'worker', 'telemetry']],
  ['server', ['core', 'config', 'log', 'main', 'runtime', 'http', 'cli', 'worker', 'telemetry']],
]);

/** The folder directly below `src`, or the name of a file there. */
function partOf(path: string): string {
  const [first = '', ...rest] = relative(source, path).split('/');
  if (rest.length > 0) return first;
  return ['cli.ts', 'worker.ts'].includes(first) ? first : first.replace('.ts', '');
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => join(source, path));

const imports = files.flatMap((file) =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)[^;]*? from '(\.[^']+)'|import\('(\.[^']+)'\)/gm,
    ),
  ].map(([, specifier, dynamic]) => ({ file, target: resolve(dirname(file), specifier ?? dynamic ?? '') })),
);

test('every import goes the one way: core ← rooms ← api ← edges ← mains', () => {
  const wrong = imports
    .map(({ file, target }) => ({ file, from: partOf(file), to: partOf(target) }))
    .filter(({ from, to }) => from !== to && !allowed.get(from)?.includes(to))
    .map(({ file, to }) => `${relative(source, file)} imports ${to}`);
  expect(imports.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

test('only the configuration reads the environment', () => {
  const readers = files.filter((file) => readFileSync(file, 'utf8').includes('process.env'));
  expect(readers.map((file) => relative(source, file))).toEqual(['config.ts']);
});

test('no file has grown beyond one thing: 400 lines', () => {
  const long = files.filter((file) => readFileSync(file, 'utf8').split('\n').length > 400);
  expect(long.map((file) => relative(source, file))).toEqual([]);
});

test('only core makes procedures, so that none can do without token, limits and permission', () => {
  const makers = files.filter((file) => readFileSync(file, 'utf8').includes('initTRPC'));
  expect(makers.map((file) => relative(source, file)).sort()).toEqual(['cli/operator.ts', 'core/trpc.ts']);
});
