// Prepares a release: changelog, versions, the released OpenAPI document, and a bill of materials.
// Run as `npm run release -- 1.2.3`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const [version = ''] = process.argv.slice(2);
const today = new Date().toISOString().slice(0, 10);
const releases = 'docs/releases';

/** @param {string} path */
const read = (path) => readFileSync(path, 'utf8');

/** @param {string} path */
const readJson = (path) => JSON.parse(read(path));

/** @param {string} reason */
function refuse(reason) {
  process.stderr.write(`Not released: ${reason}\n`);
  process.exit(1);
}

if (!/^\d+\.\d+\.\d+$/.test(version)) refuse('give the version, such as npm run release -- 1.2.3');
if (execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }) !== '')
  refuse('the working tree has changes; commit or stash them');
const changelog = read('CHANGELOG.md');
if (changelog.includes(`## [${version}]`)) refuse(`CHANGELOG.md has ${version} already`);
const [, unreleased = ''] = changelog.split(/^## /m);
if (!/^\[Unreleased\]\n(.|\n)*^- /m.test(unreleased)) refuse('CHANGELOG.md has nothing below "Unreleased"');

// A function, since a text would be searched for `$`.
const heading = () => `## [Unreleased]\n\n## [${version}] - ${today}`;
writeFileSync('CHANGELOG.md', changelog.replace('## [Unreleased]', heading));

/**
 * Sets the version of a package, and of those in a lock file.
 * @param {string} path
 */
function setVersion(path) {
  const file = readJson(path);
  for (const described of [file, file.packages?.[''], file.packages?.client]) {
    if (described) described.version = version;
  }
  writeFileSync(path, `${JSON.stringify(file, null, 2)}\n`);
}
for (const path of ['package.json', 'client/package.json', 'package-lock.json']) setVersion(path);

const manifests = 'ops/kubernetes';
for (const name of readdirSync(manifests)) {
  const path = `${manifests}/${name}`;
  writeFileSync(path, read(path).replaceAll(/(image: clientele:)\S+/g, `$1${version}`));
}

// The tests of the next upgrade run this commit beside theirs: the release, but for the files changed here.
const previousRelease = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
writeFileSync(
  'package.json',
  `${JSON.stringify({ ...readJson('package.json'), previousRelease }, null, 2)}\n`,
);

for (const name of readdirSync(releases)) rmSync(`${releases}/${name}`);
writeFileSync(`${releases}/openapi-${readJson('openapi.json').info.version}.json`, read('openapi.json'));

// Made of the lock file, so that it lists what `npm ci --omit=dev` installs everywhere.
const sbom = execFileSync(
  'npm',
  ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx', '--loglevel=error'],
  {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  },
);
mkdirSync('build', { recursive: true });
writeFileSync('build/sbom.cdx.json', sbom);

process.stdout.write(`Prepared ${version}. The rest of docs/releasing.md is yours.\n`);
