import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';

/** The longest pause after errors. */
const maxRestMs = 10_000;

/** Work in the background of this process. */
export interface Background {
  /** Ends the work; what is unfinished stays due. */
  stop(): Promise<void>;
  /** The time since its last turn began. */
  heartbeatAgeMs(): number;
}

/**
 * Takes one turn after the other until it is stopped.
 * @param turn returns true if there is more to do at once. Errors are logged; with each one in a row the pause doubles, up to
 *   `maxRestMs`
 * @param what names the work in the log line of an error
 */
export function startLoop(
  { log, restMs, what }: { readonly log: Logger; readonly restMs: number; readonly what: string },
  turn: (signal: AbortSignal) => Promise<boolean>,
): Background {
  const stopping = new AbortController();
  const { signal } = stopping;
  let beganAtMs = performance.now();

  async function run(): Promise<void> {
    let faults = 0;
    while (!signal.aborted) {
      beganAtMs = performance.now();
      let rest = restMs;
      try {
        if (await turn(signal)) rest = 0;
        faults = 0;
      } catch (error) {
        if (signal.aborted) return;
        rest = Math.min(restMs * 2 ** faults++, maxRestMs);
        log.error({ err: error }, `${what} failed; retrying`);
      }
      // Rejects when the work is stopped; the loop then ends.
      if (rest > 0) await setTimeout(rest, undefined, { signal }).catch(() => {});
    }
  }
  const ended = run();
  return {
    heartbeatAgeMs: () => performance.now() - beganAtMs,
    stop() {
      stopping.abort();
      return ended;
    },
  };
}
