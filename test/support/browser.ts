import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { atEndOfFile } from './closings.ts';

const executablePath = process.env.TEST_CHROMIUM ?? '/usr/bin/chromium';

/** True where the tests that need a browser can run. */
export const hasBrowser = existsSync(executablePath);

/** Starts a Chromium with a profile of its own, which ends with the test file. */
export async function startBrowser(): Promise<Browser> {
  const quiet = ['--disable-gpu', '--disable-quic', '--disable-sync', '--no-first-run'];
  const silent = ['--disable-background-networking', '--disable-component-update'];
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', ...quiet, ...silent] });
  atEndOfFile(() => browser.close());
  return browser;
}
