import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { processEnvironment } from '../../src/config.ts';
import { serverFlags } from '../../test/support/server-flags.ts';
import type { Trial } from '../part.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A program of the service in a process of its own, as `npm start` runs it. */
export interface Program {
  readonly process: ChildProcess;
  readonly pid: number;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** All that it has printed and logged so far. */
  log(): string;
}

/** A server that answers. */
export interface Server extends Program {
  readonly url: string;
  /** Its resident memory in megabytes (2^20 bytes). */
  residentMegabytes(): number;
}

/**
 * Starts a program with nothing in its environment but `environment`; it is killed at the end of the trial.
 * @param folder where the programs have been bundled, two levels deep
 */
export function startProgram(
  trial: Pick<Trial, 'atEnd'>,
  program: 'server' | 'worker' | 'cli',
  environment: Record<string, string>,
  words: readonly string[] = [],
  folder = 'build/programs',
): Program {
  const directory = mkdtempSync(join(tmpdir(), 'clientele-torture-'));
  const path = join(directory, 'log');
  const file = openSync(path, 'w');
  const flags = program === 'server' ? serverFlags : ['--enable-source-maps'];
  const child = spawn(process.execPath, [...flags, `${folder}/${program}.js`, ...words], {
    cwd: root,
    env: { PATH: processEnvironment.PATH, HOME: processEnvironment.HOME, ...environment },
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} could not be started.`);
  const ended = once(child, 'exit').then(([code, signal]) => signal ?? code);
  trial.atEnd(async () => {
    child.kill('SIGCONT');
    child.kill('SIGKILL');
    await ended;
    rmSync(directory, { recursive: true, force: true });
  });
  return { process: child, pid, ended, log: () => readFileSync(path, 'utf8') };
}

/** Starts a server on a free port and waits until it is ready. */
export async function startServer(
  trial: Pick<Trial, 'atEnd'>,
  environment: Record<string, string>,
  folder?: string,
): Promise<Server> {
  const program = startProgram(trial, 'server', { PORT: '0', ...environment }, [], folder);
  let url: string | undefined;
  while (url === undefined) {
    if (program.process.exitCode !== null || program.process.signalCode !== null)
      throw new Error(`The server ended before it was ready: ${program.log()}`);
    await setTimeout(20);
    url = /Clientele is ready on (http:[^"\s]+)/.exec(program.log())?.[1];
  }
  return {
    ...program,
    url,
    residentMegabytes() {
      const status = readFileSync(`/proc/${program.pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
    },
  };
}

/** Runs a command of the operator and gives its JSON. */
export async function operator(
  trial: Pick<Trial, 'atEnd'>,
  environment: Record<string, string>,
  ...words: string[]
): Promise<unknown> {
  const program = startProgram(trial, 'cli', { LOG_LEVEL: 'silent', ...environment }, [...words, '--json']);
  const code = await program.ended;
  if (code !== 0) throw new Error(`${words.join(' ')}: ended with ${code}: ${program.log()}`);
  return JSON.parse(program.log());
}
