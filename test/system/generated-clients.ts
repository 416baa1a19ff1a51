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
const packages = [
  ...['@hey-api/openapi-ts@0.95.0', 'orval@7.13.2', 'swagger-typescript-api@13.13.0'],
  ...['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3'],
];

/** A switch in which each error has the details of its code, and no others. */
const explain = (fault: string) => `
  switch (${fault}.code) {
    case 'rate_limited': {
      const { retry_after_seconds, policy } = ${fault}.details;
      const wait: number = retry_after_seconds;
      // @ts-expect-error: a rate limit names no permission.
      void ${fault}.details.requiredPermission;
      return \`\${policy} \${wait}\`;
    }
    case 'forbidden':
      return ${fault}.details.requiredPermission.toUpperCase();
    case 'invalid_argument':
      return Object.values(${fault}.details).map((sentence) => sentence.trim()).join();
    case 'conflict':
      return ${fault}.details.reason satisfies 'idempotency_in_progress' | 'duplicate' | 'limit_exceeded' | 'not_configured';
    case 'unauthorized':
      // @ts-expect-error: it has no details.
      return ${fault}.details;
    // @ts-expect-error: there is no such code.
    case 'teapot':
    default:
      return ${fault}.message;
  }`;

const program = `
import createFetchClient from 'openapi-fetch';
import type { paths } from './clientele';
import { type ClientCreate as OrvalCreate, clientsCreate as orvalCreate, clientsList as orvalList } from './orval/client';
import { type ClientCreate, clientsCreate, clientsList } from './hey-api';
import { createClient } from './hey-api/client';
import { Api } from './swagger-typescript-api/client';

const baseUrl = 'http://127.0.0.1:3000';
const body = { name: 'Initech' };
const client = createClient({ baseUrl, auth: () => 'token' });
const { data } = await clientsList({ client, query: { limit: 2 } });
export const name: string | undefined = data?.data[0]?.name;
export const page = await orvalList({ limit: 2 });

// @ts-expect-error: the field must not be sent.
export const refused: ClientCreate = { name: 'Initech', organizationId: '' };
// @ts-expect-error: the field must not be sent.
export const refusedToo: OrvalCreate = { name: 'Initech', organizationId: '' };

export async function openApiFetch() {
  const { error } = await createFetchClient<paths>({ baseUrl }).POST('/v1/clients', { body });
  if (!error) return '';${explain('error.error')}
}
export async function heyApi() {
  const { error } = await clientsCreate({ client, body });
  if (!error) return '';${explain('error.error')}
}
export async function orval() {
  const answer = await orvalCreate(body);
  if (answer.status === 200) return answer.data.data.name;${explain('answer.data.error')}
}
export async function swaggerTypescriptApi() {
  const { error } = await new Api({ baseUrl }).v1.clientsCreate(body);${explain('error.error')}
}
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
  run('npx', 'openapi-typescript', 'openapi.json', '-o', 'clientele.d.ts');
  writeFileSync(join(folder, 'app.ts'), program);
  run('npx', 'tsc');
  // Those of swagger-typescript-api have it for what any JSON may be.
  const generated = ['hey-api/types.gen.ts', 'hey-api/sdk.gen.ts', 'orval/client.ts'];
  for (const path of generated)
    if (/[:<|] *any\b/.test(readFileSync(join(folder, path), 'utf8')))
      throw new Error(`${path} has the type any.`);
  process.stdout.write(`${packages.slice(0, -1).join(', ')}: the generated clients compile.\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
