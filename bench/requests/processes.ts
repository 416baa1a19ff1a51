import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { processEnvironment } from '../../src/config.ts';
import { freePort } from '../../test/support/free-port.ts';
import type { Run, Seen } from './load.ts';

const children: ChildProcess[] = [];

/** Stops the programs and the load generators that are still running. */
export async function stopAll(): Promise<void> {
  for (const child of children.splice(0)) {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

/** Starts a built program with the options of `npm start`, and nothing in its environment but `env`. */
export function startProgram(words: string[], env: Record<string, string>, stdout: 'pipe' | 'ignore') {
  const child = spawn(process.execPath, ['--enable-source-maps', '--max-old-space-size=512', ...words], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: processEnvironment.PATH, ...env },
    stdio: ['ignore', stdout, 'inherit'],
  });
  children.push(child);
  return child;
}

/** Starts a built server, with a log that nobody reads, and waits until it answers. */
export async function startServer(DATABASE_URL: string, settings = {}, program = 'build/programs/server.js') {
  const { REDIS_URL = 'redis://127.0.0.1:6379' } = processEnvironment;
  const PORT = `${await freePort()}`;
  const url = `http://127.0.0.1:${PORT}`;
  const child = startProgram([program], { DATABASE_URL, REDIS_URL, PORT, ...settings }, 'ignore');
  while (!(await fetch(url).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`${program} ended before it answered.`);
    await setTimeout(50);
  }
  return { url, pid: child.pid ?? 0 };
}

/** The resident memory of a process, now or at its peak, in megabytes (2^20 bytes). */
export function statusMegabytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024;
}

/** The processor time that a process has used, in seconds. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // After the name, which may hold anything, the 12th and 13th are user and system time in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Starts a program that ends with `answerTasks`, in a process of its own, to which it gives one task after the other. */
export function startTask<Task extends object, Result>(program: URL) {
  const child = fork(program, { execArgv: ['--import', 'tsx'], serialization: 'advanced' });
  children.push(child);
  const ended = once(child, 'exit').then((): never => {
    throw new Error(`${program} has ended.`);
  });
  ended.catch(() => {});
  return {
    async run(task: Task): Promise<Result> {
      const answer = once(child, 'message');
      child.send(task);
      const [message] = (await Promise.race([answer, ended])) as [{ result: Result } | { error: string }];
      if ('error' in message) throw new Error(message.error);
      return message.result;
    },
    stop: () => void child.kill('SIGKILL'),
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
