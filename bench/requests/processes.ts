import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { processEnvironment } from '../../src/config.ts';
import type { Run, Seen } from './load.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A server under load, in a process of its own. */
export interface Server {
  readonly url: string;
  /** Its resident memory, in megabytes (2^20 bytes). */
  residentMegabytes(): number;
  stop(): Promise<void>;
}

/** Starts a program that serves HTTP on `PORT`, with its log written to a file, and waits until it answers. */
export async function startServer(program: string, environment: Record<string, string>): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const directory = mkdtempSync(join(tmpdir(), 'clientele-bench-'));
  const log = openSync(join(directory, 'log'), 'w');
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    cwd: root,
    env: { PATH: processEnvironment.PATH, ...environment, PORT: String(port) },
    stdio: ['ignore', log, 'inherit'],
  });
  closeSync(log);
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`${program} ended before it answered.`);
    await setTimeout(50);
  }
  return {
    url,
    residentMegabytes: () => residentMegabytes(child),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(directory, { recursive: true });
    },
  };
}

function residentMegabytes(child: ChildProcess): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])) / 1024;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('No port was given.');
  return address.port;
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url);
    return true;
  } catch {
    return false;
  }
}

/** The load generator. */
export interface Load {
  /** Makes one run; fails when an answer was no success. */
  run(run: Run): Promise<Seen>;
  stop(): void;
}

export function startLoad(): Load {
  const child = fork(fileURLToPath(new URL('load.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] });
  return {
    async run(run) {
      child.send(run);
      const [message] = (await once(child, 'message')) as [{ seen: Seen } | { error: string }];
      if ('error' in message) throw new Error(message.error);
      return message.seen;
    },
    stop: () => child.kill(),
  };
}
