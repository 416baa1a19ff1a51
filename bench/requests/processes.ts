import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { processEnvironment } from '../../src/config.ts';
import { freePort } from '../../test/support/free-port.ts';
import type { Run, Seen } from './load.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A server under load, in a process of its own. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  /** Its resident memory, now and at most so far, in megabytes (2^20 bytes). */
  residentMegabytes(): number;
  peakMegabytes(): number;
  /** Ends it, if it has not ended yet. */
  stop(): Promise<void>;
}

/** Bundles programs as those of the service are, so that they run in the same way. */
export function bundle(sources: readonly string[]): void {
  execFileSync(process.execPath, ['build.js', 'build/bench', ...sources], { cwd: root });
}

/**
 * Starts a bundled program that serves HTTP on a port, with its log written to a file, and waits until it answers.
 * @param portVariable the variable that sets the port
 */
export async function startServer(
  program: string,
  environment: Record<string, string>,
  portVariable: 'PORT' | 'METRICS_PORT' = 'PORT',
): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const directory = mkdtempSync(join(tmpdir(), 'clientele-bench-'));
  const log = openSync(join(directory, 'log'), 'w');
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    cwd: root,
    env: { PATH: processEnvironment.PATH, ...environment, [portVariable]: String(port) },
    stdio: ['ignore', log, 'inherit'],
  });
  closeSync(log);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} could not be started.`);
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`${program} ended before it answered.`);
    await setTimeout(50);
  }
  return {
    url,
    pid,
    residentMegabytes: () => statusMegabytes(pid, 'VmRSS'),
    peakMegabytes: () => statusMegabytes(pid, 'VmHWM'),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export function statusMegabytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024;
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url);
    return true;
  } catch {
    return false;
  }
}

/** A program in a process of its own that does one task after the other as it is told. */
export interface TaskProcess<Task, Result> {
  readonly pid: number;
  /** Fails where the task failed, or the process has ended. */
  run(task: Task): Promise<Result>;
  stop(): void;
}

/** Starts a program that ends with `answerTasks`. */
export function startTask<Task extends object, Result>(program: URL): TaskProcess<Task, Result> {
  const child = fork(fileURLToPath(program), {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} could not be started.`);
  const ended = once(child, 'exit').then((): never => {
    throw new Error(`${program} has ended.`);
  });
  ended.catch(() => {});
  return {
    pid,
    async run(task) {
      const answer = once(child, 'message');
      child.send(task);
      const [message] = (await Promise.race([answer, ended])) as [{ result: Result } | { error: string }];
      if ('error' in message) throw new Error(message.error);
      return message.result;
    },
    stop: () => child.kill('SIGKILL'),
  };
}

/** Does the tasks that the starter of this process sends. */
export function answerTasks<Task, Result>(work: (task: Task) => Promise<Result>): void {
  process.on('message', (task: Task) => {
    work(task).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: String(error) }),
    );
  });
}

export const startLoad = () => startTask<Run, Seen>(new URL('load.ts', import.meta.url));
export type Load = ReturnType<typeof startLoad>;

/** The processor time that a process has used, in seconds. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // After the name, which may hold anything, the 12th and 13th are user and system time in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The ids of the processes of a name that run on this machine. */
function pidsOf(name: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && readOf(Number(entry), 'comm').trim() === name)
    .map(Number);
}

/** A file that tells of a process; empty if the process has ended. */
function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** The memory of all processes of a name, in megabytes; what they share counts once. */
export function megabytesOf(name: string): number {
  const kilobytes = pidsOf(name).map((pid) => /^Pss:\s+(\d+) kB/m.exec(readOf(pid, 'smaps_rollup'))?.[1]);
  return kilobytes.reduce((sum, value) => sum + Number(value ?? 0), 0) / 1_024;
}

/** The processor time that all processes of a name have used that run on this machine, in seconds. */
export function processorSecondsOf(name: string): number {
  let seconds = 0;
  for (const pid of pidsOf(name)) {
    try {
      seconds += processorSeconds(pid);
    } catch {
      // It has ended.
    }
  }
  return seconds;
}

/** The processor time that all programs of this machine have used, in seconds. */
export function busySeconds(): number {
  const [, user = 0, nice = 0, system = 0] = readFileSync('/proc/stat', 'utf8').split(/\s+/).map(Number);
  return (user + nice + system) / 100;
}
