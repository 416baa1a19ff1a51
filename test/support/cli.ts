import { expect, inject } from 'vitest';
import type { CliIO } from '../../src/cli/io.ts';
import { run } from '../../src/cli/program.ts';
import { serveCli } from '../../src/cli/socket.ts';
import type { Secrets } from '../../src/connections/secrets.ts';
import { cliSocketPath, lockDataDir } from '../../src/core/db/data-dir.ts';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import { createLog } from '../../src/log.ts';
import { isProduction, type TestApi } from './api.ts';
import { atEndOfFile } from './cleanup.ts';
import { secrets } from './connections.ts';
import { temporaryFolder } from './folder.ts';

const now = () => new Date();

/** Runs a command and returns its exit code and what it printed. */
export async function runCommand(words: readonly string[], io: Partial<CliIO> = {}) {
  let out = '';
  let err = '';
  const code = await run(words, {
    out: (text) => (out += text),
    err: (text) => (err += text),
    environment: {},
    now,
    ...io,
  });
  return { code, out, err };
}

/**
 * Runs CLI commands on this project's database. `directory` is deleted after the file's last test.
 * @param secretsIn opens the secrets of connections, given the data directory
 */
export async function openCli(api: TestApi, secretsIn = (_: string) => secrets) {
  const directory = temporaryFolder();
  const environment: Record<string, string> = isProduction
    ? { DATABASE_URL: inject('databaseUrl') }
    : { DATA_DIR: await heldByServer(api, directory, secretsIn(directory)) };

  const cli = (words: readonly string[], more: Partial<CliIO> = {}) =>
    runCommand(words, { environment, ...more });

  /** Runs a command that must succeed and returns its JSON output. */
  async function json(...words: string[]) {
    const { code, out, err } = await cli([...words, '--json']);
    expect([code, err]).toEqual([0, expect.any(String)]);
    return JSON.parse(out);
  }

  return { directory, environment, cli, json };
}

/** Serves CLI commands from this process, which holds the embedded database; commands reach it over the socket. */
async function heldByServer(
  { database }: TestApi,
  directory: string,
  secretsOfConnections: Secrets,
): Promise<string> {
  const { lock } = lockDataDir(directory, 'server');
  const stop = await serveCli(cliSocketPath(directory), {
    database,
    applied: 0,
    engine: builtInEngine,
    log: createLog({ logLevel: 'silent' }),
    secrets: secretsOfConnections,
    now,
  });
  atEndOfFile(async () => {
    await stop();
    lock?.release();
  });
  return directory;
}
