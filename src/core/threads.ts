import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Piscina } from 'piscina';
import { root } from './paths.ts';
import { withDeadline } from './timeouts.ts';

/** Bounds of each call. */
export interface ThreadBounds {
  /** Calls at once; each has a thread to itself. */
  readonly threads: number;
  /** From the start of a call, not from when it began to wait for a thread. */
  readonly deadlineMs: number;
  /** Heap of a thread, in MB. */
  readonly memoryMb: number;
}

/** A call that was ended because it reached a bound. */
export class BoundReached extends Error {}

/** Runs a function in a thread. @throws BoundReached, the signal's reason, or what the function throws */
export type InThread<Input, Output> = (input: Input, signal: AbortSignal) => Promise<Output>;

const idleMs = 60_000;

/**
 * Makes calls of a program's default export run in worker threads, so that foreign data can neither hold up this process nor
 * fill its memory: the thread of a call that reaches a bound is killed. Threads are started when they are first needed.
 * @param program the path of an ES module
 */
export function runInThreads<Input, Output>(
  program: string,
  { threads, deadlineMs, memoryMb }: ThreadBounds,
): InThread<Input, Output> {
  const limit = pLimit(threads);
  let pool: Promise<Pool> | undefined;

  interface Pool {
    readonly threads: Piscina<Input, Output>;
    /** The reason why a thread could not start, such as a program that is not there. */
    failure?: unknown;
  }

  async function open(): Promise<Pool> {
    // Only here, since most commands never need it.
    const { Piscina } = await import('piscina');
    const threadPool = new Piscina<Input, Output>({
      filename: program,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      // A thread has no use for the secrets of its process.
      env: {},
    });
    const opened: Pool = { threads: threadPool };
    threadPool.on('error', (error: unknown) => {
      opened.failure = error;
      // Its calls would wait for ever.
      void threadPool.destroy();
      pool = undefined;
    });
    return opened;
  }

  async function call(input: Input, signal: AbortSignal): Promise<Output> {
    signal.throwIfAborted();
    pool ??= open();
    const opened = await pool;
    const late = new BoundReached(`was ended after ${deadlineMs / 1_000} s`);
    return withDeadline(deadlineMs, late, signal, (inner) =>
      opened.threads.run(input, { signal: inner }).catch((error: unknown) => {
        inner.throwIfAborted();
        if (opened.failure !== undefined) throw opened.failure;
        throw isOutOfMemory(error) ? new BoundReached(`was ended beyond ${memoryMb} MB of memory`) : error;
      }),
    );
  }

  return (input, signal) => limit(call, input, signal);
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** The path of a built program: threads run these, never the sources. */
export const bundledProgram = (name: string) => join(root, 'build/programs', `${name}.js`);
