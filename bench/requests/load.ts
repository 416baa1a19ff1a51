/** The load generator, a process of its own: makes the runs it is told over IPC, and tells what it saw. */
import autocannon from 'autocannon';
import { clientOf, domain, organizationCount, tokenOf } from './fixture.ts';

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
  'read a client over /trpc': (organization: number) => ({
    method: 'GET',
    path: `/trpc/clients.get?input=${encodeURIComponent(JSON.stringify({ clientId: clientOf(organization) }))}`,
  }),
} as const satisfies Record<
  string,
  (organization: number) => { method: 'GET' | 'POST' | 'PUT'; path: string; body?: string }
>;

export type Work = keyof typeof works;

/** What to run: at most `rate` requests per second, or as many as go through. */
export interface Run {
  url: string;
  work: Work;
  seconds: number;
  rate?: number;
}

/** What was seen. Latencies in milliseconds. */
export interface Seen {
  perSecond: number;
  p50: number;
  p99: number;
}

const connections = 32;

let turn = 0;

async function run({ url, work, seconds, rate }: Run): Promise<Seen> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(rate === undefined ? {} : { overallRate: rate }),
    requests: [
      {
        setupRequest(request) {
          turn += 1;
          const organization = turn % organizationCount;
          const made = works[work](organization);
          return {
            ...request,
            ...made,
            headers: {
              authorization: `Bearer ${tokenOf(organization)}`,
              ...('body' in made ? { 'content-type': 'application/json' } : {}),
            },
          };
        },
      },
    ],
  });
  const { non2xx, errors, timeouts, statusCodeStats } = result;
  if (non2xx + errors + timeouts > 0)
    throw new Error(`${work} at ${url}: ${errors} errors, ${JSON.stringify(statusCodeStats)}`);
  return {
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

process.on('message', (message: Run) => {
  run(message).then(
    (seen) => process.send?.({ seen }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
