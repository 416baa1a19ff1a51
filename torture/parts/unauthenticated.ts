import { setTimeout } from 'node:timers/promises';
import { fill, tokenOf } from '../../bench/requests/fixture.ts';
import { median } from '../../bench/statistics.ts';
import { scriptPath } from '../../src/http/reference-script.ts';
import type { Part, Trial } from '../part.ts';
import { sharedDatabase, sharedRedisUrl } from '../support/engines.ts';
import { expectServed, p99Of, rowsOf, startGenerator } from '../support/generator.ts';
import { isRunning, type Server, startServer } from '../support/server.ts';
import { type Stream, type Streamed, startStreamer } from '../support/streams.ts';

/** The organization of the first token floods; the others are those who must not notice. */
const organizations = 500;
const others = { first: 1, count: organizations - 1 };

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
const bearer = (token: string) => `Authorization: Bearer ${token}\r\n`;

/** Encoded once more than the router decodes; what tRPC made of it was a batch. */
const batch = (comma: string, names = 2_600) => `/trpc/a${`${comma}a`.repeat(names - 1)}?batch=1`;

/** Answers that nobody reads: what each connection asks for, at once. */
const unread: Record<string, Pick<Stream, 'requests' | 'reads'>> = {
  "the reference's script": { requests: get(scriptPath).repeat(4), reads: 'nothing' },
  'the document': { requests: get('/openapi.json').repeat(64), reads: 'nothing' },
  'the page': { requests: get('/docs').repeat(200), reads: 'nothing' },
  'nothing behind the script': {
    requests: get(scriptPath) + get('/nothing').repeat(100),
    reads: 'nothing',
  },
  'unknown tokens behind the script': {
    requests: get(scriptPath) + get('/v1/clients', bearer('sk_live_{random}')).repeat(100),
    reads: 'nothing',
  },
  'the script at a byte a second': { requests: get(scriptPath), reads: 'a byte a second' },
};

/** The garbage of a fast flood is some 100 MB; what was kept of each request or answer would be many times that. */
const maxGrownMb = 200;

type Watched = Streamed & { readonly longestMs: number; readonly grownMb: number; readonly isAlive: boolean };

export const unauthenticated: Part = {
  promise:
    'who has no token, or reads no answers, takes nobody’s place or memory; one organization’s flood leaves others’ p99 under 3 times its idle value',
  async run(trial) {
    const url = await sharedDatabase(trial);
    await fill(url, organizations);
    const environment = { DATABASE_URL: url, REDIS_URL: sharedRedisUrl, LOG_LEVEL: 'warn' };
    const stream = startStreamer(trial);
    let server = await startWarm(trial, environment, stream);
    for (const [name, given] of Object.entries(unread)) {
      const isAlive = await tryUnread(trial, server, name, given, stream);
      if (!isAlive) server = await startWarm(trial, environment, stream);
    }
    await tryReaders(trial, server, stream);
    await tryUnknownTokens(trial, server, stream);
    await tryFlood(trial, server);
  },
};

/** Sends the stream, and asks for the probe meanwhile. */
async function watch(server: Server, work: () => Promise<Streamed>): Promise<Watched> {
  await fetch(`${server.url}/livez`);
  const before = server.residentMegabytes();
  let isOver = false;
  let longestMs = 0;
  let grownMb = 0;
  const watching = (async () => {
    while (!isOver && isRunning(server)) {
      const sentAt = performance.now();
      // Over a new connection, as probes come: each takes its turn among those of the attack.
      const options = { headers: { connection: 'close' }, signal: AbortSignal.timeout(20_000) };
      const status = await fetch(`${server.url}/livez`, options).then(
        async (answer) => ((await answer.text()) ? answer.status : 0),
        () => 0,
      );
      longestMs = Math.max(longestMs, status === 200 ? performance.now() - sentAt : Number.POSITIVE_INFINITY);
      if (isRunning(server)) grownMb = Math.max(grownMb, server.residentMegabytes() - before);
      await setTimeout(20);
    }
  })();
  const streamed = await work();
  isOver = true;
  await watching;
  return { ...streamed, longestMs, grownMb, isAlive: isRunning(server) };
}

function judge(trial: Trial, what: string, { longestMs, grownMb, isAlive }: Watched, others = ''): void {
  trial.figure(
    `${what}: /livez at most ${longestMs.toFixed(0)} ms, memory +${grownMb.toFixed(0)} MB${others}`,
  );
  trial.expect(isAlive, `${what}: the server ended`);
  trial.expect(grownMb < maxGrownMb, `${what}: memory grew by ${grownMb.toFixed(0)} MB`);
  trial.expectInTime(longestMs < 1_000, `${what}: /livez took ${longestMs.toFixed(0)} ms`);
}

type Send = (stream: Stream) => Promise<Streamed>;

async function tryUnread(
  trial: Trial,
  server: Server,
  name: string,
  given: Pick<Stream, 'requests' | 'reads'>,
  send: Send,
): Promise<boolean> {
  const connections = trial.isQuick ? 180 : 2_000;
  const seconds = trial.isQuick ? 1 : 15;
  const seen = await watch(server, () => send({ url: server.url, connections, seconds, times: 1, ...given }));
  judge(trial, `${name}, unread by ${connections}`, seen);
  return seen.isAlive;
}

