import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import manifest from '../package.json' with { type: 'json' };

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const exists = (path: string) => existsSync(new URL(`../${path}`, import.meta.url));

const instructions = read('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    return { name, rest };
  });
const given = (name: string) => instructions.filter((line) => line.name === name).map(({ rest }) => rest);

const service = z.object({
  build: z.string().optional(),
  image: z.string(),
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string().nullable()).default({}),
  ports: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.unknown().optional(),
});
const { services } = z
  .object({ services: z.record(z.string(), service) })
  .parse(parse(read('compose.yaml'), { merge: true }));
const own = Object.values(services).filter(({ image }) => image === 'clientele');

test('everything that the image copies exists and is in the build context', () => {
  const copied = given('COPY')
    .filter((rest) => !rest.startsWith('--from'))
    .flatMap((rest) => rest.split(' ').slice(0, -1));
  const [everything, ...kept] = read('.dockerignore')
    .replaceAll(/^#.*\n/gm, '')
    .trim()
    .split('\n');
  expect(everything).toBe('*');
  expect(copied.filter((path) => !exists(path))).toEqual([]);
  expect(kept.map((line) => line.replace('!', ''))).toEqual([...new Set(copied)].toSorted());
});

test('the image is built with the compiler options that the console extends', () => {
  const { extends: base } = z.object({ extends: z.string() }).parse(parse(read('console/tsconfig.json')));
  expect(given('COPY').join(' ').split(' ')).toContain(join('console', base));
});

test('the image is built and run by one exact Node, which satisfies the engines', () => {
  const images = new Set(given('FROM').map((rest) => rest.replace(/ AS \w+$/, '')));
  const [, major, minor] = /^node:(\d+)\.(\d+)\.\d+-\w+-slim$/.exec([...images].join()) ?? [];
  const [, leastMajor, leastMinor] = /^>=(\d+)\.(\d+)$/.exec(manifest.engines.node) ?? [];
  const toNumber = (high = '', low = '') => Number(high) * 1_000 + Number(low);
  expect(toNumber(major, minor)).toBeGreaterThanOrEqual(toNumber(leastMajor, leastMinor));
});

test('the programs import nothing that the image leaves out', () => {
  const [, list = ''] = /rm -r ([^&]+)/.exec(given('RUN').join()) ?? [];
  const removed = list
    .trim()
    .split(' ')
    .map((path) => path.replace('node_modules/', ''));
  const inImage = Object.keys(manifest.dependencies).filter((name) => !removed.includes(name));
  const sources = readdirSync(new URL('../src', import.meta.url), { recursive: true, encoding: 'utf8' });
  const imported = sources
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => [
      ...read(`src/${path}`).matchAll(/^import (?!type)[^;]*?from '([^'.][^']*)'|import\('([^'.][^']*)'\)/gm),
    ])
    .map(([, fixed, dynamic]) => /^(@[^/]+\/)?[^/]+/.exec(fixed ?? dynamic ?? '')?.[0] ?? '')
    .filter((name) => !name.startsWith('node:'));
  expect(removed).toContain('esbuild');
  expect(imported.length).toBeGreaterThan(50);
  expect([...new Set(imported)].filter((name) => !inImage.includes(name))).toEqual([]);
});

test('the image does not run as root, and its health check uses the port it listens on', () => {
  expect(given('USER')).toEqual(['node']);
  expect(given('HEALTHCHECK')[0]).toMatch(/127\.0\.0\.1:.*PORT \|\| 3000.*\/livez/);
  expect(services.server?.ports[0]).toMatch(/:3000$/);
});

test('the health check of the worker asks the port of its metrics, which listens beyond the container', () => {
  const { test: words } = z.object({ test: z.array(z.string()) }).parse(services.worker?.healthcheck);
  expect(words.at(-1)).toContain('127.0.0.1:$${process.env.METRICS_PORT}/livez');
  expect(services.worker?.environment.METRICS_PORT).toMatch(/^[1-9]\d+$/);
  expect(given('ENV').join()).toContain('HOST=0.0.0.0');
});

test('every program that is started is built', () => {
  const build = read('build.js');
  const started = [...given('CMD'), ...given('RUN'), ...own.map(({ command }) => command.join(' '))]
    .flatMap((text) => [...text.matchAll(/build\/programs\/(\w+)\.js/g)])
    .map(([, name]) => `src/${name}.ts`);
  expect(new Set(started)).toEqual(new Set(['src/server.ts', 'src/worker.ts', 'src/cli.ts']));
  expect(started.filter((path) => !build.includes(`'${path}'`))).toEqual([]);
});

test('the image and the documentation start the server as `npm start` does', () => {
  const command = 'node --enable-source-maps build/programs/server.js';
  expect(manifest.scripts.start).toBe(`exec ${command}`);
  expect(JSON.parse(given('CMD')[0] ?? '')).toEqual(command.split(' '));
  expect(read('docs/administration.md')).toContain(command);
});

test('compose builds the image of its three services once', () => {
  expect(own).toHaveLength(3);
  expect(own.filter(({ build }) => build !== undefined)).toEqual([services.migrate]);
});

const known = [...read('src/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name);

test('compose passes on every setting, except those that the image or compose itself decides', () => {
  const decided = ['HOST', 'PORT', 'DATA_DIR', 'WORKER'];
  for (const { environment } of own)
    expect([...known, 'OTEL_SERVICE_NAME'].filter((name) => !(name in environment))).toEqual(decided);
});

test('compose sets only variables that exist, and no password', () => {
  const named = own.flatMap(({ environment }) => Object.keys(environment));
  expect(known).toContain('DATABASE_URL');
  expect(named).toContain('DATABASE_URL');
  expect(named.filter((name) => !known.includes(name) && !name.startsWith('OTEL_'))).toEqual([]);
  for (const { environment } of Object.values(services))
    for (const [name, value] of Object.entries(environment))
      if (/PASSWORD|KEY/.test(name)) expect(value).toBeNull();
  expect(services.server?.environment.DATABASE_URL).toMatch(/:\$\{POSTGRES_PASSWORD:\?[^}]+\}@postgres\//);
});

test('server and worker start after the migration, which waits for the database', () => {
  const waits = (name: string) => services[name]?.depends_on;
  expect(waits('migrate')).toEqual({ postgres: { condition: 'service_healthy' } });
  for (const name of ['server', 'worker'])
    expect(waits(name)).toMatchObject({ migrate: { condition: 'service_completed_successfully' } });
  for (const { depends_on: others } of Object.values(services))
    for (const [name, { condition }] of Object.entries(others))
      if (condition === 'service_healthy') expect(services[name]?.healthcheck).toBeDefined();
});
