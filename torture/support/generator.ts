import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Trial } from '../part.ts';
import type { Arrivals, Seen } from './arrivals.ts';

export type { Answers, Arrivals, Seen } from './arrivals.ts';

/** Starts the load generator; it is ended with the trial. */
export function startGenerator(trial: Pick<Trial, 'atEnd'>): (arrivals: Arrivals) => Promise<Seen> {
  const child = fork(fileURLToPath(new URL('arrivals.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  trial.atEnd(() => child.kill('SIGKILL'));
  return async (arrivals) => {
    const answer = once(child, 'message');
    child.send(arrivals);
    const [message] = (await answer) as [{ seen: Seen } | { error: string }];
    if ('error' in message) throw new Error(message.error);
    return message.seen;
  };
}
