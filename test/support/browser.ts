import { type Browser, chromium } from 'playwright-core';
import { chromiumPath } from './installed.ts';

let started: Promise<Browser> | undefined;

/** Starts Chromium once for all files of a worker, and leaves it to end with the worker. */
export function startBrowser(): Promise<Browser> {
  const quiet = ['--disable-gpu', '--disable-quic', '--disable-sync', '--no-first-run'];
  const silent = ['--disable-background-networking', '--disable-component-update'];
  started ??= chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', ...quiet, ...silent] });
  return started;
}
