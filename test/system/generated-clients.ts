/**
 * Generates clients from openapi.json by the commands of docs/integrators.md, with other generators than those that
 * `npm test` runs, and compiles them under `strict`: `npm run test:generated`.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'clientele-generated-'));

/** The last versions that run on Node 20. */
const packages = ['@hey-api/openapi-ts@0.95.0', 'orval@7.13.2', 'typescript@5.9.3'];

const program = `
import { type ClientCreate as OrvalCreate, clientsList as orvalList } from './orval/client';
import { type ClientCreate, clientsCreate, clientsList } from './hey-api';
import { createClient } from './hey-api/client';

const client = createClient({ baseUrl: 'http://127.0.0.1:3000', auth: () => 'token' });
const { data } = await clientsList({ client, query: { limit: 2 } });
export const name: string | undefined = data?.data[0]?.name;
await clientsCreate({ client, body: { name: 'Initech' } });
export const page = await orvalList({ limit: 2 });

// @ts-expect-error: the field must not be sent.
export const refused: ClientCreate = { name: 'Initech', organizationId: '' };
// @ts-expect-error: the field must not be sent.
export const refusedToo: OrvalCreate = { name: 'Initech', organizationId: '' };
`;

const compilerOptions = {
  ...{
    target: 'ES2022',
    module: 'preserve',
    moduleResolution: 'bundler',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  },
  ...{ strict: true, noEmit: true, types: [] },
};

/** Returns the commands of the page, for the committed document and the installed generators. */
function commands(): string {
  const page = readFileSync(join(root, 'docs/integrators.md'), 'utf8');
  const [, block] = /^```sh\n(npx --yes --package @hey-api.*?)^```/ms.exec(page) ?? [];
  if (block === undefined) throw new Error('docs/integrators.md names no other generators.');
  return block.replaceAll('npx --yes', 'npx').replaceAll(/http:\S+openapi\.json/g, 'openapi.json');
}

const run = (file: string, ...words: string[]) =>
  execFileSync(file, words, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });

try {
  copyFileSync(join(root, 'openapi.json'), join(folder, 'openapi.json'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  run('npm', 'install', '--silent', '--no-audit', '--no-fund', ...packages);
  run('sh', '-e', '-c', commands());
  writeFileSync(join(folder, 'app.ts'), program);
  run('npx', 'tsc');
  const generated = ['hey-api/types.gen.ts', 'hey-api/sdk.gen.ts', 'orval/client.ts'];
  for (const path of generated)
    if (/[:<|] *any\b/.test(readFileSync(join(folder, path), 'utf8')))
      throw new Error(`${path} has the type any.`);
  process.stdout.write(`${packages.slice(0, -1).join(' and ')}: the generated clients compile.\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
