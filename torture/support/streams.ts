import { startTask } from '../../bench/requests/processes.ts';
import type { Trial } from '../part.ts';

/** Requests that are sent over and over, with nobody waiting for an answer. */
export interface Stream {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** What each connection sends, again and again; `{random}` stands for 32 letters and digits. */
  readonly requests: string;
  /** How often each connection sends it; as often as it is taken when absent. */
  readonly times?: number;
  /** The next is sent once the answers to the one before have come. */
  readonly waits?: boolean;
  /** What it reads: all, nothing, or a byte a second. */
  readonly reads: 'all' | 'nothing' | 'a byte a second';
}

/** What came of it. */
export interface Streamed {
  /** How many answers of each status came. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly megabytesRead: number;
  /** Connections that the server ended before the time was up. A paused one is not told. */
  readonly ended: number;
}

/** Starts a process that sends streams; it is ended with the trial. */
export function startStreamer(trial: Pick<Trial, 'atEnd'>): (stream: Stream) => Promise<Streamed> {
  const { run, stop } = startTask<Stream, Streamed>(new URL('streams-process.ts', import.meta.url));
  trial.atEnd(stop);
  return run;
}
