import { startTask } from '../../bench/requests/processes.ts';
import type { Trial } from '../part.ts';

/** Requests to send at random: so many per second, evenly, however slowly they are answered. */
export interface Plan {
  /** Each request goes to a random one. */
  readonly urls: readonly string[];
  readonly rate: number;
  readonly seconds: number;
  /** To each server. */
  readonly connections: number;
  /** The organizations of the bench whose tokens are used; the first are the busiest if `skewed`. */
  readonly organizations: { readonly first: number; readonly count: number; readonly skewed?: boolean };
  /** Paths to get, each as likely as it is often here; `{client}` stands for a client of the organization. */
  readonly paths: readonly string[];
}

/** One request and what came of it. Times are milliseconds of `nowMs`. */
export interface Arrival {
  readonly organization: number;
  readonly path: string;
  readonly url: string;
  readonly sentMs: number;
  readonly receivedMs: number;
  /** 0 where there was no answer. */
  readonly status: number;
  /** 0 where it was not told. */
  readonly retryAfterSeconds: number;
}

/** The machine's monotonic clock, which all processes share. */
export const nowMs = () => Number(process.hrtime.bigint()) / 1e6;

/** Sends requests from a process of its own, one plan at a time. */
export type Generator = (plan: Plan) => Promise<Arrival[]>;

/** Starts a load generator; it is ended with the trial. */
export function startGenerator(trial: Pick<Trial, 'atEnd'>): Generator {
  const { run, stop } = startTask<Plan, Arrival[]>(new URL('generator-process.ts', import.meta.url));
  trial.atEnd(stop);
  return run;
}

/** Counts the responses by status. */
export function statusesOf(rows: Iterable<Pick<Arrival, 'status'>>): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
