import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import manifest from '../package.json' with { type: 'json' };
import { atEndOfFile } from './support/cleanup.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const settings = [...read('src/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name);

/** The longest time from a signal to the end of a process, in seconds, after `SHUTDOWN_DELAY`. */
const stopSeconds = 4.5;

describe.each([
  ['clientele.service', manifest.scripts.start],
  ['clientele@.service', manifest.scripts.start],
  ['clientele-worker.service', manifest.scripts.worker],
])('the systemd unit %s', (name, script) => {
  const unit = read(`ops/${name}`);
  const given = (key: string) =>
    [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  const variables = Object.fromEntries(given('Environment').map((text) => text.split('=')));

  test('starts the program as package.json does, as a user of its own, and again whenever it ends', () => {
    expect(started).toEqual([script.replace('exec node', '/usr/bin/node')]);
    expect(given('User')).toEqual(['clientele']);
    expect(given('Restart')).toEqual(['always']);
    expect(given('StartLimitIntervalSec')).toEqual(['0']);
  });

  const started = given('ExecStart').map((line) => line.replace(/^\/usr\/bin\/env( [A-Z_]+=\S+)+ /, ''));

  test('has a port for its metrics that the settings shared by all units cannot override', () => {
    const ports = {
      'clientele.service': '9464',
      'clientele@.service': '947%i',
      'clientele-worker.service': '9465',
    };
    expect(given('ExecStart')[0]).toContain(` METRICS_PORT=${Reflect.get(ports, name)} `);
    if (name.includes('@')) expect(given('ExecStart')[0]).toContain(' PORT=300%i ');
  });

  test('sets only variables that exist, and gives the program time to stop', () => {
    expect(Object.keys(variables).filter((key) => key !== 'NODE_ENV' && !settings.includes(key))).toEqual([]);
    const delay = Number(variables.SHUTDOWN_DELAY ?? 0);
    expect(Number(given('TimeoutStopSec')[0])).toBeGreaterThan(delay + stopSeconds);
  });

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
  test.skipIf(!hasSystemd)('is accepted by systemd', () => {
    const folder = mkdtempSync(join(tmpdir(), 'clientele-unit-'));
    atEndOfFile(() => rmSync(folder, { recursive: true }));
    const file = join(folder, name.replace('@', '@1'));
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });

  test('refuses system calls with an error, and lets V8 make its own', () => {
    expect(given('SystemCallFilter')).toEqual(['@system-service @pkey', '~@privileged @resources']);
    expect(given('SystemCallErrorNumber')).toEqual(['EPERM']);
    expect(given('MemoryDenyWriteExecute')).toEqual([]);
  });
});

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const container = z.object({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).optional(),
  envFrom: z.array(z.union([z.object({ configMapRef: z.unknown() }), z.object({ secretRef: z.unknown() })])),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  securityContext: z.object({
    readOnlyRootFilesystem: z.literal(true),
    allowPrivilegeEscalation: z.literal(false),
  }),
});
const pod = z.object({
  metadata: z.object({ labels: z.record(z.string(), z.string()) }).optional(),
  spec: z.object({
    terminationGracePeriodSeconds: z.number().optional(),
    securityContext: z.object({ runAsNonRoot: z.literal(true) }),
    containers: z.tuple([container]),
  }),
});
const labels = z.record(z.string(), z.string());
const resource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ConfigMap'), data: labels }),
  z.object({ kind: z.literal('Job'), spec: z.object({ template: pod }) }),
  z.object({
    kind: z.literal('Deployment'),
    spec: z.object({ selector: z.object({ matchLabels: labels }), template: pod }),
  }),
  z.object({ kind: z.literal('Service'), spec: z.object({ selector: labels }) }),
  z.object({
    kind: z.literal('PodDisruptionBudget'),
    spec: z.object({ selector: z.object({ matchLabels: labels }) }),
  }),
  z.object({
    kind: z.literal('NetworkPolicy'),
    spec: z.object({
      podSelector: z.object({ matchLabels: labels }),
      ingress: z.array(
        z.object({
          from: z.tuple([z.object({ namespaceSelector: z.object({ matchLabels: labels }) })]).optional(),
          ports: z.tuple([z.object({ port: z.string() })]),
        }),
      ),
    }),
  }),
]);

