/** Takes the screenshots of the documentation, on the demo: `npm run screenshots`, with Chromium. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'clientele-screenshots-'));
const server = spawn(process.execPath, ['build/programs/server.js'], {
  cwd: root,
  // The address that the reference shows, wherever the server listens.
  env: { ...process.env, DATA_DIR: join(dataDir, 'data'), PORT: '0', PUBLIC_URL: 'http://127.0.0.1:3000' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const exited = once(server, 'exit');

/** Waits until the server has printed where it listens, and the token of the demo. */
function started(): Promise<{ url: string; token: string }> {
  return new Promise((resolve, reject) => {
    let printed = '';
    server.stdout.on('data', (data: Buffer) => {
      printed += data;
      const [, url] = /Server listening at (http:[^"\s]+)/.exec(printed) ?? [];
      const [token] = /sk_live_\w{32}/.exec(printed) ?? [];
      if (url !== undefined && token !== undefined) resolve({ url, token });
    });
    void exited.then(() => reject(new Error('The server ended before it listened.')));
  });
}

const pathOf = (name: string) => join(root, 'docs/images', `${name}.png`);

async function captureReference(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 760 } });
  await page.goto(`${url}/docs`);
  const title = 'Get the default dashboard of a client';
  await page.getByRole('navigation').getByRole('button', { name: title }).click();
  await page.getByRole('heading', { name: title }).scrollIntoViewIfNeeded();
  await page.getByText('"cards"').first().waitFor();
  await page.screenshot({ path: pathOf('reference') });
}

/** Takes the board and the client at risk, once the worker has computed them. */
async function captureConsole(browser: Browser, url: string, token: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, locale: 'en-GB' });
  await page.goto(`${url}/#token=${token}`);
  await page.getByText('Healthy', { exact: true }).first().waitFor();
  await page.getByText('Not computed yet').waitFor({ state: 'detached' });
  await page.screenshot({ path: pathOf('board') });
  await page.getByRole('link', { name: 'Tessellane Mutual' }).click();
  await page.locator('.checklist').first().waitFor();
  await page.locator('.activity').first().waitFor();
  await page.screenshot({ path: pathOf('client') });
}

try {
  const { url, token } = await started();
  const executablePath = process.env.TEST_CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  await captureReference(browser, url);
  await captureConsole(browser, url, token);
  await browser.close();
} finally {
  server.kill();
  await exited;
  rmSync(dataDir, { recursive: true, force: true });
}
