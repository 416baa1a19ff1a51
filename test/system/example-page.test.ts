import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { startBrowser } from '../support/browser.ts';
import { atEndOfFile } from '../support/cleanup.ts';
import { fill, press } from '../support/console.ts';

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

test('lists clients and changes one', async () => {
  const { token, client } = await api.organization();
  await client({ name: 'Globex', domain: 'globex.example' });
  await client({ name: 'Initech' });
  const page = await (await startBrowser()).newPage();
  await page.goto(pageUrl);
  await fill(page, { Service: url, Token: token });
  await press(page, 'Show clients');
  const status = page.getByRole('status');
  await expect.poll(() => status.textContent()).toBe('2 clients');
  const names = page.getByLabel('Name');
  expect([await names.first().inputValue(), await names.last().inputValue()]).toEqual(['Globex', 'Initech']);
  await names.last().fill('Initrode');
  await page.getByRole('button', { name: 'Save' }).last().click();
  await expect.poll(() => status.textContent()).toBe('Saved Initrode');
  const { body } = await api.get('/v1/clients', { token });
  expect(body.data).toMatchObject([{ name: 'Globex', domain: 'globex.example' }, { name: 'Initrode' }]);
});
