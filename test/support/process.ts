import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atEndOfFile } from './cleanup.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const endWithParent = new URL('end-with-parent.mjs', import.meta.url).href;

/** A running program of the project. */
export interface Main {
  readonly process: ChildProcess;
  stdout: string;
  stderr: string;
  /** The exit code, or the signal that ended the process. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Waits until the program has printed what matches, and returns the group of the pattern, if it has one. */
  prints(pattern: RegExp): Promise<string>;
  /** Waits until the program is ready and returns its URL. */
  url(): Promise<string>;
}

/**
 * Starts `build/programs/<main>.js` with only `PATH`, `HOME` and `environment` in its environment.
 * @param directory where the programs were built
 */
export function start(
  main: string,
  environment: Record<string, string>,
  words: string[] = [],
  directory = root,
): Main {
  // No test runs for long enough to win back what optimizing the embedded database takes.
  const options = ['--liftoff-only', '--enable-source-maps', '--import', endWithParent];
  const child = spawn(process.execPath, [...options, `build/programs/${main}.js`, ...words], {
    cwd: directory,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('The program has no output.');
  const ended = once(child, 'exit').then(([code, signal]) => signal ?? code);
  // Until it is gone, it may still write into a directory that is removed next.
  atEndOfFile(() => {
    child.kill('SIGKILL');
    return ended;
  });
  const url = () => prints(/Clientele is ready on (http:[^"\s]+)/);
  const started: Main = { process: child, stdout: '', stderr: '', ended, prints, url };
  stdout.on('data', (data: Buffer) => (started.stdout += data));
  stderr.on('data', (data: Buffer) => (started.stderr += data));

  function prints(pattern: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const [text, part = text] = pattern.exec(started.stdout) ?? [];
        if (part !== undefined) resolve(part);
      };
      child.stdout?.on('data', look);
      look();
      child.once('exit', () => reject(new Error(`ended before it printed ${pattern}: ${started.stderr}`)));
    });
  }
  return started;
}
