import { startTask } from '../../bench/requests/processes.ts';
import type { Trial } from '../part.ts';

/** Requests that are sent over and over, with nobody waiting for an answer. */
export interface Stream {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** The bytes that each connection sends repeatedly; `{random}` stands for 32 letters and digits. */
  readonly requests: string;
  /** The number of times that each connection sends them; unlimited if absent. */
  readonly times?: number;
  /** The next is sent once the answers to the one before have come. */
  readonly waits?: boolean;
  /** The reading behavior: all, nothing, or a byte a second. */
  readonly reads: 'all' | 'nothing' | 'a byte a second';
}

/** The result of a stream. */
export interface Streamed {
  /** The number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly megabytesRead: number;
}

/** Starts a process that sends streams; it is ended with the trial. */
export function startStreamer(trial: Pick<Trial, 'atEnd'>): (stream: Stream) => Promise<Streamed> {
  const { run, stop } = startTask<Stream, Streamed>(new URL('streams-process.ts', import.meta.url));
  trial.atEnd(stop);
  return run;
}
