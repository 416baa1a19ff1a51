import { setTimeout } from 'node:timers/promises';
import { fill, tokenOf } from '../../bench/requests/fixture.ts';
import { scriptPath } from '../../src/http/docs.ts';
import type { Part, Trial } from '../part.ts';
import { newDatabase, sharedRedisUrl } from '../support/engines.ts';
import { ownersOf } from '../support/health.ts';
import { isRunning, type Server, startServer } from '../support/server.ts';
import { type Stream, type Streamer, startStreamer } from '../support/streams.ts';
import { Writers } from '../support/writers.ts';

/** The first one floods; the others must not notice. */
const organizations = 500;
/** Between the requests of one of the others: together they make about 100 a second. */
const pauseMs = 5_000;

/** Longer than a probe may take. */
const seconds = 12;

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
const unknown = get('/v1/clients', 'Authorization: Bearer sk_live_{random}\r\n');

/** Answers that nobody reads: what each connection asks for, at once. */
const unread: Record<string, Pick<Stream, 'requests' | 'reads'>> = {
  "the reference's script": { requests: get(scriptPath).repeat(4), reads: 'nothing' },
  'the document': { requests: get('/openapi.json').repeat(64), reads: 'nothing' },
  'the page': { requests: get('/docs').repeat(200), reads: 'nothing' },
  'nothing behind the script': { requests: get(scriptPath) + get('/nothing').repeat(100), reads: 'nothing' },
  'unknown tokens behind the script': { requests: get(scriptPath) + unknown.repeat(100), reads: 'nothing' },
  'the script at a byte a second': { requests: get(scriptPath), reads: 'a byte a second' },
};

/** Floods beside callers who must be served, and the statuses of their answers besides 503. */
const floods = {
  '8 who pipeline unknown tokens': { connections: 8, requests: unknown.repeat(16), answered: ['401'] },
  '64 who send unknown tokens': { connections: 64, requests: unknown, answered: ['401'] },
  '64 of one organization': {
    ...{ connections: 64, answered: ['200', '429'] },
    requests: get('/v1/health', `Authorization: Bearer ${tokenOf(0)}\r\n`),
  },
};

/** The garbage of a fast flood is some 100 MB; what was kept of each request or answer would be many times that. */
const maxGrownMb = 200;
/** It takes milliseconds; a server that has no time for its probe takes longer than this. */
const maxProbeMs = 10_000;

export const unauthenticated: Part = {
  promise: 'who has no token, reads no answers, or sends more than it may, takes nobody’s place or memory',
  async run(trial) {
    const databaseUrl = await newDatabase(trial);
    await fill(databaseUrl, organizations);
    const server = await startServer(trial, {
      DATABASE_URL: databaseUrl,
      REDIS_URL: sharedRedisUrl,
      LOG_LEVEL: 'warn',
    });
    const { url } = server;
    const send = startStreamer(trial);
    // The heap of a server that has just started grows with whatever comes first.
    const first = get('/nothing') + get('/docs') + unknown;
    await send({ url, connections: 32, seconds: 1.5, requests: first, reads: 'all' });
    for (const [name, stream] of Object.entries(unread))
      await watch(trial, server, `${name}, unread by 300`, () =>
        send({ url, connections: 300, seconds, ...stream }),
      );
    await watch(trial, server, "16 who ask for the reference's script", () =>
      send({ url, connections: 16, seconds, requests: get(scriptPath), reads: 'all' }),
    );
    await tryFloods(trial, server, send);
  },
};

/** Asks for the probe and the memory of a server while `work` is done to it. */
async function watch<T>(trial: Trial, server: Server, what: string, work: () => Promise<T>): Promise<T> {
  const before = server.residentMegabytes();
  let isOver = false;
  let longestMs = 0;
  let grownMb = 0;
  const watching = (async () => {
    while (!isOver && isRunning(server)) {
      const sentAt = performance.now();
      // Over a new connection, as probes come: each takes its turn among those of the attack.
      const options = { headers: { connection: 'close' }, signal: AbortSignal.timeout(maxProbeMs) };
      const isAlive = await fetch(`${server.url}/livez`, options).then(
        async (answer) => (await answer.text()) !== '' && answer.status === 200,
        () => false,
      );
      longestMs = Math.max(longestMs, isAlive ? performance.now() - sentAt : Number.POSITIVE_INFINITY);
      if (isRunning(server)) grownMb = Math.max(grownMb, server.residentMegabytes() - before);
      await setTimeout(20);
    }
  })();
  const result = await work();
  isOver = true;
  await watching;
  if (!isRunning(server)) throw new Error(`${what}: the server ended`);
  trial.figure(`${what}: /livez at most ${longestMs.toFixed(0)} ms, memory +${grownMb.toFixed(0)} MB`);
  trial.expect(longestMs < maxProbeMs, `${what}: /livez took ${longestMs.toFixed(0)} ms`);
  trial.expect(grownMb < maxGrownMb, `${what}: memory grew by ${grownMb.toFixed(0)} MB`);
  return result;
}

/** Sends more than is served, beside callers whose tokens are known. */
async function tryFloods(trial: Trial, server: Server, send: Streamer): Promise<void> {
  const callers = new Writers();
  callers.start(server.url, ownersOf(organizations).slice(1), pauseMs);
  trial.atEnd(() => callers.stop());
  // Until each has called once, so that their tokens are known.
  await setTimeout(2 * pauseMs);
  for (const [name, { answered, ...stream }] of Object.entries(floods)) {
    const flood: Stream = { url: server.url, seconds: seconds + 1, reads: 'all', ...stream };
    const flooding = watch(trial, server, name, () => send(flood));
    await setTimeout(500);
    callers.clear();
    const { 503: shed = 0, ...statuses } = await flooding;
    const { served, refused, wrong } = callers.clear();
    const seen = `${name}: ${JSON.stringify(statuses)}, and ${shed} times 503; known tokens: ${served} served, ${refused} refused, ${wrong.length} failed`;
    trial.figure(seen);
    trial.expect(Object.keys(statuses).join() === answered.join(), seen);
    for (const each of wrong) trial.expect(false, `${name}: ${each}`);
    // A machine that is too busy refuses a few.
    trial.expect(refused < served / 20, seen);
  }
}
