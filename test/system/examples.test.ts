import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createClientList } from '../../examples/query.ts';
import { createMemoryLimiter } from '../../src/core/rate-limit/memory.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { atEndOfFile } from '../support/cleanup.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const api = await startApi();
const url = await api.app.listen({ port: 0, host: '127.0.0.1' });

/** Runs a program as its reader would, with the service and the token in its environment. */
async function run(program: string, words: string[], token: string, at = url) {
  const env = { PATH: process.env.PATH, API_URL: at, TOKEN: token };
  return promisify(execFile)(program, words, { cwd: root, env });
}

const node = (token: string, at?: string) =>
  run(process.execPath, ['--import', 'tsx', 'examples/node.ts'], token, at);

async function namesOf({ get }: TestApi, token: string): Promise<string[]> {
  const { body } = await get('/v1/clients?limit=100', { token });
  return body.data.map(({ name }: { name: string }) => name);
}

test.concurrent('the Node script creates a client, lists all pages and reports what was refused', async ({
  expect,
}) => {
  const { token, client } = await api.organization();
  for (let number = 1; number <= 100; number++) await client({ name: `Client ${number}` });
  const { stdout, stderr } = await node(token);
  const lines = stdout.trim().split('\n');
  expect(lines.at(0)).toMatch(/^Created Initech, [0-9a-f-]{36}\.$/);
  const listed = Array.from({ length: 100 }, (_, index) => `Client ${index + 1} (no domain)`);
  expect(lines.slice(1, -1)).toEqual([...listed, 'Initech (initech.example)']);
  expect(lines.at(-1)).toMatch(/^Refused, domain: Send a host name/);
  expect(stderr).toBe('');
});

test.concurrent('the Node script waits as told when a limit is reached, and then continues', async ({
  expect,
}) => {
  const limits = { organizationPerMinute: 1, endpointPerMinute: 1 };
  // A minute of two seconds, so that the wait is short.
  const strict = await startApi({ limits, limiter: createMemoryLimiter({ limits, windowMs: 2_000 }) });
  const { token } = await strict.organization();
  const { stdout, stderr } = await node(token, await strict.app.listen({ port: 0, host: '127.0.0.1' }));
  expect(stdout).toContain('Initech (initech.example)');
  expect(stdout).toContain('Refused, domain:');
  expect(stderr).toBe('');
});

test.concurrent('the Node script creates one client even if the response is lost', async ({ expect }) => {
  const { token } = await api.organization();
  let lost = 0;
  const proxy = createServer(async (request, response) => {
    const { method = '', headers, url: path = '' } = request;
    const body = method === 'POST' ? { body: await text(request) } : {};
    const { host: _host, connection: _connection, 'content-length': _length, ...passed } = headers;
    const answer = await fetch(url + path, { method, headers: passed as Record<string, string>, ...body });
    if (path.startsWith('/trpc/clients.create') && lost++ === 0) response.destroy();
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  }).listen(0, '127.0.0.1');
  atEndOfFile(() => proxy.close());
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const { stderr } = await node(token, `http://127.0.0.1:${port}`);
  expect([lost, stderr]).toEqual([2, '']);
  expect(await namesOf(api, token)).toEqual(['Initech']);
});

/** The blocks of `curl.md` to paste, beside the first, which is to be filled in. */
const recipes = [...readFileSync(`${root}/examples/curl.md`, 'utf8').matchAll(/^```sh\n(.*?)^```/gms)]
  .map(([, code = '']) => code)
  .slice(1);

test.concurrent('the curl recipes run as pasted, one after the other', async ({ expect }) => {
  const { token, client } = await api.organization();
  await client({ name: 'Globex' });
  const outputs: string[] = [];
  for (const recipe of recipes) outputs.push((await run('sh', ['-euc', recipe], token)).stdout);
  const [list, create, rename, unchanged, pages, failure] = outputs;
  expect(outputs).toHaveLength(6);
  expect(JSON.parse(list ?? '').data).toMatchObject([{ name: 'Globex' }]);
  expect(JSON.parse(create ?? '').data).toMatchObject({ name: 'Initech', domain: 'initech.example' });
  expect(JSON.parse(rename ?? '').data).toMatchObject({ name: 'Globex Europe' });
  expect(unchanged).toMatch(/^HTTP\/1\.1 304 /);
  expect(JSON.parse(pages ?? '').data).toHaveLength(2);
  expect(failure).toMatch(/^HTTP\/1\.1 400 .*^ratelimit: .*"invalid_argument"/ims);
  expect(await namesOf(api, token)).toEqual(['Globex Europe', 'Initech']);
});

test('the TanStack Query list shows a change optimistically, and rolls it back when it is refused', async () => {
  const { token, client } = await api.organization();
  const { id: clientId } = await client({ name: 'Globex' });
  const { list, update } = createClientList(url, token);
  const shown: (string | undefined)[] = [];
  const stop = list.subscribe(({ data, isFetching }) =>
    shown.push(`${data?.data[0]?.name}${isFetching ? ' for now' : ''}`),
  );
  await expect.poll(() => shown.at(-1)).toBe('Globex');

  shown.length = 0;
  expect((await update.mutate({ clientId, name: 'Initech' })).data.name).toBe('Initech');
  expect([...new Set(shown)]).toEqual(['Initech', 'Initech for now']);
  expect(await namesOf(api, token)).toEqual(['Initech']);
  await expect.poll(() => shown.at(-1)).toBe('Initech');

  shown.length = 0;
  const refused = { data: { error: { code: 'invalid_argument' } } };
  await expect(update.mutate({ clientId, name: '' })).rejects.toMatchObject(refused);
  await expect.poll(() => shown.at(-1)).toBe('Initech');
  expect([...new Set(shown)]).toEqual(['', 'Initech', 'Initech for now']);
  stop();
});
