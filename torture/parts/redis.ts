import { setTimeout } from 'node:timers/promises';
import { fill, tokenOf } from '../../bench/requests/fixture.ts';
import { median, quantile } from '../../bench/statistics.ts';
import type { Part, Trial } from '../part.ts';
import { type Engine, sharedDatabase, startRedis } from '../support/engines.ts';
import { type Arrival, latencyOf, nowMs, rowsOf, startGenerator, statusesOf } from '../support/generator.ts';
import { startServer } from '../support/server.ts';
import { provenOverruns } from '../support/sliding-log.ts';

/** So many that most requests pass; the first take far more than their share, and reach their limits. */
const organizations = 1_200;
const busy = 2;
/** Asked in turn whether the processes count together; more than are asked in a minute, of which the memories would tell. */
const probing = 4_000;
const ratePerSecond = 400;
/** The part of the first process: so much that of what comes in 50 ms more than 20 would wait. */
const ninths = 9;
const windowMs = 60_000;

const faults = {
  killed: {
    begin: (redis: Engine) => redis.stop('SIGKILL'),
    end: (redis: Engine) => redis.start(),
    seconds: 2,
  },
  frozen: { begin: (redis: Engine) => redis.freeze(), end: (redis: Engine) => redis.thaw(), seconds: 1 },
  // Longer than a connection lives that does not answer.
  'frozen for long': {
    begin: (redis: Engine) => redis.freeze(),
    end: (redis: Engine) => redis.thaw(),
    seconds: 5,
  },
} as const;

type Fault = keyof typeof faults;

/** A round: the instants at which its parts begin. */
interface Round {
  readonly fault: Fault;
  readonly calmFromMs: number;
  readonly faultFromMs: number;
  readonly backFromMs: number;
  readonly sharedAfterMs: number;
  readonly endMs: number;
}

const calmSeconds = 1.5;

export const redis: Part = {
  promise:
    'Redis killed, frozen, back: no request fails, none waits 100 ms longer, none after the first 20, shared again in 2 s',
  async run(trial) {
    const engine = await startRedis(trial);
    const databaseUrl = await sharedDatabase(trial);
    await fill(databaseUrl, organizations + probing);
    const environment = { DATABASE_URL: databaseUrl, REDIS_URL: engine.url };
    const servers = [await startServer(trial, environment), await startServer(trial, environment)];
    const urls = servers.map(({ url }) => url);
    const [first = '', second = ''] = urls;
    const to = { urls: [...Array<string>(ninths).fill(first), second] };
    const processOf = ({ server }: Arrival) => (server < ninths ? 0 : 1);
    const sender = startGenerator(trial);
    const busySender = startGenerator(trial);
    const warm = { to, connections: 16, paths: ['/v1/organization'] };
    await sender({ ...warm, rate: 600, seconds: 2, tokens: { first: 0, count: organizations } });

    const order: Fault[] = trial.isQuick ? ['frozen', 'killed'] : Array(6).fill(Object.keys(faults)).flat();
    const rounds: Round[] = [];
    let isOver = false;
    const load = async (plan: Parameters<typeof sender>[0], by = sender) => {
      const rows: Arrival[] = [];
      while (!isOver) for (const row of rowsOf(await by(plan))) rows.push(row);
      return rows;
    };
    const paths = ['/v1/organization', '/v1/health', '/v1/clients/{client}'];
    const loads = Promise.all([
      load({
        to,
        connections: 16,
        paths,
        rate: ratePerSecond * 0.9,
        seconds: 5,
        tokens: { first: busy, count: organizations - busy },
      }),
      load(
        {
          to,
          connections: 16,
          paths,
          rate: ratePerSecond * 0.1,
          seconds: 5,
          tokens: { first: 0, count: busy },
        },
        busySender,
      ),
    ]);
    for (const fault of order) rounds.push(await makeRound(trial, fault, engine, urls));
    isOver = true;
    const all = (await loads).flat();

    const statuses = statusesOf(all);
    trial.figure(
      `${all.length} requests at ${ratePerSecond}/s, by status ${JSON.stringify(statuses)}; ${rounds.length} faults`,
    );
    trial.expect(
      Object.keys(statuses).every((status) => ['200', '429', '503'].includes(status)),
      `requests failed: ${JSON.stringify(statuses)}`,
    );
    // With Redis or without it, a machine that is too busy refuses.
    trial.expectInTime(statuses[503] === undefined, `${statuses[503]} requests were refused as too many`);
    const [fault] = servers.flatMap(({ log }) => /^.*request failed.*$/m.exec(log()) ?? []);
    if (fault !== undefined) trial.say(fault.slice(0, 1_000));
    trial.expect((statuses[429] ?? 0) > 0, 'no limit was reached, so that nothing was tried of them');
    for (const server of urls.keys()) {
      judgeWaits(
        trial,
        rounds,
        server,
        all.filter((row) => processOf(row) === server),
      );
    }
    for (const server of urls.keys()) {
      const admitted = all.filter((row) => processOf(row) === server);
      const overruns = provenOverruns(admitted, { organization: 100, endpoint: 50, windowMs });
      trial.expect(overruns === 0, `process ${server} admitted more than a limit ${overruns} times`);
    }
    for (const server of servers) {
      const told = server.log().match(/Redis is (not responding|responding again)/g) ?? [];
      // Each begins with an outage that ends when the first connection is there.
      trial.expectInTime(
        told.length <= 2 * (rounds.length + 1),
        `${rounds.length} faults were taken for ${told.length / 2} outages`,
      );
    }
  },
};

