import { setTimeout } from 'node:timers/promises';
import { fill } from '../../bench/requests/fixture.ts';
import { processorSeconds } from '../../bench/requests/processes.ts';
import { median, quantile } from '../../bench/statistics.ts';
import type { Part, Trial } from '../part.ts';
import { sharedDatabase, sharedRedisUrl } from '../support/engines.ts';
import { latencyOf, type Plan, rowsOf, startGenerator, statusesOf } from '../support/generator.ts';
import { isRunning, type Server, startServer, temporaryDirectory, unlimited } from '../support/server.ts';
import { patienceSeconds, until } from '../support/until.ts';

/** More than are ever under way: what the server admits, and the refusals that are on their way. */
const connections = 800;

const organizations = 2_000;

/** The answers of one status. */
interface Answers {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
}

interface Measured {
  readonly served: Answers;
  readonly refused: Answers;
  /** Other answers, by status; 0 is none. */
  readonly others: Readonly<Record<number, number>>;
  /** 503 without its headers or body. */
  readonly malformed: number;
  /** Due while all connections were busy. */
  readonly unsent: number;
  /** Served in a second, and in a second of the server's processor. */
  readonly goodput: number;
  readonly thrift: number;
}

interface Round {
  /** The best of as many as go through with so and so many at a time. */
  readonly peak: Measured;
  /** Twice as many as at the peak. */
  readonly flood: Measured;
  /** In megabytes after the flood: in use after a garbage collection, and resident before it. */
  readonly live: number;
  readonly resident: number;
}

export const overload: Part = {
  promise: 'twice the saturation rate: goodput ≥ 90% of the peak, the rest 503 at once; memory flat',
  async run(trial) {
    const url = await sharedDatabase(trial);
    await fill(url, organizations);
    await flooded(trial, 'PostgreSQL', 100, { DATABASE_URL: url, REDIS_URL: sharedRedisUrl });
    // It answers what has arrived before it reads what comes next.
    await flooded(trial, 'embedded engine', 500, {
      DATA_DIR: temporaryDirectory(trial),
      WORKER: 'false',
    });
  },
};

type Target = Pick<Plan, 'tokens' | 'paths'>;

