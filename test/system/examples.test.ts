import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { createClientList } from '../../examples/query.ts';
import { updateClient } from '../../src/clients/queries.ts';
import { createEndpoint } from '../../src/webhooks/operations.ts';
import { listDeliveries, resendDelivery } from '../../src/webhooks/queries.ts';
import { startApi } from '../support/api.ts';
import { atEndOfFile } from '../support/cleanup.ts';
import { secrets } from '../support/connections.ts';
import { freePort } from '../support/free-port.ts';
import { author, startDelivering } from '../support/receiver.ts';
import { eventTimeoutMs } from '../support/timeouts.ts';

const api = await startApi();
const url = await api.app.listen({ port: 0, host: '127.0.0.1' });

/** Runs a program as its reader would, with the service and the token in its environment. */
async function run(program: string, words: string[], token: string) {
  const env = { PATH: process.env.PATH, API_URL: url, TOKEN: token };
  return promisify(execFile)(program, words, { env });
}

async function namesOf(token: string): Promise<string[]> {
  const { body } = await api.get('/v1/clients?limit=100', { token });
  return body.data.map(({ name }: { name: string }) => name);
}

test.concurrent('the Node script creates a client, lists all pages and reports what was refused', async ({
  expect,
}) => {
  const { token, client } = await api.organization();
  for (let number = 1; number <= 100; number++) await client({ name: `Client ${number}` });
  const { stdout, stderr } = await run(process.execPath, ['--import', 'tsx', 'examples/node.ts'], token);
  const lines = stdout.trim().split('\n');
  expect(lines.at(0)).toMatch(/^Created Initech, [0-9a-f-]{36}\.$/);
  const listed = Array.from({ length: 100 }, (_, index) => `Client ${index + 1} (no domain)`);
  expect(lines.slice(1, -1)).toEqual([...listed, 'Initech (initech.example)']);
  expect(lines.at(-1)).toMatch(/^Refused, domain: Send a host name/);
  expect(stderr).toBe('');
});

/** The blocks of `curl.md` to paste, beside the first, which is to be filled in. */
const recipes = [...readFileSync('examples/curl.md', 'utf8').matchAll(/^```sh\n(.*?)^```/gms)]
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
  expect(await namesOf(token)).toEqual(['Globex Europe', 'Initech']);
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
  expect(await namesOf(token)).toEqual(['Initech']);
  await expect.poll(() => shown.at(-1)).toBe('Initech');

  shown.length = 0;
  const refused = { data: { error: { code: 'invalid_argument' } } };
  await expect(update.mutate({ clientId, name: '' })).rejects.toMatchObject(refused);
  await expect.poll(() => shown.at(-1)).toBe('Initech');
  expect([...new Set(shown)]).toEqual(['', 'Initech', 'Initech for now']);
  stop();
});

test('the receiver accepts what is signed, tells of a change once, and refuses everything else', async () => {
  const organization = await api.organization();
  const RECEIVER_PORT = `${await freePort()}`;
  const url = `http://127.0.0.1:${RECEIVER_PORT}`;
  const context = { db: organization.db, writer: organization.db.writtenBy(author), secrets };
  const wanted = { url, events: ['client.updated' as const], allowPrivate: true };
  const { id, secret } = await createEndpoint(context, wanted);
  const receiver = spawn(process.execPath, ['--import', 'tsx', 'examples/receiver.ts'], {
    env: { PATH: process.env.PATH, SECRET: secret, RECEIVER_PORT },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atEndOfFile(() => receiver.kill('SIGKILL'));
  const lines = createInterface(receiver.stdout)[Symbol.asyncIterator]();
  expect(await lines.next()).toMatchObject({ value: 'Listening.' });
  const client = await organization.client({ name: 'Globex' });
  await updateClient(organization.db, client.id, { name: 'Initech' }, null);
  startDelivering(api);
  expect(await lines.next()).toMatchObject({ value: 'Initech was changed.' });
  const deliveries = () => listDeliveries(organization.db, id, 1);
  const isDelivered = async () => (await deliveries())[0]?.state === 'delivered';
  await vi.waitUntil(isDelivered, { timeout: eventTimeoutMs });
  await resendDelivery(organization.db, id, (await deliveries())[0]?.id ?? '');
  await vi.waitUntil(isDelivered, { timeout: eventTimeoutMs });
  await updateClient(organization.db, client.id, { name: 'Umbrella' }, null);
  expect(await lines.next()).toMatchObject({ value: 'Umbrella was changed.' });
  const seconds = Math.floor(Date.now() / 1_000);
  const forged = { 'webhook-id': '1', 'webhook-timestamp': `${seconds}`, 'webhook-signature': 'v1,AAAA' };
  const statusOf = async (headers: Record<string, string>) =>
    (await fetch(url, { method: 'POST', headers, body: '{}' })).status;
  expect(await statusOf(forged)).toBe(400);
  expect(await statusOf({ ...forged, 'webhook-timestamp': '1' })).toBe(400);
  expect(await statusOf({})).toBe(400);
});
