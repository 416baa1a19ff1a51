import { tracingChannel } from 'node:diagnostics_channel';

/** A part of a request that waits for another system. */
export interface Step {
  readonly system: 'postgresql' | 'redis';
  /** The name of the statement or command; never what it is given. */
  readonly name: string;
}

/** Tells whoever subscribes when a step begins and how it ends. Twice the type, since Node's types differ in the order of the two. */
export const steps = tracingChannel<Step, Step>('clientele.step');

/** Does `work` as a step that can be followed. Costs nothing while nobody does. */
export function followed<T>(system: Step['system'], name: string, work: () => Promise<T>): Promise<T> {
  return steps.hasSubscribers ? steps.tracePromise(work, { system, name }) : work();
}
