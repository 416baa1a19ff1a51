import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { isInstalled } from './installed.ts';

// The shell takes a third of the processor time.
const shell = '/usr/bin/chromium-headless-shell';

const executablePath = process.env.TEST_CHROMIUM ?? (existsSync(shell) ? shell : '/usr/bin/chromium');

/** True when a browser is installed for the tests that need one. */
export const hasBrowser = isInstalled(executablePath);

let started: Promise<Browser> | undefined;

/** Starts Chromium once for all files of a worker, and leaves it to end with the worker. */
export function startBrowser(): Promise<Browser> {
  const quiet = ['--disable-gpu', '--disable-quic', '--disable-sync', '--no-first-run'];
  const silent = ['--disable-background-networking', '--disable-component-update'];
  started ??= chromium.launch({ executablePath, args: ['--no-sandbox', ...quiet, ...silent] });
  return started;
}
