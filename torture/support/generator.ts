import { startTask } from '../../bench/requests/processes.ts';
import { quantile } from '../../bench/statistics.ts';
import type { Trial } from '../part.ts';

/** Requests to send at random: so many per second, evenly, however slowly they are answered. */
export interface Plan {
  /** Servers; each request goes to a random one. Or a Redis, whose limiter is then asked in this process. */
  readonly to:
    | { readonly urls: readonly string[] }
    | { readonly redisUrl: string; readonly windowMs: number; readonly perWindow: readonly [number, number] };
  /** 'most' is as fast as `connections` allow. */
  readonly rate: number | 'most';
  readonly seconds: number;
  /** To each server. */
  readonly connections: number;
  /** Tokens that nobody has, one, or those of the bench's organizations, of which the first are the busiest if `skewed`. */
  readonly tokens:
    | 'unknown'
    | { readonly token: string }
    | { readonly first: number; readonly count: number; readonly skewed?: boolean };
  /** Paths to get, each as likely as it is often here; `{client}` stands for a client of the organization. */
  readonly paths: readonly string[];
  /** The part of the requests that are updates of the path instead. */
  readonly updates?: number;
  /** True to drop requests that are due while all connections are busy; otherwise they wait. */
  readonly drops?: boolean;
}

/** The results of requests, in the order of their responses. Times are milliseconds of `nowMs`. */
export interface Arrivals {
  readonly organization: Int32Array;
  /** By their place in the plan. */
  readonly path: Int32Array;
  readonly server: Int32Array;
  /** When it was to be sent, when it was, and when it was answered. */
  readonly dueMs: Float64Array;
  readonly sentMs: Float64Array;
  readonly receivedMs: Float64Array;
  /** 0 where there was no answer. */
  readonly status: Int32Array;
  /** 0 where it was not told. */
  readonly retryAfterSeconds: Float64Array;
  /** 1 for a 503 without its headers or its body, else 0. */
  readonly malformed: Int32Array;
  /** The number of times that a limiter of this process lost Redis. */
  readonly outages: number;
  /** The number of dropped requests. */
  readonly dropped: number;
}

/** The machine's monotonic clock, which all processes share. */
export const nowMs = () => Number(process.hrtime.bigint()) / 1e6;

/** A process that sends requests, one plan at a time. */
export type Generator = (plan: Plan) => Promise<Arrivals>;

/** Starts a load generator; it is ended with the trial. */
export function startGenerator(trial: Pick<Trial, 'atEnd'>): Generator {
  const { run, stop } = startTask<Plan, Arrivals>(new URL('generator-process.ts', import.meta.url));
  trial.atEnd(stop);
  return run;
}

/** One request and what came of it. */
export interface Arrival {
  readonly organization: number;
  readonly path: number;
  readonly server: number;
  readonly dueMs: number;
  readonly sentMs: number;
  readonly receivedMs: number;
  readonly status: number;
  readonly retryAfterSeconds: number;
  readonly malformed: number;
}

/** All of them as rows, in the order of their answers. */
export function* rowsOf(arrivals: Arrivals): Iterable<Arrival> {
  for (let at = 0; at < arrivals.status.length; at += 1) {
    const of = (column: keyof Arrival) => arrivals[column][at] ?? Number.NaN;
    yield {
      organization: of('organization'),
      path: of('path'),
      server: of('server'),
      dueMs: of('dueMs'),
      sentMs: of('sentMs'),
      receivedMs: of('receivedMs'),
      status: of('status'),
      retryAfterSeconds: of('retryAfterSeconds'),
      malformed: of('malformed'),
    };
  }
}

/** Counts the responses by status. */
export function statusesOf(rows: Iterable<Pick<Arrival, 'status'>>): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** From when a request was due, so that one slow answer does not hide the next. */
export const latencyOf = ({ dueMs, receivedMs }: Arrival) => receivedMs - dueMs;

export const p99Of = (arrivals: Arrivals) => quantile([...rowsOf(arrivals)].map(latencyOf), 0.99);

/** Expects that all were served; on a machine that is too busy some may be refused with 503. */
export function expectServed(trial: Trial, what: string, arrivals: Arrivals): void {
  const statuses = statusesOf(rowsOf(arrivals));
  const { 200: _, 503: refused = 0, ...others } = statuses;
  trial.expect(Object.keys(others).length === 0, `${what} were answered ${JSON.stringify(statuses)}`);
  trial.expectInTime(refused === 0, `${what} were answered ${JSON.stringify(statuses)}`);
}
