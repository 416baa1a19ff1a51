/** Takes the screenshots of the documentation, on the demo: `npm run screenshots`, with Chromium. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from './browser.ts';
import { atEndOfFile, closeFile } from './cleanup.ts';
import { fill, press } from './console.ts';
import { start } from './process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'clientele-screenshots-'));
atEndOfFile(() => rmSync(dataDir, { recursive: true, force: true }));

const pathOf = (name: string) => `docs/images/${name}.png`;

async function captureReference(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 760 } });
  await page.goto(`${url}/docs`);
  const title = 'Get the default dashboard of a client';
  await page.getByRole('navigation').getByRole('button', { name: title }).click();
  await page.getByRole('heading', { name: title }).scrollIntoViewIfNeeded();
  await page.getByText('"cards"').first().waitFor();
  await page.screenshot({ path: pathOf('reference') });
}

/** Takes Today, the board and the client at risk at two widths, once the worker has computed them. */
async function captureConsole(browser: Browser, url: string, token: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, locale: 'en-GB' });
  await page.goto(`${url}/#token=${token}`);
  await page.goto(`${url}/#/clients`);
  await page.getByText('Healthy', { exact: true }).first().waitFor();
  await page.getByText('Not computed yet').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Tessellane Mutual' }).click();
  await page.locator('.checklist').first().waitFor();
  await page.locator('.activity').first().waitFor();
  await page.screenshot({ path: pathOf('client') });
  await page.goto(`${url}/#/`);
  await press(page, 'Refresh');
  await page.getByRole('heading', { name: 'Answers owed' }).waitFor();
  await page.screenshot({ path: pathOf('today') });
  await page.setViewportSize({ width: 390, height: 760 });
  await page.screenshot({ path: pathOf('today-narrow') });
  await page.goto(`${url}/#/clients`);
  await page.getByRole('link', { name: 'Tessellane Mutual' }).waitFor();
  await page.screenshot({ path: pathOf('board-narrow') });
  await page.getByRole('link', { name: 'Tessellane Mutual' }).click();
  await page.locator('.checklist').first().waitFor();
  await page.screenshot({ path: pathOf('client-narrow') });
  await captureConnect(page, url);
}

/** Takes a mailbox that is about to be connected, at two widths. */
async function captureConnect(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/settings/connections`);
  await press(page, 'Connect a mailbox');
  await fill(page, {
    'IMAP server': 'imap.northwind.example',
    'User name': 'ann@northwind.example',
    Password: 'correct horse battery staple',
  });
  await page.screenshot({ path: pathOf('connect-narrow') });
  await page.setViewportSize({ width: 1280, height: 760 });
  await page.screenshot({ path: pathOf('connect') });
}

try {
  const environment = { DATA_DIR: join(dataDir, 'data'), PORT: '0', PUBLIC_URL: 'http://127.0.0.1:3000' };
  // The reference shows the public address, wherever the server listens.
  const server = start('server', environment);
  const url = await server.url();
  const token = await server.prints(/sk_live_\w{32}/);
  const browser = await startBrowser();
  await captureReference(browser, url);
  await captureConsole(browser, url, token);
  await browser.close();
} finally {
  await closeFile();
}
