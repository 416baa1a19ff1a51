import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { startBrowser } from '../support/browser.ts';
import { atEndOfFile } from '../support/cleanup.ts';

/** Serves the page by the command that its comment tells, on a free port. */
function servePage(): Promise<string> {
  const html = readFileSync('examples/browser/index.html', 'utf8');
  const [, words = ''] = /npx (esbuild [^\\]+\\\n.+)/.exec(html) ?? [];
  const command = words.replace('\\\n', '').replace(':5173', ':0');
  const [name = '', ...options] = command.split(/ +/);
  // Not by npx, which fails within another npx.
  const bundler = spawn(`node_modules/.bin/${name}`, options, { stdio: ['pipe', 'ignore', 'pipe'] });
  // Without standard input it ends.
  atEndOfFile(() => bundler.stdin.end());
  return new Promise((resolve, reject) => {
    let told = '';
    bundler.stderr.on('data', (text) => {
      told += text;
      const [, address] = /(http:[^\s]+:\d+)\//.exec(told) ?? [];
      if (address !== undefined) resolve(address);
    });
    bundler.on('exit', () => reject(new Error(told)));
  });
}

const pageUrl = await servePage();
const api = await startApi({ corsOrigins: [pageUrl] });
const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
const browser = await startBrowser();

async function showClients(page: Page, token: string): Promise<void> {
  await page.getByLabel('Service').fill(url);
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Show clients' }).click();
}

const status = (page: Page) => page.getByRole('status').textContent();
const names = (page: Page) =>
  page
    .getByLabel('Name')
    .evaluateAll((inputs) => inputs.map((input) => ('value' in input ? input.value : '')));

test('lists clients and changes one', async () => {
  const { token, client } = await api.organization();
  await client({ name: 'Globex', domain: 'globex.example' });
  await client({ name: 'Initech' });
  const page = await browser.newPage();
  await page.goto(pageUrl);
  await showClients(page, token);
  await expect.poll(() => status(page)).toBe('2 clients');
  expect(await names(page)).toEqual(['Globex', 'Initech']);
  await page.getByLabel('Name').last().fill('Initrode');
  await page.getByRole('button', { name: 'Save' }).last().click();
  await expect.poll(() => status(page)).toBe('Saved Initrode');
  const { body } = await api.get('/v1/clients', { token });
  expect(body.data).toMatchObject([{ name: 'Globex', domain: 'globex.example' }, { name: 'Initrode' }]);
});
