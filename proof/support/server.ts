import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { statusMegabytes } from '../../bench/requests/processes.ts';
import { processEnvironment } from '../../src/config.ts';
import type { Trial } from '../part.ts';
import { patienceSeconds, until } from './until.ts';

export { unlimited } from '../../bench/bench.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const liveMemory = ['--expose-gc', '--import', new URL('./live-memory.js', import.meta.url).href];

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
  /** The memory in use after a garbage collection, in megabytes (2^20 bytes). */
  liveMegabytes(): Promise<number>;
}

/**
 * Starts a program with nothing in its environment but `environment`, a server on a free port; it is killed at the end of the trial.
 * @param folder where the programs have been bundled, two levels deep
 */
export function startProgram(
  trial: Pick<Trial, 'atEnd'>,
  program: 'server' | 'worker' | 'cli',
  environment: Record<string, string>,
  words: readonly string[] = [],
  folder = 'build/programs',
): Program {
  const path = join(temporaryDirectory(trial), 'log');
  const file = openSync(path, 'w');
  const options = ['--enable-source-maps', '--max-old-space-size=512', ...liveMemory];
  const child = spawn(process.execPath, [...options, `${folder}/${program}.js`, ...words], {
    cwd: root,
    env: { PATH: processEnvironment.PATH, HOME: processEnvironment.HOME, PORT: '0', ...environment },
    stdio: ['ignore', file, file, 'ipc'],
  });
  closeSync(file);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} could not be started.`);
  const ended = once(child, 'exit').then(([code, signal]) => signal ?? code);
  trial.atEnd(async () => {
    child.kill('SIGCONT');
    child.kill('SIGKILL');
    await ended;
  });
  return { process: child, pid, ended, log: () => readFileSync(path, 'utf8') };
}

/** Starts a server on a free port and waits until it is ready. */
export async function startServer(
  trial: Pick<Trial, 'atEnd'>,
  environment: Record<string, string>,
  folder?: string,
): Promise<Server> {
  const program = startProgram(trial, 'server', environment, [], folder);
  let url: string | undefined;
  await until(() => {
    url = /Clientele is ready on (http:[^"\s]+)/.exec(program.log())?.[1];
    return url !== undefined || !isRunning(program);
  }, patienceSeconds);
  if (url === undefined) throw new Error(`The server was not ready: ${program.log()}`);
  return {
    ...program,
    url,
    residentMegabytes: () => statusMegabytes(program.pid, 'VmRSS'),
    async liveMegabytes() {
      const answered = once(program.process, 'message');
      program.process.send('collect');
      const [megabytes] = await answered;
      return megabytes;
    },
  };
}

export const isRunning = ({ process }: Program) => process.exitCode === null && process.signalCode === null;

/** Makes a directory that is removed at the end of the trial. */
export function temporaryDirectory(trial: Pick<Trial, 'atEnd'>): string {
  const directory = mkdtempSync(join(tmpdir(), 'clientele-proof-'));
  trial.atEnd(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Runs a command of the operator and gives its JSON. */
export async function operator<T>(
  trial: Pick<Trial, 'atEnd'>,
  environment: Record<string, string>,
  ...words: string[]
): Promise<T> {
  const program = startProgram(trial, 'cli', { LOG_LEVEL: 'silent', ...environment }, [...words, '--json']);
  const code = await program.ended;
  if (code !== 0) throw new Error(`${words.join(' ')}: ended with ${code}: ${program.log()}`);
  return JSON.parse(program.log());
}