let probes = 0;

async function makeRound(
  trial: Trial,
  fault: Fault,
  engine: Engine,
  urls: readonly string[],
): Promise<Round> {
  const { begin, end, seconds } = faults[fault];
  const calmFromMs = nowMs();
  await setTimeout(calmSeconds * 1_000);
  const faultFromMs = nowMs();
  await begin(engine);
  await setTimeout(seconds * 1_000);
  await end(engine);
  const backFromMs = nowMs();
  while (!(await isShared(urls)) && nowMs() - backFromMs < 10_000) await setTimeout(20);
  const sharedAfterMs = nowMs() - backFromMs;
  trial.say(`${fault}: shared again after ${sharedAfterMs.toFixed(0)} ms`);
  trial.expectInTime(sharedAfterMs <= 2_000, `${fault}: shared again after ${sharedAfterMs.toFixed(0)} ms`);
  return { fault, calmFromMs, faultFromMs, backFromMs, sharedAfterMs, endMs: nowMs() };
}

/** True when each process sees what the other has admitted. */
async function isShared(urls: readonly string[]): Promise<boolean> {
  probes += 1;
  const headers = { authorization: `Bearer ${tokenOf(organizations + (probes % probing))}` };
  const remaining: number[] = [];
  for (const url of urls) {
    const response = await fetch(`${url}/v1/health`, { headers });
    await response.arrayBuffer();
    remaining.push(Number(/"endpoint";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]));
  }
  const [first = 0, ...others] = remaining;
  return others.every((value, at) => value === first - at - 1);
}

function judgeWaits(trial: Trial, rounds: readonly Round[], server: number, all: readonly Arrival[]): void {
  for (const fault of new Set(rounds.map((round) => round.fault))) {
    const seen = rounds
      .filter((round) => round.fault === fault)
      .map(({ calmFromMs, faultFromMs, endMs, sharedAfterMs }) => {
        const latencies = (fromMs: number, toMs: number) =>
          all.filter(({ dueMs }) => dueMs >= fromMs && dueMs < toMs).map(latencyOf);
        const calm = latencies(calmFromMs, faultFromMs - 100);
        const hurt = latencies(faultFromMs - 50, endMs);
        const usual = quantile(calm, 0.99);
        const waited = hurt.filter((latency) => latency > usual + 15).length;
        return { usual, waited, longest: Math.max(...hurt), longestCalm: Math.max(...calm), sharedAfterMs };
      });
    const of = (key: keyof (typeof seen)[number]) => seen.map((each) => each[key]);
    trial.figure(
      `${fault}, ${seen.length} times, process ${server + 1}: ${median(of('waited'))} waited (most ${Math.max(...of('waited'))}), the longest ` +
        `${median(of('longest')).toFixed(0)} ms (most ${Math.max(...of('longest')).toFixed(0)}), calm ` +
        `${median(of('longestCalm')).toFixed(0)} ms; shared again after ${median(of('sharedAfterMs')).toFixed(0)} ms (most ` +
        `${Math.max(...of('sharedAfterMs')).toFixed(0)})`,
    );
    // What the machine itself is late with falls on single rounds; what the service does, on all of them.
    trial.expectInTime(median(of('waited')) <= 20, `${fault}: ${median(of('waited'))} requests waited`);
    const longer = median(seen.map(({ longest, usual }) => longest - usual));
    trial.expectInTime(
      longer <= 100,
      `${fault}: the longest waited ${longer.toFixed(0)} ms longer than usual`,
    );
  }
}