/** A client of the demo organization, which an embedded server makes and whose token it prints. */
async function demoTarget(server: Server): Promise<Target> {
  let token: string | undefined;
  await until(() => {
    token = /sk_live_\w{32}/.exec(server.log())?.[0];
    return token !== undefined;
  }, patienceSeconds);
  if (token === undefined) throw new Error('The server printed no token.');
  const answer = await fetch(`${server.url}/v1/clients`, { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await answer.json()) as { data: { id: string }[] };
  return { tokens: { token }, paths: [`/v1/clients/${data[0]?.id}`] };
}

async function flooded(
  trial: Trial,
  engine: string,
  atOnceMs: number,
  environment: Record<string, string>,
): Promise<void> {
  const server = await startServer(trial, { ...environment, ...unlimited });
  const generate = startGenerator(trial);
  const target: Target =
    'DATA_DIR' in environment
      ? await demoTarget(server)
      : { tokens: { first: 0, count: organizations }, paths: ['/v1/clients/{client}'] };

  async function run(seconds: number, load: Pick<Plan, 'connections' | 'rate'>): Promise<Measured> {
    const before = processorSeconds(server.pid);
    const plan = { to: { urls: [server.url] }, updates: 0.1, drops: true, seconds, ...target, ...load };
    const arrivals = await generate(plan);
    const used = processorSeconds(server.pid) - before;
    const rows = [...rowsOf(arrivals)];
    const of = (status: number): Answers => {
      const latencies = rows.filter((row) => row.status === status).map(latencyOf);
      return { count: latencies.length, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
    };
    const { 200: served = 0, 503: _, ...others } = statusesOf(rows);
    const lastMs = rows.reduce((last, { receivedMs }) => Math.max(last, receivedMs), 0);
    return {
      served: of(200),
      refused: of(503),
      others,
      malformed: rows.filter(({ malformed }) => malformed > 0).length,
      unsent: arrivals.dropped,
      goodput: (served / (lastMs - (rows[0]?.dueMs ?? lastMs))) * 1_000,
      thrift: served / used,
    };
  }

  await run(2, { connections: 32, rate: 'most' });
  const rounds: Round[] = [];
  const probeSeconds = trial.isQuick ? 1.5 : 5;
  for (let round = 1; round <= (trial.isQuick ? 2 : 4); round += 1) {
    const probes = [
      await run(probeSeconds, { connections: 32, rate: 'most' }),
      await run(probeSeconds, { connections: 96, rate: 'most' }),
    ];
    const [peak] = probes.sort((a, b) => b.goodput - a.goodput);
    if (!peak) throw new Error('Nothing was measured.');
    const flood = await run(trial.isQuick ? 2.5 : 20, { connections, rate: 2 * peak.goodput });
    await setTimeout(500);
    const resident = server.residentMegabytes();
    const live = await server.liveMegabytes();
    rounds.push({ peak, flood, live, resident });
    trial.say(
      `${engine}, round ${round}: peak ${peak.goodput.toFixed(0)}/s, ${peak.thrift.toFixed(0)} a processor second; flood ${flood.goodput.toFixed(0)}/s, ${flood.thrift.toFixed(0)}; ${describe(flood)}; ${live.toFixed(0)} MB live, ${resident.toFixed(0)} MB resident`,
    );
  }
  judge(trial, engine, atOnceMs, rounds);
  trial.expect(isRunning(server), `${engine}: the server ended`);
  server.process.kill('SIGKILL');
  await server.ended;
}

const describe = ({ served, refused, others, unsent }: Measured) =>
  `served p50 ${served.p50?.toFixed(0)} p99 ${served.p99?.toFixed(0)} ms, ${refused.count} refused p50 ${refused.p50?.toFixed(0)} p99 ${refused.p99?.toFixed(0)} ms, others ${JSON.stringify(others)}, unsent ${unsent}`;

function judge(trial: Trial, engine: string, atOnceMs: number, rounds: readonly Round[]): void {
  const ratios = rounds.map(({ peak, flood }) => flood.goodput / peak.goodput);
  const perProcessor = rounds.map(({ peak, flood }) => flood.thrift / peak.thrift);
  const percent = (value: number) => `${(value * 100).toFixed(0)}%`;
  trial.figure(
    `${engine}: at 2 × ${median(rounds.map(({ peak }) => peak.goodput)).toFixed(0)}/s goodput ${percent(median(ratios))} of the peak (${ratios.map(percent).join(', ')}), ${percent(median(perProcessor))} for the same processor time`,
  );
  // What else runs on the machine changes from second to second; what the server does with its time does not.
  const kept = trial.isQuick ? Math.max(median(ratios), median(perProcessor)) : median(ratios);
  trial.expectInTime(kept >= 0.9, `${engine}: goodput fell to ${percent(kept)} of the peak`);

  const floods = rounds.map(({ flood }) => flood);
  const refused = floods.reduce((sum, { refused }) => sum + refused.count, 0);
  const wrong = floods.flatMap(({ others, malformed }) => [
    ...Object.entries(others).map(([status, count]) => `${count} × ${status === '0' ? 'no answer' : status}`),
    ...(malformed > 0 ? [`${malformed} × 503 without its headers or body`] : []),
  ]);
  trial.expectInTime(refused > 0, `${engine}: nothing was refused`);
  trial.expect(wrong.length === 0, `${engine}: beside 200 and 503 there were ${wrong.join(', ')}`);
  const served99 = median(floods.map(({ served }) => served.p99));
  const refused50 = median(floods.map(({ refused }) => refused.p50));
  const refused99 = median(floods.map(({ refused }) => refused.p99));
  trial.figure(
    `${engine}: ${refused} refused, p50 ${refused50.toFixed(0)} and p99 ${refused99.toFixed(0)} ms; p99 of what was served ${served99.toFixed(0)} ms`,
  );
  trial.expectInTime(served99 < 1_000, `${engine}: p99 of what was served was ${served99.toFixed(0)} ms`);
  const allowedMs = trial.isQuick ? 500 + atOnceMs : atOnceMs;
  trial.expectInTime(
    refused50 < allowedMs,
    `${engine}: half of the refusals took over ${refused50.toFixed(0)} ms`,
  );

  expectFlat(
    trial,
    `${engine}: live memory`,
    rounds.map(({ live }) => live),
  );
  const resident = rounds.map(({ resident }) => resident);
  // The heap has not settled after the short floods.
  if (trial.isQuick)
    trial.figure(`${engine}: resident memory ${resident.map((each) => each.toFixed(0)).join(', ')} MB`);
  else expectFlat(trial, `${engine}: resident memory`, resident);
}

/** Memory may not grow from flood to flood. */
function expectFlat(trial: Trial, what: string, [first = 0, ...later]: readonly number[]): void {
  const last = Math.min(...later);
  trial.figure(
    `${what} ${first.toFixed(0)} MB after the first flood, ${later.map((each) => each.toFixed(0)).join(', ')} MB after the next`,
  );
  trial.expect(last < first * 1.25 + 20, `${what} grew from ${first.toFixed(0)} to ${last.toFixed(0)} MB`);
}
