/** The load generator, a process of its own: makes the runs it is told over IPC, and tells what it saw. */
import autocannon from 'autocannon';
import { clientOf, domain, tokenOf } from './fixture.ts';
import { answerTasks } from './processes.ts';

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

/** As many requests as go through. */
export interface Run {
  work: Work;
  /** The number of organizations that take turns. */
  organizations: number;
  /** The server, or several at the same time. */
  url: string | string[];
  /** Without it, the run ends when each server has had a request of each organization. */
  seconds?: number;
}

/** The measured result. */
export interface Seen {
  perSecond: number;
  requests: number;
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

async function runAll(run: Run): Promise<Seen> {
  const urls = [run.url].flat();
  const seen = await Promise.all(urls.map((url) => runOn(url, connections / urls.length, run)));
  return {
    perSecond: seen.reduce((sum, { perSecond }) => sum + perSecond, 0),
    requests: seen.reduce((sum, { requests }) => sum + requests, 0),
  };
}

async function runOn(url: string, connections: number, run: Run): Promise<Seen> {
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
  return { perSecond: result['2xx'] / result.duration, requests: result['2xx'] };
}

answerTasks(runAll);
