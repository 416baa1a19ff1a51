import { setTimeout } from 'node:timers/promises';
import { fill, tokenOf } from '../../bench/requests/fixture.ts';
import type { Part, Trial } from '../part.ts';
import { sharedDatabase, startRedis } from '../support/engines.ts';
import {
  type Arrivals,
  type Generator,
  nowMs,
  rowsOf,
  startGenerator,
  statusesOf,
} from '../support/generator.ts';
import { createLeanClient } from '../support/lean-client.ts';
import { type Server, startServer } from '../support/server.ts';
import { type Decided, type Limits, provenMistakes, provenOverruns } from '../support/sliding-log.ts';
import { trySpellings } from '../support/spellings.ts';

const processes = 4;
const perMinute: Limits = { organization: 100, endpoint: 50, windowMs: 60_000 };

/** The first half of the requests is to the first operation, so that both limits are reached. */
const paths = [...Array<string>(5).fill('/v1/health'), '/v1/organization', '/v1/organization', '/v1/clients'];
const operationOf = (path: number) => paths.indexOf(paths[path] ?? '');

/** Over HTTP, to the servers; and of the limiters themselves, in as many processes more, on the same Redis. */
const sizes = {
  quick: {
    seconds: 8,
    http: 300,
    organizations: 8,
    limiters: 150,
    windowMs: 2_000,
    ofLimiters: 8,
    patients: 0,
  },
  full: {
    seconds: 160,
    http: 1_500,
    organizations: 1_200,
    limiters: 1_220,
    windowMs: 60_000,
    ofLimiters: 3_000,
    patients: 60,
  },
} as const;

/** At full size, a million requests, at a third of what the machine takes, so that Redis has a processor when it is asked. */
const arrivals = 1_000_000;

export const limits: Part = {
  promise:
    'four processes, random arrivals: never over 100 or 50 in any 60 s, never refused early, retry_after_seconds suffices, one bucket for all spellings',
  async run(trial) {
    const { patients, ...given } = sizes[trial.isQuick ? 'quick' : 'full'];
    const engine = await startRedis(trial);
    const databaseUrl = await sharedDatabase(trial);
    const attempts = trial.isQuick ? 3 : 1;
    const spelled = attempts * given.organizations + patients;
    await fill(databaseUrl, spelled + 2 * attempts);
    const environment = { DATABASE_URL: databaseUrl, REDIS_URL: engine.url, LOG_LEVEL: 'warn' };
    const servers: Server[] = [];
    for (let server = 0; server < processes; server += 1) servers.push(await startServer(trial, environment));
    const urls = servers.map(({ url }) => url);
    const limiters = urls.map(() => startGenerator(trial));
    const sender = startGenerator(trial);
    await setTimeout(1_500);

    const size = trial.isQuick ? given : scaled(given, await mostOf(urls, sender, limiters, engine.url));
    const { seconds, organizations } = size;
    const outagesOf = () =>
      sum(servers.map((server) => server.log().split('Redis is not responding').length - 1));
    // In an outage processes count alone, as they are to.
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const before = outagesOf();
      const judge = await trySpellings(urls, [spelled + 2 * attempt, spelled + 2 * attempt + 1]);
      if (outagesOf() > before) continue;
      judge(trial);
      break;
    }
    for (let attempt = 1; ; attempt += 1) {
      trial.say(`${seconds} s of random arrivals`);
      const before = outagesOf();
      const first = (attempt - 1) * given.organizations;
      const [http, ofLimiters] = await Promise.all([
        sender({
          to: { urls },
          rate: size.http,
          seconds,
          connections: 16,
          tokens: { first, count: organizations, skewed: true },
          paths,
        }),
        Promise.all(
          limiters.map((limiter) =>
            limiter({
              to: { redisUrl: engine.url, windowMs: size.windowMs, perWindow: [100, 50] },
              rate: size.limiters,
              seconds,
              connections: 1,
              tokens: { first: attempt * size.ofLimiters, count: size.ofLimiters, skewed: true },
              paths,
            }),
          ),
        ),
        waitAsTold(trial, urls, { first: attempts * given.organizations, count: patients, seconds }),
      ]);
      const outages = outagesOf() - before + sum(ofLimiters.map((arrivals) => arrivals.outages));
      // On a machine so busy that Redis is silent for 75 ms, processes count alone, as they are to in an outage.
      if (outages > 0 && attempt < attempts) {
        trial.figure(`tried again: Redis was taken for gone ${outages} times while it ran`);
        continue;
      }
      trial.expectInTime(outages === 0, `Redis was taken for gone ${outages} times while it ran`);
      if (outages > 0) return;
      judge(trial, `over HTTP to ${processes} servers`, [http], perMinute);
      const ofWindow = { ...perMinute, windowMs: size.windowMs };
      judge(
        trial,
        `of ${processes} limiters, each a process, by windows of ${size.windowMs / 1_000} s`,
        ofLimiters,
        ofWindow,
      );
      return;
    }
  },
};

