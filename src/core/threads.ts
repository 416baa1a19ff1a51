import { join } from 'node:path';
import type { Piscina } from 'piscina';
import { root } from './paths.ts';
import { withDeadline } from './timeouts.ts';
import { takeTurns } from './turns.ts';

interface ThreadBounds {
  /** Concurrent calls, each in its own thread. */
  readonly threads: number;
  /** The time a call may take, without the wait for a thread. */
  readonly deadlineMs: number;
  /** Maximum heap of a thread, in MB. */
  readonly memoryMb: number;
}

/** Thrown when a call was ended because it reached its time or memory limit. */
export class BoundReached extends Error {}

/**
 * Runs a function in a thread. Calls with the same `turn` run one after the other, so that others find a thread beside them.
 * @throws BoundReached, the signal's reason, or what the function throws
 */
export type InThread<Input, Output> = (input: Input, signal: AbortSignal, turn?: string) => Promise<Output>;

const idleMs = 60_000;

/**
 * Runs a program's default export in worker threads, so that untrusted data cannot block this process or exhaust its
 * memory. The thread of a call that reaches a limit is killed. Threads start when they are first needed.
 * @param program the path of an ES module
 */
export function runInThreads<Input, Output>(
  program: string,
  { threads, deadlineMs, memoryMb }: ThreadBounds,
): InThread<Input, Output> {
  const inTurn = takeTurns({ each: 1, places: threads });
  let pool: Promise<Piscina<Input, Output>> | undefined;
  /** The error of a thread that could not start, such as a missing file. */
  let failure: unknown;

  async function open(): Promise<Piscina<Input, Output>> {
    failure = undefined;
    // Imported lazily, since most CLI commands never need it.
    const { Piscina } = await import('piscina');
    const threadPool = new Piscina<Input, Output>({
      filename: program,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      // Without require(esm): Node.js 20 and 22 abort the process if a thread is killed while it loads a module that way.
      execArgv: ['--enable-source-maps', '--no-experimental-require-module'],
      // Keeps the secrets of the process out of its threads.
      env: {},
    });
    threadPool.on('error', (error: unknown) => {
      failure = error;
      // Its pending calls would never settle.
      void threadPool.destroy();
      pool = undefined;
    });
    return threadPool;
  }

  async function call(input: Input, signal: AbortSignal): Promise<Output> {
    signal.throwIfAborted();
    pool ??= open();
    const threadPool = await pool;
    const late = new BoundReached(`took longer than ${deadlineMs / 1_000} s`);
    return withDeadline(deadlineMs, late, signal, (inner) =>
      threadPool.run(input, { signal: inner }).catch((error: unknown) => {
        inner.throwIfAborted();
        if (failure !== undefined) throw failure;
        throw isOutOfMemory(error) ? new BoundReached(`used more than ${memoryMb} MB of memory`) : error;
      }),
    );
  }

  return (input, signal, turn) => inTurn(turn ?? Symbol(), () => call(input, signal));
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Returns the path of a built program. Threads run these, never the sources. */
export const bundledProgram = (name: string) => join(root, 'build/programs', `${name}.js`);
