import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { demoDirectory, get, serve } from '../support/embedded-server.ts';
import { temporaryFolder } from '../support/folder.ts';
import { eventTimeoutMs } from '../support/timeouts.ts';

interface Block {
  readonly page: string;
  readonly language: string;
  readonly code: string;
}

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'examples/curl.md'].concat(
  readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
);

const blocks: readonly Block[] = pages.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^```(\w+)\n(.*?)^```/gms)].map(([, language = '', code = '']) => ({
    page,
    language,
    code,
  })),
);

/** Blocks that are not run here, by page and by what they hold: run by another test, or why by none. */
const elsewhere: readonly [page: string, holds: RegExp, why: string][] = [
  ['README.md', /npm ci && npm start/, 'CI and test/system/first-start.test.ts'],
  ['README.md', /import \{ createClient/, 'npm run test:client, as the same block of docs/typescript.md'],
  ['CONTRIBUTING.md', /npm ci|npm run openapi/, 'CI; test/http/openapi.pure.test.ts holds the result'],
  ['examples/curl.md', /./, 'test/system/examples.test.ts'],
  ['docs/adding-an-operation.md', /./, 'npm run test:tutorial'],
  ['docs/typescript.md', /./, 'npm run test:client'],
  ['docs/integrators.md', /openapi-fetch/, 'test/system/client.test.ts, without installing'],
  ['docs/integrators.md', /hey-api/, 'npm run test:generated'],
  ['docs/integrators.md', /mcpServers/, 'the test below, as the configuration of an agent'],
  ['docs/testing.md', /npx vitest/, 'would build anew what the other tests run'],
  ['docs/insights.md', /ollama|llama-server|INSIGHTS_LLM/, 'needs a model; test/insights/eval.pure.test.ts'],
  ['docs/connections.md', /connection (?:create|update)/, 'needs a mail server; test/connections/'],
  ['docs/administration.md', /docker/, 'needs Docker'],
  ['docs/administration.md', /systemctl|kubectl/, 'needs root, or a cluster'],
  ['docs/scaling.md', /partition\.sql/, 'needs PostgreSQL; test/system/partitions.pg.test.ts'],
  ['docs/administration.md', /pg_dump/, 'test/system/backup.pg.test.ts'],
  ['docs/administration.md', /BACKUP=/, 'test/system/backup-embedded.test.ts'],
  ['docs/administration.md', /db\.internal/, 'needs other machines; test/system/server.pg.test.ts'],
];

const reasonNotRun = ({ page, code }: Block) =>
  elsewhere.find(([ofPage, holds]) => ofPage === page && holds.test(code))?.[2];

const runHere = blocks.filter((block) => reasonNotRun(block) === undefined);

test('every block left to another test exists', () => {
  for (const [page, holds] of elsewhere)
    expect(blocks.filter((block) => block.page === page && holds.test(block.code))).not.toEqual([]);
});

const Clients = z.object({ data: z.array(z.object({ id: z.string() })) });
const Result = z.object({ status: z.string(), content: z.string() });
const Dashboard = z.object({ data: z.object({ cards: z.array(z.object({ result: Result })) }) });

const { token, newCopy } = await demoDirectory();
const dataDir = newCopy();
const server = serve(dataDir);
const url = await server.url();
await vi.waitUntil(async () => (await card()).status === 'ready', { timeout: eventTimeoutMs });

/** The first card of the second client, which the README shows. */
async function card() {
  const clients = Clients.parse((await get(`${url}/v1/clients`, token)).body);
  const path = `/v1/clients/${clients.data[1]?.id}/dashboards/default`;
  const [first] = Dashboard.parse((await get(url + path, token)).body).data.cards;
  return first?.result ?? expect.fail();
}

const scripts = temporaryFolder();
const script = join(scripts, 'block.sh');

/** Runs a block as somebody would paste it, who has the token of the demo, or the one that the block has just made. */
async function paste({ code }: Block): Promise<string> {
  const filledIn = code
    .replaceAll('http://127.0.0.1:3000', url)
    .replaceAll('sk_live_…', token)
    .replace(
      /^(npm run -s cli -- token create .*?)( +#.*)?$/m,
      'TOKEN=$($1 | grep -o "sk_live_[0-9A-Za-z]*")',
    );
  writeFileSync(script, `TOKEN=${token}\n${filledIn}`);
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    DATA_DIR: dataDir,
    TMPDIR: scripts,
  };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', script], { env });
  return stdout;
}

const AgentSettings = z.object({
  mcpServers: z.object({
    clientele: z.object({
      type: z.literal('http'),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
    }),
  }),
});

test('an agent that is configured as shown gets the tools', async () => {
  const block = blocks.find(({ code }) => code.includes('mcpServers')) ?? expect.fail();
  const { clientele } = AgentSettings.parse(JSON.parse(block.code.replace('sk_live_…', token))).mcpServers;
  const address = new URL(clientele.url.replace('http://127.0.0.1:3000', url));
  const agent = new Client({ name: 'test', version: '1.0.0' });
  await agent.connect(
    new StreamableHTTPClientTransport(address, { requestInit: { headers: clientele.headers } }),
  );
  expect((await agent.listTools()).tools.length).toBeGreaterThan(10);
  await agent.close();
});

test.each(runHere.map((block) => [`${block.page}: ${block.code.trim().split('\n').at(-1)}`, block] as const))(
  'runs as pasted, without an error: %s',
  async (_where, block) => {
    expect(block.language).toBe('sh');
    expect(await paste(block)).not.toMatch(/"error"/);
  },
);

test('the README shows a card of the demo, and the command that prints it', async () => {
  const readme = readFileSync('README.md', 'utf8');
  const block = runHere.find(({ page, code }) => page === 'README.md' && code.includes('dashboards/default'));
  expect(await paste(block ?? expect.fail())).toBe(`${(await card()).content}\n`);
  const shown = [...readme.matchAll(/^> (- \[.*)$/gm)].map(([, line]) => line);
  // Dates and figures move with the day of the start.
  const withoutFigures = (line = '') =>
    line
      .replaceAll(/\[(\w+)\]\(\S+\)/g, '$1')
      .replaceAll(/today|yesterday|\d+ days ago/g, 'AGO')
      .replaceAll(/\b1 day\b/g, '1 days')
      .replaceAll(/\d+ \w+ \d{4}/g, 'DATE')
      .replaceAll(/\d+(?:\.\d+)?/g, 'N');
  expect(shown.map(withoutFigures)).toEqual((await card()).content.trim().split('\n').map(withoutFigures));
});
