import { tracingChannel } from 'node:diagnostics_channel';

/** A call to another system within a request. */
export interface TracedCall {
  readonly system: 'postgresql' | 'redis';
  /** The name of the statement or command; never its parameters. */
  readonly name: string;
}

/** Publishes the start and the end of each call. Twice the type, since Node's types differ in the order of the two. */
export const tracedCalls = tracingChannel<TracedCall, TracedCall>('clientele.call');

/** Runs `work` as a call that appears in traces. */
export function traced<T>(system: TracedCall['system'], name: string, work: () => Promise<T>): Promise<T> {
  return tracedCalls.hasSubscribers ? tracedCalls.tracePromise(work, { system, name }) : work();
}
