import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { inject, vi } from 'vitest';
import { wrapEmbedded } from '../../src/core/db/database.ts';
import { makeDemo } from '../../src/demo/demo.ts';
import { temporaryFolder } from './folder.ts';
import { type Main, start } from './process.ts';
import { eventTimeoutMs } from './timeouts.ts';

/** Returns a path for a data directory that does not exist yet. */
export function newDirectory(): string {
  const directory = temporaryFolder();
  return join(directory, 'data');
}

/** Prepares a data directory as a first start leaves it. Copying it is faster than a first start for each test. */
export async function firstStarted({ demo }: { demo: boolean }) {
  const original = newDirectory();
  const databaseDirectory = join(original, 'database');
  mkdirSync(original, { mode: 0o700 });
  cpSync(inject('embedded').directory, databaseDirectory, { recursive: true });
  let token = '';
  if (demo) {
    const database = wrapEmbedded(await PGlite.create(databaseDirectory));
    token = (await makeDemo(database.db, new Date())) ?? '';
    await database.close();
  }
  return {
    token,
    newCopy() {
      const copy = newDirectory();
      cpSync(original, copy, { recursive: true });
      return copy;
    },
  };
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
