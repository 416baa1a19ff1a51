import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fill } from '../../bench/requests/fixture.ts';
import { processorSeconds } from '../../bench/requests/processes.ts';
import { median } from '../../bench/statistics.ts';
import type { Part, Trial } from '../part.ts';
import { sharedDatabase, sharedRedisUrl } from '../support/engines.ts';
import { type Arrivals, type Seen, startGenerator } from '../support/generator.ts';
import { type Server, startServer } from '../support/server.ts';

/** More than are ever under way: what the server admits, and the refusals that are on their way. */
const connections = 800;

const organizations = 2_000;

/** A run, and the processor time that the server took for it. */
interface Measured extends Seen {
  readonly processorSeconds: number;
}

interface Round {
  /** The best of as many as go through with so and so many at a time. */
  readonly peak: Measured;
  /** Twice as many as at the peak. */
  readonly flood: Measured;
  readonly megabytes: number;
}

const goodput = ({ served, seconds }: Seen) => served.count / seconds;

/** The server has one thread: what it serves in a second of the processor does not change when others are busy too. */
const thrift = ({ served, processorSeconds }: Measured) => served.count / processorSeconds;

export const overload: Part = {
  promise: 'twice the saturation rate: goodput ≥ 90% of the peak, the rest 503 at once; memory flat',
  async run(trial) {
    const url = await sharedDatabase(trial);
    await fill(url, organizations);
    await flooded(trial, 'PostgreSQL', 100, { DATABASE_URL: url, REDIS_URL: sharedRedisUrl });
    const directory = mkdtempSync(join(tmpdir(), 'clientele-torture-data-'));
    trial.atEnd(() => rmSync(directory, { recursive: true, force: true }));
    // It answers what has arrived before it reads what comes next.
    await flooded(trial, 'embedded engine', 500, { DATA_DIR: directory, WORKER: 'false' });
  },
};

