/** The load generator, a process of its own: makes the runs it is told over IPC, and tells what it saw. */
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import { quantile } from '../statistics.ts';
import { clientOf, domain, tokenOf } from './fixture.ts';
import { answerTasks } from './processes.ts';

const works = {
  'read a client': (client: string) => ['GET', `/v1/clients/${client}`],
  'list 20 clients': () => ['GET', '/v1/clients'],
  'create a client': () => ['POST', '/v1/clients', { name: 'Globex', domain }],
  'update a client': (client: string) => ['PUT', `/v1/clients/${client}`, { name: `Renamed ${turn}` }],
  'the same read over /trpc': (clientId: string) => [
    'GET',
    `/trpc/clients.get?input=${encodeURIComponent(JSON.stringify({ clientId }))}`,
  ],
} satisfies Record<string, (client: string) => ['GET' | 'POST' | 'PUT', path: string, body?: object]>;

export type Work = keyof typeof works;

export interface Run {
  readonly work: Work;
  readonly url: string;
  /** The number of organizations that take turns. */
  readonly organizations: number;
  /** Without it, the run ends when each organization has sent a request. */
  readonly seconds?: number;
  /** Requests per second, however slowly they are answered; without it, as many as 32 connections allow. */
  readonly rate?: number;
}

/** Requests that were served, and those that were refused with 503. */
export interface Seen {
  readonly served: number;
  readonly refused: number;
  readonly perSecond: number;
  readonly p99Ms: number;
}

let turn = 0;

async function run({ work, url, organizations, seconds, rate }: Run): Promise<Seen> {
  // At a rate, more than the server admits, with the refusals that are on their way.
  const connections = rate === undefined ? 32 : 800;
  const pool = new Pool(url, { connections, pipelining: 1 });
  const latencies: number[] = [];
  let sent = 0;
  let refused = 0;
  const startedAt = performance.now();
  const now = () => performance.now() - startedAt;
  const goesOn = () => (seconds === undefined ? sent < organizations : now() < seconds * 1_000);

  /** Counts from when the request was due, so that one slow answer does not hide the next. */
  async function send(dueMs: number): Promise<void> {
    sent += 1;
    turn += 1;
    const organization = turn % organizations;
    const [method, path, body] = works[work](clientOf(organization));
    const headers = { authorization: `Bearer ${tokenOf(organization)}`, 'content-type': 'application/json' };
    const answer = await pool.request({ method, path, headers, body: body ? JSON.stringify(body) : null });
    await answer.body.dump();
    if (answer.statusCode === 200) latencies.push(now() - dueMs);
    else if (answer.statusCode === 503 && rate !== undefined) refused += 1;
    else throw new Error(`${work} at ${url} was answered with ${answer.statusCode}.`);
  }

  async function sendInTurn(): Promise<void> {
    while (goesOn()) await send(now());
  }

  const sending: Promise<void>[] = [];
  if (rate === undefined) for (let n = 0; n < connections; n += 1) sending.push(sendInTurn());
  else
    for (; goesOn(); await setTimeout(1))
      while ((sent / rate) * 1_000 < now()) sending.push(send((sent / rate) * 1_000));
  await Promise.all(sending);
  const perSecond = (latencies.length / now()) * 1_000;
  await pool.close();
  return { served: latencies.length, refused, perSecond, p99Ms: quantile(latencies, 0.99) };
}

answerTasks(run);
