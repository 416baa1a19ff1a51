import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { lockDataDir } from '../../src/core/db/data-dir.ts';
import { startBrowser } from '../support/browser.ts';
import {
  get,
  greeting,
  migratedDirectory,
  newDirectory,
  serve,
  tokenIn,
} from '../support/embedded-server.ts';
import { hasBrowser } from '../support/installed.ts';
import type { Main } from '../support/process.ts';

const dataDir = newDirectory();
let first: Main;
let url = '';
let line = '';
let token = '';
// In a hook, so that a start that fails is cleared up as well.
beforeAll(async () => {
  first = serve(dataDir);
  url = await first.url();
  [line = ''] = /curl .+/.exec(await greeting(first)) ?? [];
  token = tokenIn(line);
});

test.skipIf(!hasBrowser)(
  'the link that the first start prints leads to a message that waits for an answer in one click, even before anything is computed',
  async () => {
    const [link = ''] = /\S+#token=\S+/.exec(first.stdout) ?? [];
    const page = await (await startBrowser()).newPage();
    await page.goto(link);
    await page.getByRole('region', { name: 'Answers owed' }).getByRole('link').first().click();
    await page.getByRole('dialog').locator('.content').filter({ hasText: /\w/ }).waitFor();
    await page.close();
  },
);

test('the first start prints a curl command that works as pasted, and keeps its files private', async () => {
  const pasted = JSON.parse(execFileSync('sh', ['-c', `${line} -s`], { encoding: 'utf8' }));
  expect(pasted.data.length).toBeGreaterThan(3);
  expect((await fetch(`${url}/docs`)).status).toBe(200);
  for (const path of [dataDir, join(dataDir, 'database')]) expect(statSync(path).mode & 0o077).toBe(0);
});

test('a later start keeps the data, prints no token, and says how to get one and where everything is', async () => {
  const before = await get(`${url}/v1/clients`, token);
  expect(before.status).toBe(200);
  first.process.kill('SIGTERM');
  expect(await first.ended).toBe(0);

  const second = serve(dataDir);
  expect(await get(`${await second.url()}/v1/clients`, token)).toEqual(before);
  const printed = await greeting(second);
  expect(tokenIn(printed)).toBe('');
  const address = await second.url();
  expect(printed).toContain(` ${address}/\n`);
  expect(printed).toContain(` ${address}/docs\n`);
  expect(printed).toContain(' npm run -s cli -- token create --org demo\n');
  second.process.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});

test.concurrent('a server waits for a command that holds the directory, and says so, instead of giving up', async ({
  expect,
}) => {
  const directory = migratedDirectory();
  const { lock } = lockDataDir(directory, 'command');
  expect(lock).not.toBeNull();
  const server = serve(directory, { WORKER: 'false' });
  await expect.poll(() => server.stdout).toContain('waiting for a CLI command');
  lock?.release();
  await server.url();
});