interface Size {
  readonly seconds: number;
  readonly http: number;
  readonly organizations: number;
  readonly limiters: number;
  readonly windowMs: number;
  readonly ofLimiters: number;
}

/** Measures the requests per second of all senders together. */
async function mostOf(
  urls: readonly string[],
  sender: Generator,
  limiters: readonly Generator[],
  redisUrl: string,
): Promise<number> {
  const seconds = 3;
  const common = { rate: 'most', seconds, paths, tokens: 'unknown' } as const;
  const perWindow = [100, 50] as const;
  const all = await Promise.all([
    sender({ ...common, to: { urls }, connections: 4 }),
    ...limiters.map((limiter) =>
      limiter({
        ...common,
        to: { redisUrl, windowMs: 1_000, perWindow },
        connections: 4,
        tokens: { first: 1_000_000, count: 100 },
      }),
    ),
  ]);
  return sum(all.map(({ status }) => status.length)) / seconds;
}

/** The same with fewer requests a second where the machine takes fewer, from fewer organizations, for longer. */
function scaled(size: Size, most: number): Size {
  const share = Math.min(1, (0.3 * most) / (size.http + processes * size.limiters));
  const http = Math.round(size.http * share);
  const limiters = Math.round(size.limiters * share);
  return {
    ...size,
    http,
    limiters,
    organizations: Math.round(size.organizations * share),
    ofLimiters: Math.round(size.ofLimiters * share),
    seconds: Math.ceil(arrivals / (http + processes * limiters)),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function judge(trial: Trial, name: string, arrivals: readonly Arrivals[], limits: Limits): void {
  const decided: Decided[] = [];
  for (const some of arrivals)
    for (const row of rowsOf(some)) decided.push({ ...row, path: operationOf(row.path) });
  const statuses = statusesOf(decided);
  const overruns = provenOverruns(decided, limits);
  const { refusals, early, tooShort } = provenMistakes(decided, limits);
  const longestMs = decided.reduce(
    (longest, { sentMs, receivedMs }) => Math.max(longest, receivedMs - sentMs),
    0,
  );
  trial.figure(
    `${name}: ${decided.length} requests, ${statuses[200] ?? 0} admitted and ${refusals} refused, each known to ` +
      `${longestMs.toFixed(0)} ms at worst: ${overruns} over a limit, ${early} early, ${tooShort} with too short a wait`,
  );
  trial.expect(
    (statuses[200] ?? 0) + refusals === decided.length,
    `${name}: failed: ${JSON.stringify(statuses)}`,
  );
  trial.expectInTime(refusals > decided.length / 10, `${name}: hardly a limit was reached`);
  trial.expect(overruns === 0, `${name}: more than a limit was admitted ${overruns} times`);
  trial.expect(early === 0, `${name}: ${early} were refused early`);
  trial.expect(tooShort === 0, `${name}: ${tooShort} were told too short a wait`);
}

/** Callers that are alone with their organization send until they are refused, wait as they are told, and must pass. */
async function waitAsTold(
  trial: Trial,
  urls: readonly string[],
  { first, count, seconds }: { first: number; count: number; seconds: number },
): Promise<void> {
  const clients = urls.map((url) => createLeanClient(url, 16));
  trial.atEnd(() => {
    for (const client of clients) client.close();
  });
  const any = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;
  const endMs = nowMs() + seconds * 1_000;
  const waits: number[] = [];
  let refusedAgain = 0;
  async function callOn(organization: number): Promise<void> {
    const get = (path: string) => any(clients).send(path, tokenOf(organization));
    const mostPauseMs = Math.random() * 500;
    while (nowMs() < endMs) {
      const path = any(paths);
      const { status, retryAfterSeconds } = await get(path);
      if (status !== 429) {
        await setTimeout(Math.random() * mostPauseMs);
        continue;
      }
      if (nowMs() + retryAfterSeconds * 1_000 > endMs) return;
      await setTimeout(retryAfterSeconds * 1_000);
      waits.push(retryAfterSeconds);
      if ((await get(path)).status !== 200) refusedAgain += 1;
    }
  }
  await Promise.all(Array.from({ length: count }, (_, at) => callOn(first + at)));
  if (count === 0) return;
  trial.figure(
    `${waits.length} callers waited as they were told, ${Math.min(...waits)} to ${Math.max(...waits)} s: ${refusedAgain} were refused again`,
  );
  trial.expect(waits.length > 0, 'nobody had to wait');
  trial.expect(refusedAgain === 0, `${refusedAgain} of ${waits.length} were refused after waiting as told`);
}