/** The errors of the compiler in a module that gives each document the type that Kubernetes publishes for its kind. */
function typeErrorsOf(documents: readonly unknown[]): string[] {
  const lines = documents.map((document, index) => {
    const { apiVersion, kind } = z.object({ apiVersion: z.string(), kind: z.string() }).parse(document);
    const group = apiVersion === 'v1' ? 'core/v1' : apiVersion.replace('.k8s.io', '');
    const value = JSON.stringify(document);
    return `export const document${index}: import('kubernetes-types/${group}').${kind} = ${value};`;
  });
  const file = fileURLToPath(new URL('manifests.ts', import.meta.url));
  const options = {
    strict: true,
    noEmit: true,
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (name, version, ...more) =>
    name === file
      ? ts.createSourceFile(name, lines.join('\n'), version)
      : getSourceFile.call(host, name, version, ...more);
  host.fileExists = (name) => name === file || fileExists.call(host, name);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('the Kubernetes manifests', () => {
  const documents = readdirSync(new URL('../ops/kubernetes', import.meta.url))
    .flatMap((name) => parseAllDocuments(read(`ops/kubernetes/${name}`)))
    .map((document): unknown => document.toJS());
  const resources = documents.map((document) => resource.parse(document));

  test('have only the fields that Kubernetes knows, with values of their types', () => {
    expect(typeErrorsOf(documents)).toEqual([]);
    const misspelled = JSON.parse(
      JSON.stringify(documents).replaceAll('readOnlyRootFilesystem', 'readOnlyRootFileSystem'),
    );
    expect(typeErrorsOf(misspelled)).toContainEqual(expect.stringContaining('readOnlyRootFileSystem'));
  });
  const [config] = resources.flatMap((each) => (each.kind === 'ConfigMap' ? [each.data] : []));
  const deployments = resources.flatMap((each) => (each.kind === 'Deployment' ? [each.spec] : []));
  const pods = resources.flatMap((each) =>
    each.kind === 'Deployment' || each.kind === 'Job' ? [each.spec.template.spec] : [],
  );
  const containers = pods.map((each) => each.containers[0]);

  test('run the server, the worker and the migrations, of the image of this version', () => {
    expect(containers.map(({ name }) => name)).toEqual(['migrate', 'server', 'worker']);
    expect(new Set(containers.map(({ image }) => image))).toEqual(new Set([`clientele:${manifest.version}`]));
    expect(containers[2]?.command?.join(' ')).toBe(manifest.scripts.worker.replace('exec ', ''));
  });

  test('probe /livez for restarts, and send requests only where /readyz answers', () => {
    const [, server, worker] = containers;
    const pathOf = (given?: z.output<typeof probe>) => given && `${given.httpGet.port} ${given.httpGet.path}`;
    expect([server?.livenessProbe, server?.startupProbe, server?.readinessProbe].map(pathOf)).toEqual([
      'http /livez',
      'http /livez',
      'http /readyz',
    ]);
    expect([worker?.livenessProbe, worker?.startupProbe].map(pathOf)).toEqual([
      'metrics /livez',
      'metrics /livez',
    ]);
    const metrics = { name: 'metrics', containerPort: Number(config?.METRICS_PORT) };
    for (const { ports } of [server, worker].filter((each) => each !== undefined))
      expect(ports).toContainEqual(metrics);
    expect(server?.ports).toContainEqual({ name: 'http', containerPort: 3000 });
  });

  test('set only variables that exist, and give a server time to stop after SHUTDOWN_DELAY', () => {
    expect(Object.keys(config ?? {}).filter((key) => !settings.includes(key))).toEqual([]);
    expect(Number(config?.SHUTDOWN_DELAY)).toBeGreaterThan(2);
    expect(pods[1]?.terminationGracePeriodSeconds).toBeGreaterThan(
      Number(config?.SHUTDOWN_DELAY) + stopSeconds,
    );
    expect(pods[2]?.terminationGracePeriodSeconds).toBeGreaterThan(stopSeconds);
  });

  test('let everybody reach the API of every pod, and chosen namespaces its metrics', () => {
    const [policy] = resources.flatMap((each) => (each.kind === 'NetworkPolicy' ? [each.spec] : []));
    for (const { template } of deployments)
      expect(template.metadata?.labels).toMatchObject(policy?.podSelector.matchLabels ?? {});
    expect(policy?.ingress.map(({ from, ports: [{ port }] }) => [port, from !== undefined])).toEqual([
      ['http', false],
      ['metrics', true],
    ]);
  });

  test('select the pods that they are for', () => {
    for (const { selector, template } of deployments)
      expect(template.metadata?.labels).toEqual(selector.matchLabels);
    const [server] = deployments;
    for (const each of resources) {
      if (each.kind === 'Service') expect(each.spec.selector).toEqual(server?.selector.matchLabels);
      if (each.kind === 'PodDisruptionBudget')
        expect(each.spec.selector.matchLabels).toEqual(server?.selector.matchLabels);
    }
  });
});
