import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { inject, vi } from 'vitest';
import { wrapEmbedded } from '../../src/core/db/embedded.ts';
import { makeDemo } from '../../src/demo/demo.ts';
import { temporaryFolder } from './folder.ts';
import { type Main, start } from './process.ts';
import { eventTimeoutMs } from './timeouts.ts';

/** Returns a path for a data directory that does not exist yet. */
export function newDirectory(): string {
  const directory = temporaryFolder();
  return join(directory, 'data');
}

function copyOf(database: string): string {
  const dataDir = newDirectory();
  mkdirSync(dataDir, { mode: 0o700 });
  cpSync(database, join(dataDir, 'database'), { recursive: true });
  return dataDir;
}

/** Returns a data directory as a first start without the demo leaves it, which is copied faster than made. */
export const migratedDirectory = () => copyOf(inject('embedded').directory);

let demo: ReturnType<typeof prepareDemo> | undefined;

/** Returns the token of the demo, and how to copy a data directory as a first start with the demo leaves it. */
export function demoDirectory() {
  demo ??= prepareDemo();
  return demo;
}

/** Makes the demo once for all files of a worker, beside the setup's database, which removes both after the last file. */
async function prepareDemo() {
  const { directory } = inject('embedded');
  const withDemo = `${directory}-${process.pid}`;
  cpSync(directory, withDemo, { recursive: true });
  const database = wrapEmbedded(await PGlite.create(withDemo));
  const token = (await makeDemo(database.db, new Date())) ?? '';
  await database.close();
  return { token, newCopy: () => copyOf(withDemo) };
}

export const serve = (dataDir: string, environment: Record<string, string> = {}) =>
  start('server', { DATA_DIR: dataDir, PORT: '0', ...environment });

export async function get(url: string, token: string) {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.json() };
}

export const tokenIn = (text: string) => /sk_live_[0-9A-Za-z]{32}/.exec(text)?.[0] ?? '';

/** Waits until the greeting, which follows the ready line, has been printed. */
export async function greeting(server: Main): Promise<string> {
  return vi.waitUntil(() => server.stdout.includes('/docs') && server.stdout, { timeout: eventTimeoutMs });
}
