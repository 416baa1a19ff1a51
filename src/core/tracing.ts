import { tracingChannel } from 'node:diagnostics_channel';

/** A call to another system within a request. */
export interface TracedCall {
  readonly system: 'postgresql' | 'redis';
  /** The name of the statement or command; never its parameters. */
  readonly name: string;
}

/** Publishes the start and end of each call. Node's releases disagree on the order of the two type parameters. */
export const tracedCalls = tracingChannel<TracedCall, TracedCall>('clientele.call');

/** Runs `work` and records it as a call in traces. */
export function traced<T>(system: TracedCall['system'], name: string, work: () => Promise<T>): Promise<T> {
  return tracedCalls.hasSubscribers ? tracedCalls.tracePromise(work, { system, name }) : work();
}
