import { startTask } from '../../bench/requests/processes.ts';
import type { Trial } from '../part.ts';

/** Requests of many connections at once. */
export interface Stream {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** The bytes that each connection sends; `{random}` stands for 32 letters and digits. */
  readonly requests: string;
  /** Of a connection that reads all answers, the bytes are sent again each time that they have come; otherwise once. */
  readonly reads: 'all' | 'nothing' | 'a byte a second';
}

/** Sends a stream, and returns the number of responses by status. */
export type Streamer = (stream: Stream) => Promise<Record<string, number>>;

/** Starts a process that sends streams; it is ended with the trial. */
export function startStreamer(trial: Trial): Streamer {
  const { run, stop } = startTask<Stream, Record<string, number>>(
    new URL('streams-process.ts', import.meta.url),
  );
  trial.atEnd(stop);
  return run;
}
