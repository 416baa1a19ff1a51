import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
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
}

/** What came of the requests, in the order of their answers. Instants are milliseconds of `nowMs`. */
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
  /** How often a limiter here took Redis for gone. */
  readonly outages: number;
}

/** The machine's monotonic clock, which all processes share. */
export const nowMs = () => Number(process.hrtime.bigint()) / 1e6;

/** A process that sends requests, one plan at a time. */
export interface Sender {
  readonly pid: number;
  send(plan: Plan): Promise<Arrivals>;
}

export function startSender(trial: Pick<Trial, 'atEnd'>): Sender {
  const child = fork(fileURLToPath(new URL('random-arrivals-process.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('The process that sends requests could not be started.');
  const ended = once(child, 'exit').then((): never => {
    throw new Error('The process that sends requests has ended.');
  });
  ended.catch(() => {});
  trial.atEnd(() => child.kill('SIGKILL'));
  return {
    pid,
    async send(plan) {
      const answer = once(child, 'message');
      child.send(plan);
      const [message] = (await Promise.race([answer, ended])) as [Arrivals | { error: string }];
      if ('error' in message) throw new Error(message.error);
      return message;
    },
  };
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
}

/** All of them as rows, in the order of their answers. */
export function* rowsOf(arrivals: Arrivals): Generator<Arrival> {
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
    };
  }
}

/** How often each status was answered. */
export function statusesOf(rows: Iterable<Pick<Arrival, 'status'>>): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** What only so large a part of the values exceeds; 0.99 for the 99th percentile. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** From when a request was due, so that one slow answer does not hide the next. */
export const latencyOf = ({ dueMs, receivedMs }: Arrival) => receivedMs - dueMs;
