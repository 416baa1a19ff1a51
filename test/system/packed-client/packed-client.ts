/**
 * Installs the client package from its tarball into apps of different kinds, outside the repository, and compiles and
 * runs the code blocks of docs/typescript.md there.
 *
 * `npm run test:client` tries NodeNext, `npm run test:client -- --all` all, `-- next workspace` these.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startBrowser } from '../../support/browser.ts';
import { closeFile } from '../../support/cleanup.ts';
import { freePort } from '../../support/free-port.ts';
import { hasBrowser } from '../../support/installed.ts';
import { start } from '../../support/process.ts';
import { type Consumer, command, consumers, type Setting, write } from './consumers.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { values, positionals } = parseArgs({ options: { all: { type: 'boolean' } }, allowPositionals: true });
const usual = positionals.length > 0 ? positionals : ['nodenext'];
const chosen = values.all ? Object.keys(consumers) : usual;

const page = readFileSync(join(root, 'docs/typescript.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'clientele-packed-'));
const pagePort = await freePort();
const server = start('server', {
  PORT: '0',
  DATA_DIR: join(folder, 'data'),
  CORS_ORIGINS: `http://127.0.0.1:${pagePort}`,
  RATE_LIMIT_ORGANIZATION_PER_MINUTE: '10000',
  RATE_LIMIT_ENDPOINT_PER_MINUTE: '10000',
});
const needsBrowser = chosen.some((name) => consumers[name]?.isReact);
const browser = needsBrowser && hasBrowser ? await startBrowser() : undefined;
if (needsBrowser && !browser) say('NOT COVERED: pages in a browser, which needs Chromium.');

try {
  const unused = [...blocksFor('').keys()].filter(
    (path) => !Object.values(consumers).some(({ documented }) => documented.includes(path)),
  );
  if (unused.length > 0) throw new Error(`No consumer has these blocks of docs/typescript.md: ${unused}.`);
  const url = await server.url();
  const token = await server.prints(/sk_live_\w{32}/);
  pack();
  const setting: Setting = { url, token, pagePort, blocks: blocksFor(url), browser, paste };
  for (const name of chosen) {
    const consumer = consumers[name];
    if (!consumer) throw new Error(`There is no ${name}; there are ${Object.keys(consumers).join(', ')}.`);
    await consume(name, consumer, setting);
  }
} finally {
  await browser?.close();
  await closeFile();
  rmSync(folder, { recursive: true, force: true });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The shell block of docs/typescript.md that matches. */
function shellBlock(pattern: RegExp): string {
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, code = '']) => code);
  const block = blocks.find((code) => pattern.test(code));
  if (block === undefined) throw new Error(`docs/typescript.md has no shell block ${pattern}.`);
  return block;
}

function paste(app: string, pattern: RegExp, env?: Record<string, string>): string {
  return command(app, ['sh', '-euc', pinned(shellBlock(pattern))], env);
}

/** Names the versions that the documentation leaves open, so that a new one breaks nothing here. */
function pinned(install: string): string {
  return install
    .replace(' typescript @types/node', ' typescript@7.0.2 @types/node@20.19.43')
    .replace('@tanstack/react-query', '@tanstack/react-query@5.108.0')
    .replace('@trpc/tanstack-react-query', '@trpc/tanstack-react-query@11.22.1');
}

/** Makes the tarball where the documentation finds it, seen from an app: in the clone beside it. */
function pack(): void {
  const clone = join(folder, 'clientele');
  mkdirSync(clone);
  const env = { ...process.env, npm_config_pack_destination: clone };
  execFileSync('sh', ['-euc', shellBlock(/^npm pack/)], { cwd: root, env, stdio: 'pipe' });
}

/** The code blocks that name a file in their first line. */
function blocksFor(url: string): Map<string, string> {
  return new Map(
    [...page.matchAll(/^```tsx?\n\/\/ (\S+)\n(.*?)^```/gms)].map(([, path = '', code = '']) => [
      path,
      code.replaceAll('http://127.0.0.1:3000', url),
    ]),
  );
}

async function consume(name: string, consumer: Consumer, setting: Setting): Promise<void> {
  const app = join(folder, name);
  const { documented, files = {}, workspaces, compilerOptions, tsc = [] } = consumer;
  const manifest = { name, private: true, type: 'module', workspaces };
  write(app, 'package.json', JSON.stringify(manifest));
  for (const path of documented) {
    const code = setting.blocks.get(path);
    if (code === undefined) throw new Error(`docs/typescript.md has no block ${path}.`);
    write(app, path, code);
  }
  for (const [path, text] of Object.entries(files)) write(app, path, text);
  if (compilerOptions) write(app, 'tsconfig.json', JSON.stringify({ compilerOptions }));

  setting.paste(app, /npm install .*clientele-client/);
  if (consumer.isReact) setting.paste(app, /react-query/);
  if (consumer.packages.length > 0) command(app, ['npm', 'install', ...consumer.packages]);
  if (compilerOptions) command(app, ['npx', 'tsc', ...tsc]);
  if (name === 'nodenext') checkTypes(app);
  await consumer.run(app, setting);
  say(`${name}: passed.`);
}

/**
 * The types in the tarball are those of its source, which `npm run typecheck` compares with the server's, with the
 * descriptions of operations and fields.
 */
function checkTypes(app: string): void {
  const source = join(root, 'client/src');
  const types = `export type { ErrorCode, WebhookMessage } from '${source}/index.ts';
export type { AppRouter } from '${source}/internal.ts';`;
  write(app, 'same-types/server-types.ts', types);
  const compared = readFileSync(join(root, 'test/system/client-types.ts'), 'utf8');
  write(app, 'same-types/client-types.ts', compared);
  const config = {
    extends: join(root, 'client/tsconfig.json'),
    compilerOptions: { paths: {} },
    include: ['.'],
  };
  write(app, 'same-types/tsconfig.json', JSON.stringify(config));
  command(app, ['npx', 'tsc', '--project', 'same-types']);

  const packed = readFileSync(join(app, 'node_modules/@clientele/client/dist/index.d.ts'), 'utf8');
  for (const description of ['Creates a typed client', 'in order of creation', "The client's name"])
    if (!packed.includes(description)) throw new Error(`The types do not describe: ${description}.`);
}
