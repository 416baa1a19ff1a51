import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../src', import.meta.url));

const modules = [
  'health',
  'organization',
  'users',
  'tokens',
  'clients',
  'activities',
  'connections',
  'insights',
  'dashboards',
  'audit',
  'overview',
  'organization-data',
  'erasure',
];

/** The modules that each module may import, besides itself and packages. */
const allowed = new Map<string, string[]>([
  ['core', []],
  ['config', ['core']],
  ['log', ['config', 'core']],
  ['health', ['core']],
  ['organization', ['core']],
  ['users', ['core', 'organization']],
  ['tokens', ['core', 'organization', 'users']],
  ['clients', ['core', 'organization']],
  ['activities', ['core', 'organization', 'clients']],
  ['connections', ['core', 'organization', 'users', 'clients', 'activities']],
  ['insights', ['core', 'organization', 'users', 'clients', 'activities']],
  ['dashboards', ['core', 'clients', 'insights']],
  ['audit', ['core', 'tokens']],
  ['overview', ['core', 'organization', 'clients', 'activities', 'insights']],
  [
    'organization-data',
    ['core', 'organization', 'users', 'tokens', 'clients', 'activities', 'insights', 'connections'],
  ],
  [
    'erasure',
    ['core', 'organization', 'users', 'tokens', 'clients', 'activities', 'insights', 'connections'],
  ],
  ['api', ['core', ...modules]],
  ['runtime', ['config', 'core', 'tokens', 'insights', 'connections']],
  ['http', ['core', 'api']],
  ['demo', ['core', 'organization', 'users', 'tokens', 'clients', 'activities']],
  ['cli', ['core', 'config', 'log', 'runtime', 'api', ...modules]],
  ['worker', ['core', 'erasure', 'insights', 'connections']],
  ['telemetry', ['config', 'core', 'log', 'tokens', 'insights', 'connections', 'http', 'worker']],
  ['main', ['core', 'config']],
  ['cli.ts', ['cli', 'config']],
  ['worker.ts', ['config', 'log', 'main', 'runtime', 'worker', 'telemetry']],
  ['server', ['core', 'config', 'log', 'main', 'runtime', 'http', 'cli', 'demo', 'worker', 'telemetry']],
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

test('imports go one way: core ← modules ← api ← http, cli, worker ← entry points', () => {
  const wrong = imports
    .map(({ file, target }) => ({ file, from: partOf(file), to: partOf(target) }))
    .filter(({ from, to }) => from !== to && !allowed.get(from)?.includes(to))
    .map(({ file, to }) => `${relative(source, file)} imports ${to}`);
  expect(imports.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

test('the insight engines do not import each other, and shared code imports neither', () => {
  const folders = ['built-in', 'language-model', 'text'].map((name) => join(source, 'insights', name));
  const folderOf = (path: string) => folders.find((folder) => path.startsWith(`${folder}/`));
  const shared = folders.at(-1);
  const within = imports
    .map(({ file, target }) => ({ file, from: folderOf(file), to: folderOf(target) }))
    .filter(({ from, to }) => from !== undefined && to !== undefined);
  const wrong = within.filter(({ from, to }) => from !== to && to !== shared);
  expect(within.length).toBeGreaterThan(20);
  expect(wrong.map(({ file }) => relative(source, file))).toEqual([]);
});

test('only the configuration reads the environment', () => {
  const readers = files.filter((file) => readFileSync(file, 'utf8').includes('process.env'));
  expect(readers.map((file) => relative(source, file))).toEqual(['config.ts']);
});

test('no file is longer than 400 lines', () => {
  const long = files.filter((file) => readFileSync(file, 'utf8').split('\n').length > 400);
  expect(long.map((file) => relative(source, file))).toEqual([]);
});

test('only core creates procedures, so none can skip token, limits and permission', () => {
  const makers = files.filter((file) => readFileSync(file, 'utf8').includes('initTRPC'));
  expect(makers.map((file) => relative(source, file)).sort()).toEqual([
    'cli/procedures/base.ts',
    'core/trpc.ts',
  ]);
});