/** A server that has worked for a moment: the heap of one that has just started grows with whatever comes first. */
async function startWarm(trial: Trial, environment: Record<string, string>, send: Send): Promise<Server> {
  const server = await startServer(trial, environment);
  const requests = get('/nothing') + get('/docs') + get('/v1/clients', bearer('sk_live_{random}'));
  await send({ url: server.url, connections: 32, seconds: 1.5, requests, waits: true, reads: 'all' });
  return server;
}

/** Tries callers who read every response and send as fast as responses arrive. */
async function tryReaders(trial: Trial, server: Server, send: Send): Promise<void> {
  const streams = {
    "the reference's script": get(scriptPath),
    'batches encoded twice': get(batch('%252C')),
    'batches encoded once': get(batch('%2c')),
    'batches with huge input': get(`${batch(',', 20)}&input=${'9'.repeat(15_000)}`),
  };
  for (const [name, requests] of Object.entries(streams)) {
    const plan = { url: server.url, connections: 16, seconds: trial.isQuick ? 1 : 10, requests, waits: true };
    const seen = await watch(server, () => send({ ...plan, reads: 'all' }));
    const answers = Object.values(seen.statuses).reduce((sum, count) => sum + count, 0);
    const kilobytes = (seen.megabytesRead * 1_024) / answers;
    judge(trial, `16 who ask for ${name}`, seen, `; ${answers} answers of ${kilobytes.toFixed(1)} KB`);
    if (name.startsWith('batches'))
      trial.expect(kilobytes < 10, `${name}: answers of ${kilobytes.toFixed(1)} KB`);
  }
}

/** Requests with unknown tokens, many at once on each connection, beside callers whose tokens are known. */
async function tryUnknownTokens(trial: Trial, server: Server, send: Send): Promise<void> {
  const caller = startGenerator(trial);
  const seconds = trial.isQuick ? 2 : 10;
  const calls = {
    to: { urls: [server.url] },
    rate: 100,
    seconds,
    connections: 32,
    tokens: others,
    paths: ['/v1/health'],
  };
  // Each once, so that their tokens are known.
  await caller({ ...calls, rate: 250, seconds: organizations / 125 });
  const idle = await caller(calls);
  const requests = get('/v1/clients', bearer('sk_live_{random}')).repeat(64);
  const flood = { url: server.url, connections: 8, seconds: seconds + 0.5, requests };
  const flooding = watch(server, () => send({ ...flood, reads: 'all' }));
  await setTimeout(250);
  const during = await caller(calls);
  const first = await firstUse(server);
  const seen = await flooding;
  judge(
    trial,
    '8 who pipeline unknown tokens',
    seen,
    ` (${JSON.stringify(seen.statuses)}); known tokens' p99 ${p99Of(during).toFixed(1)} ms, idle ${p99Of(idle).toFixed(1)} ms; a first use ${first}`,
  );
  expectServed(trial, 'beside unknown tokens, known ones', during);
  trial.expect(first === 200 || first === 503, `beside unknown tokens, a first use was answered ${first}`);
  trial.expectInTime(first === 200, `beside unknown tokens, a first use was answered ${first}`);
}

/** The token of the one organization that has not called yet. */
async function firstUse(server: Server): Promise<number> {
  const headers = { authorization: `Bearer ${tokenOf(0)}` };
  return (await fetch(`${server.url}/v1/health`, { headers })).status;
}

/** One organization asks more than it may, at a rate and as fast as it can; others ask now and then. */
async function tryFlood(trial: Trial, server: Server): Promise<void> {
  const [flooder, caller] = [startGenerator(trial), startGenerator(trial)];
  const seconds = trial.isQuick ? 2 : 10;
  const rounds = trial.isQuick ? 1 : 5;
  const calls = {
    to: { urls: [server.url] },
    rate: 50,
    seconds,
    connections: 32,
    tokens: others,
    paths: ['/v1/clients/{client}'],
  };
  const flood = { ...calls, connections: 64, tokens: { token: tokenOf(0) }, paths: ['/v1/health'] };
  await caller({ ...calls, rate: 250 });
  for (const rate of [1_000, 'most'] as const) {
    const idle: number[] = [];
    const flooded: number[] = [];
    const ofFlooder: Record<number, number> = {};
    for (let round = 0; round < rounds; round += 1) {
      idle.push(p99Of(await caller(calls)));
      const [theirs, ours] = await Promise.all([flooder({ ...flood, rate }), caller(calls)]);
      flooded.push(p99Of(ours));
      for (const { status } of rowsOf(theirs)) ofFlooder[status] = (ofFlooder[status] ?? 0) + 1;
      expectServed(trial, 'others', ours);
    }
    const ratio = median(flooded) / median(idle);
    trial.figure(
      `an organization that sends ${rate === 'most' ? 'as fast as 64 connections can' : `${rate}/s`} (${JSON.stringify(ofFlooder)}): others' p99 ${median(flooded).toFixed(1)} ms, idle ${median(idle).toFixed(1)} ms, ratio ${ratio.toFixed(1)}`,
    );
    trial.expectInTime(ratio < 3, `others' p99 was ${ratio.toFixed(1)} times its idle value`);
  }
}
