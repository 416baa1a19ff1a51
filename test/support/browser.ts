import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { atEndOfFile } from './cleanup.ts';

const executablePath = process.env.TEST_CHROMIUM ?? '/usr/bin/chromium';

/** True when a browser is installed for the tests that need one. */
export const hasBrowser = existsSync(executablePath);

/** Starts Chromium with a profile of its own, and closes it at the end of the test file. */
export async function startBrowser(): Promise<Browser> {
  const quiet = ['--disable-gpu', '--disable-quic', '--disable-sync', '--no-first-run'];
  const silent = ['--disable-background-networking', '--disable-component-update'];
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', ...quiet, ...silent] });
  atEndOfFile(() => browser.close());
  return browser;
}
