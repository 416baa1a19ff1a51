import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';

const script = resolve('release.js');
const heading = '# Changelog\n\n## [Unreleased]\n\n';
const before = '## [1.0.0] - 2026-01-01\n\n### Added\n\n- All.\n';

/** A package that the service runs on, and one that it is only tested with. */
const needed = { dependencies: { zod: '4.0.0' }, devDependencies: { tsx: '4.0.0' } };

/** A lock file with both. */
const lockOf = (version: string) => ({
  name: 'clientele',
  version,
  lockfileVersion: 3,
  packages: {
    '': { name: 'clientele', version, ...needed },
    client: { version },
    'node_modules/tsx': { version: '4.0.0', dev: true },
    'node_modules/zod': { version: '4.0.0' },
  },
});

/** A repository of its own with what a release touches, all committed. */
function makeRepository(unreleased = '### Added\n\n- Cards.\n\n') {
  const folder = temporaryFolder();
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  for (const name of ['client', 'docs/releases', 'ops/kubernetes'])
    mkdirSync(join(folder, name), { recursive: true });
  const version = '1.0.0';
  const toText = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  write('CHANGELOG.md', heading + unreleased + before);
  write('package.json', toText({ name: 'clientele', version, ...needed, previousRelease: 'older' }));
  write('client/package.json', toText({ name: '@clientele/client', version }));
  write('package-lock.json', toText(lockOf(version)));
  write('ops/kubernetes/server.yaml', 'image: clientele:1.0.0\n');
  write('.gitignore', 'build/\n');
  write('openapi.json', toText({ info: { version: '1.3.0' } }));
  write('docs/releases/openapi-1.2.0.json', '{}');
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, encoding: 'utf8' });
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=A', '-c', 'user.email=a@acme.example', 'commit', '--quiet', '-m', 'Begin');
  const release = (...words: string[]) =>
    spawnSync(process.execPath, [script, ...words], { cwd: folder, encoding: 'utf8' });
  return { folder, write, read, git, release };
}

test('a release dates the changelog, sets every version, replaces the kept document and the commit that upgrades are tested from, and lists the packages that the service runs on', () => {
  const { folder, read, git, release } = makeRepository();
  const commit = git('rev-parse', 'HEAD').trim();
  const { status, stderr } = release('1.1.0');
  expect([status, stderr]).toEqual([0, '']);
  const changelog = read('CHANGELOG.md').replace(/\d{4}-\d\d-\d\d/, 'today');
  expect(changelog).toBe(`${heading}## [1.1.0] - today\n\n### Added\n\n- Cards.\n\n${before}`);
  expect(JSON.parse(read('package.json'))).toEqual({
    name: 'clientele',
    version: '1.1.0',
    ...needed,
    previousRelease: commit,
  });
  expect(JSON.parse(read('client/package.json')).version).toBe('1.1.0');
  const version = '1.1.0';
  expect(JSON.parse(read('package-lock.json'))).toEqual(lockOf(version));
  expect(read('ops/kubernetes/server.yaml')).toBe(`image: clientele:${version}\n`);
  expect(readdirSync(join(folder, 'docs/releases'))).toEqual(['openapi-1.3.0.json']);
  expect(read('docs/releases/openapi-1.3.0.json')).toBe(read('openapi.json'));
  const { bomFormat, components } = JSON.parse(read('build/sbom.cdx.json'));
  const listed = components.map(({ purl }: { purl: string }) => purl);
  expect([bomFormat, listed]).toEqual(['CycloneDX', expect.arrayContaining(['pkg:npm/zod@4.0.0'])]);
  expect(listed).not.toContain('pkg:npm/tsx@4.0.0');
});

test.each([
  ['a version that is none', 'v1.1', undefined, '', /give the version/],
  ['a version that is in the changelog', '1.0.0', undefined, '', /has 1\.0\.0 already/],
  ['a changelog with headings alone', '1.1.0', '### Added\n\n', '', /nothing below "Unreleased"/],
  ['a working tree with changes', '1.1.0', undefined, '?? notes.txt\n', /commit or stash/],
])('a release is refused, and nothing is changed, for %s', (_what, version, unreleased, changes, reason) => {
  const { write, git, release } = makeRepository(unreleased);
  if (changes !== '') write('notes.txt', 'x');
  const { status, stderr } = release(version);
  expect([status, stderr]).toEqual([1, expect.stringMatching(reason)]);
  expect(stderr).toMatch(/^Not released: [^\n]+\n$/);
  expect(git('status', '--porcelain')).toBe(changes);
});
