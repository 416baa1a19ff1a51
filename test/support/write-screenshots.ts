/** Takes the screenshot of the reference for the README: `npm run screenshots`, with Chromium. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'clientele-screenshots-'));
const server = spawn(process.execPath, ['build/programs/server.js'], {
  cwd: root,
  // The address that the page shows, wherever it listens.
  env: { ...process.env, DATA_DIR: join(dataDir, 'data'), PORT: '0', PUBLIC_URL: 'http://127.0.0.1:3000' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const exited = once(server, 'exit');

function listening(): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    server.stdout.on('data', (data: Buffer) => {
      printed += data;
      const [, url] = /Server listening at (http:[^"\s]+)/.exec(printed) ?? [];
      if (url !== undefined) resolve(url);
    });
    void exited.then(() => reject(new Error('The server ended before it listened.')));
  });
}

async function captureDashboard(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/docs`);
  const title = 'Get the default dashboard of a client';
  await page.getByRole('navigation').getByRole('button', { name: title }).click();
  await page.getByRole('heading', { name: title }).scrollIntoViewIfNeeded();
  await page.getByText('"cards"').first().waitFor();
  await page.screenshot({ path: join(root, 'docs/images/reference.png') });
}

try {
  const url = await listening();
  const executablePath = process.env.TEST_CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  await captureDashboard(await browser.newPage({ viewport: { width: 1280, height: 760 } }), url);
  await browser.close();
} finally {
  server.kill();
  await exited;
  rmSync(dataDir, { recursive: true, force: true });
}