/** The caller of the demo organization, which an embedded server makes and tells. */
async function demoCaller(server: Server): Promise<Pick<Arrivals, 'caller'>> {
  let token: string | undefined;
  while (token === undefined) {
    await setTimeout(20);
    token = /sk_live_\w{32}/.exec(server.log())?.[0];
  }
  const answer = await fetch(`${server.url}/v1/clients`, { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await answer.json()) as { data: { id: string }[] };
  return { caller: { token, clientId: data[0]?.id ?? '' } };
}

async function flooded(
  trial: Trial,
  engine: string,
  atOnceMs: number,
  environment: Record<string, string>,
): Promise<void> {
  const server = await startServer(trial, {
    ...environment,
    // They are counted as ever, and none is reached.
    RATE_LIMIT_ORGANIZATION_PER_MINUTE: '1000000',
    RATE_LIMIT_ENDPOINT_PER_MINUTE: '1000000',
  });
  const generate = startGenerator(trial);
  const caller = 'DATA_DIR' in environment ? await demoCaller(server) : {};
  async function run(seconds: number, load: { connections: number; rate?: number }): Promise<Measured> {
    const before = processorSeconds(server.pid);
    const seen = await generate({
      url: server.url,
      organizations,
      updates: 0.1,
      seconds,
      ...caller,
      ...load,
    });
    return { ...seen, processorSeconds: processorSeconds(server.pid) - before };
  }

  await run(2, { connections: 32 });
  const rounds: Round[] = [];
  const probeSeconds = trial.isQuick ? 1.5 : 5;
  for (let round = 1; round <= (trial.isQuick ? 2 : 4); round += 1) {
    const probes = [
      await run(probeSeconds, { connections: 32 }),
      await run(probeSeconds, { connections: 96 }),
    ];
    const [best = 0] = probes.map(goodput).sort((a, b) => b - a);
    const peak = probes.find((seen) => goodput(seen) === best) ?? probes[0];
    if (!peak) throw new Error('Nothing was measured.');
    const flood = await run(trial.isQuick ? 2.5 : 20, { connections, rate: 2 * best });
    rounds.push({ peak, flood, megabytes: server.residentMegabytes() });
    trial.say(
      `${engine}, round ${round}: peak ${best.toFixed(0)}/s, ${thrift(peak).toFixed(0)} a processor second; flood ${goodput(flood).toFixed(0)}/s, ${thrift(flood).toFixed(0)}; ${describe(flood)}; ${server.residentMegabytes().toFixed(0)} MB`,
    );
    await setTimeout(500);
  }
  judge(trial, engine, atOnceMs, rounds);
  expectAlive(trial, server);
  server.process.kill('SIGKILL');
  await server.ended;
}

const describe = ({ served, refused, others, broken, unsent }: Seen) =>
  `served p50 ${served.p50?.toFixed(0)} p99 ${served.p99?.toFixed(0)} ms, ${refused.count} refused p50 ${refused.p50?.toFixed(0)} p99 ${refused.p99?.toFixed(0)} ms, others ${JSON.stringify(others)}, broken ${broken}, unsent ${unsent}`;

function judge(trial: Trial, engine: string, atOnceMs: number, rounds: readonly Round[]): void {
  const ratios = rounds.map(({ peak, flood }) => goodput(flood) / goodput(peak));
  const perProcessor = rounds.map(({ peak, flood }) => thrift(flood) / thrift(peak));
  const percent = (value: number) => `${(value * 100).toFixed(0)}%`;
  trial.figure(
    `${engine}: at 2 × ${median(rounds.map(({ peak }) => goodput(peak))).toFixed(0)}/s goodput ${percent(median(ratios))} of the peak (${ratios.map(percent).join(', ')}), ${percent(median(perProcessor))} for the same processor time`,
  );
  // What else runs on the machine changes from second to second; what the server does with its time does not.
  const kept = trial.isQuick ? Math.max(median(ratios), median(perProcessor)) : median(ratios);
  trial.expectInTime(kept >= 0.9, `${engine}: goodput fell to ${percent(kept)} of the peak`);

  const floods = rounds.map(({ flood }) => flood);
  const refused = floods.reduce((sum, { refused }) => sum + refused.count, 0);
  const wrong = floods.flatMap(({ others, malformed, broken }) => [
    ...Object.entries(others).map(([status, count]) => `${count} × ${status}`),
    ...(malformed > 0 ? [`${malformed} × 503 without its headers or body`] : []),
    ...(broken > 0 ? [`${broken} × no answer`] : []),
  ]);
  trial.expectInTime(refused > 0, `${engine}: nothing was refused`);
  trial.expect(wrong.length === 0, `${engine}: beside 200 and 503 there were ${wrong.join(', ')}`);
  const served99 = median(floods.map(({ served }) => served.p99));
  const refused50 = median(floods.map(({ refused }) => refused.p50));
  const refused99 = median(floods.map(({ refused }) => refused.p99));
  trial.figure(
    `${engine}: ${refused} refused, p50 ${refused50.toFixed(0)} and p99 ${refused99.toFixed(0)} ms; p99 of what was served ${served99.toFixed(0)} ms`,
  );
  const allowedMs = trial.isQuick ? 500 + atOnceMs : atOnceMs;
  trial.expectInTime(
    refused50 < allowedMs,
    `${engine}: half of the refusals took over ${refused50.toFixed(0)} ms`,
  );

  const [first = 0, ...later] = rounds.map(({ megabytes }) => megabytes);
  const last = Math.min(...later);
  trial.figure(
    `${engine}: memory ${first.toFixed(0)} MB after the first flood, ${later.map((each) => each.toFixed(0)).join(', ')} MB after the next`,
  );
  trial.expect(
    last < first * 1.25 + 20,
    `${engine}: memory grew from ${first.toFixed(0)} to ${last.toFixed(0)} MB`,
  );
}

function expectAlive(trial: Trial, server: Server): void {
  const { exitCode, signalCode } = server.process;
  trial.expect(exitCode === null && signalCode === null, `the server ended with ${exitCode ?? signalCode}`);
}
