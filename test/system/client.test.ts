import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { createClient, versionOf } from '@clientele/client';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { clientTypes } from '../support/write-client-types.ts';

const api = await startApi();
const url = await api.app.listen({ port: 0, host: '127.0.0.1' });

/** Runs a program with Node, and returns its output. */
const node = async (...words: string[]) => (await promisify(execFile)(process.execPath, words)).stdout;

test('a program with types generated from the document compiles, and calls every kind of operation', async () => {
  await node('node_modules/.bin/openapi-typescript', 'openapi.json', '-o', 'build/openapi-types.ts');
  await node('node_modules/.bin/tsc', '--project', 'test/system/programs');
  const { token, user } = await api.organization();
  await user();
  const printed = await node('--import', 'tsx', 'test/system/programs/openapi-program.ts', url, token);
  expect(JSON.parse(printed)).toEqual({
    created: 'Globex',
    updated: null,
    pages: [true, true, false],
    plan: 'free',
    users: 1,
    cards: ['computing', 'computing', 'computing'],
    gone: { code: 'not_found', status: 404 },
    invalid: { code: 'invalid_argument', details: { name: expect.any(String) }, status: 400 },
    unauthorized: { code: 'unauthorized', status: 401 },
  });
});

test('more calls in one tick than a batch may have all pass, with a token from a function', async () => {
  const { token } = await api.organization();
  const clientele = createClient(`${url}/`, async () => token);
  const calls = Array.from({ length: 45 }, () => clientele.users.list.query({ limit: 1 }));
  expect(await Promise.all(calls)).toHaveLength(45);
});

test('an update of the version read is applied once; of an older one it is precondition_failed', async () => {
  const { token, client } = await api.organization();
  const clientele = createClient(url, token);
  const { id: clientId } = await client();
  const { data } = await clientele.clients.get.query({ clientId });
  const update = () =>
    clientele.clients.update.mutate({ clientId, name: 'Initech' }, { context: { ifMatch: versionOf(data) } });
  await update();
  await expect(update()).rejects.toMatchObject({ data: { error: { code: 'precondition_failed' } } });
});

test('the committed types of the client package match the operations; else run npm run openapi', () => {
  for (const [file, code] of Object.entries(clientTypes()))
    expect(readFileSync(`client/src/${file}`, 'utf8')).toBe(code);
});

test('the README shows the first program of docs/typescript.md', () => {
  const read = (path: string) => readFileSync(path, 'utf8');
  const [program = expect.fail()] = /```ts\n\/\/ app\.ts.*?```/s.exec(read('docs/typescript.md')) ?? [];
  expect(read('README.md')).toContain(program);
});
