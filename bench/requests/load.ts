/** The load generator, a process of its own: makes the runs it is told over IPC, and tells what it saw. */
import { setTimeout } from 'node:timers/promises';
import autocannon from 'autocannon';
import { Pool } from 'undici';
import { clientOf, domain, tokenOf } from './fixture.ts';

export const works = {
  'read a client': (organization: number) => ({
    method: 'GET',
    path: `/v1/clients/${clientOf(organization)}`,
  }),
  'list 20 clients': () => ({ method: 'GET', path: '/v1/clients' }),
  'create a client': () => ({
    method: 'POST',
    path: '/v1/clients',
    body: JSON.stringify({ name: 'Globex', domain }),
  }),
  'update a client': (organization: number) => ({
    method: 'PUT',
    path: `/v1/clients/${clientOf(organization)}`,
    body: JSON.stringify({ name: `Renamed ${turn}` }),
  }),
  'the same read over /trpc': (organization: number) => ({
    method: 'GET',
    path: `/trpc/clients.get?input=${encodeURIComponent(JSON.stringify({ clientId: clientOf(organization) }))}`,
  }),
} as const satisfies Record<
  string,
  (organization: number) => { method: 'GET' | 'POST' | 'PUT'; path: string; body?: string }
>;

export type Work = keyof typeof works;

/** What to run. */
interface Run {
  work: Work;
  /** How many organizations take turns. */
  organizations: number;
}

/** As many requests as go through. */
export interface FullRun extends Run {
  /** The server, or several at the same time. */
  url: string | string[];
  /** Without it, the run ends when each server has had a request of each organization. */
  seconds?: number;
  rate?: never;
}

/** So many requests per second, evenly, however slowly they are answered. */
export interface PacedRun extends Run {
  url: string;
  seconds: number;
  rate: number;
}

/** What was seen. */
export interface Seen {
  perSecond: number;
  /** In milliseconds; of a full run whole ones, and those of the slowest server. */
  p99: number;
}

const connections = 32;

let turn = 0;

function nextRequest({ work, organizations }: Run) {
  turn += 1;
  const organization = turn % organizations;
  const made = works[work](organization);
  return {
    ...made,
    headers: {
      authorization: `Bearer ${tokenOf(organization)}`,
      ...('body' in made ? { 'content-type': 'application/json' } : {}),
    },
  };
}

async function runFull(run: FullRun): Promise<Seen> {
  const urls = [run.url].flat();
  const seen = await Promise.all(urls.map((url) => runOn(url, connections / urls.length, run)));
  return {
    perSecond: seen.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p99: Math.max(...seen.map(({ p99 }) => p99)),
  };
}

async function runOn(url: string, connections: number, run: FullRun): Promise<Seen> {
  const result = await autocannon({
    url,
    connections,
    ...(run.seconds === undefined ? { amount: run.organizations } : { duration: run.seconds }),
    // A run ends with a sample: by default the next whole second.
    sampleInt: 50,
    requests: [{ setupRequest: (request) => ({ ...request, ...nextRequest(run) }) }],
  });
  const { non2xx, errors, timeouts, statusCodeStats } = result;
  if (non2xx + errors + timeouts > 0)
    throw new Error(`${run.work} at ${url}: ${errors} errors, ${JSON.stringify(statusCodeStats)}`);
  return { perSecond: result['2xx'] / result.duration, p99: result.latency.p99 };
}

/**
 * Not by autocannon's `overallRate`: that sends the requests of each second as fast as they go through and then rests.
 * A latency counts from the moment when its request was due, so that one slow answer does not hide the next.
 */
async function runPaced(run: PacedRun): Promise<Seen> {
  const pool = new Pool(run.url, { connections });
  const latencies: number[] = [];
  const startedAt = performance.now();

  async function send(dueAt: number): Promise<void> {
    const { statusCode, body } = await pool.request(nextRequest(run));
    await body.dump();
    if (statusCode !== 200) throw new Error(`${run.work} at ${run.url}: ${statusCode}`);
    latencies.push(performance.now() - dueAt);
  }

  const answers: Promise<void>[] = [];
  const total = Math.floor(run.rate * run.seconds);
  while (answers.length < total) {
    const due = Math.min(total, ((performance.now() - startedAt) / 1_000) * run.rate);
    while (answers.length < due) answers.push(send(startedAt + (answers.length / run.rate) * 1_000));
    await setTimeout(1);
  }
  await Promise.all(answers);
  const perSecond = total / ((performance.now() - startedAt) / 1_000);
  await pool.close();
  latencies.sort((a, b) => a - b);
  return { perSecond, p99: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN };
}

process.on('message', (run: FullRun | PacedRun) => {
  const seen = run.rate === undefined ? runFull(run) : runPaced(run);
  seen.then(
    (seen) => process.send?.({ seen }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
