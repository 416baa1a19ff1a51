import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { fill, tokenOf } from '../../bench/requests/fixture.ts';
import { median } from '../../bench/statistics.ts';
import type { Part, Trial } from '../part.ts';
import { sharedDatabase, sharedRedisUrl } from '../support/engines.ts';
import { expectServed, type Plan, p99Of, startGenerator } from '../support/generator.ts';
import { type Server, startServer } from '../support/server.ts';
import { patienceSeconds, until } from '../support/until.ts';

const organizations = 500;
const cutMs = 10_000;

/** A caller who sends one byte a second of what it has to send, or nothing at all. */
interface Slow {
  readonly kind: Kind;
  readonly socket: Socket;
  readonly openedAt: number;
  closedAt: number;
  /** The first line of the first answer. */
  answer: string;
}

const body = (token: string) =>
  `POST /v1/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`;

/** The first bytes of each kind, and the statuses that it may receive. */
const kinds = {
  'slow headers': { first: () => 'GET /v1/clients HTTP/1.1\r\nX-Slow: ', drips: true, statuses: ['408'] },
  'slow bodies': { first: (at: number) => body(tokenOf(at % organizations)), drips: true, statuses: ['408'] },
  'slow bodies without a valid token': {
    first: () => body(`sk_live_${'x'.repeat(32)}`),
    drips: true,
    statuses: ['401'],
  },
  'nothing sent': { first: () => '', drips: false, statuses: ['408', ''] },
} as const;

type Kind = keyof typeof kinds;

export const slowClients: Part = {
  promise: "1,000 slow headers and bodies: cut ≤ 10 s, others' p99 < 100 ms",
  async run(trial) {
    const url = await sharedDatabase(trial);
    await fill(url, organizations);
    const server = await startServer(trial, { DATABASE_URL: url, REDIS_URL: sharedRedisUrl });
    const generate = startGenerator(trial);
    const others = {
      to: { urls: [server.url] },
      tokens: { first: 0, count: organizations },
      paths: ['/v1/clients/{client}'],
      rate: trial.isQuick ? 50 : 200,
      connections: 20,
    } satisfies Partial<Plan>;
    // So that most tokens are known.
    await generate({ ...others, rate: 250, seconds: 4 });
    const waves = trial.isQuick ? 1 : 5;
    for (let wave = 1; wave <= waves; wave += 1) {
      const idle = await generate({ ...others, seconds: trial.isQuick ? 3 : 10 });
      const before = server.residentMegabytes();
      const slow: Slow[] = [];
      const opening = openSlow(server, slow, 1_000);
      const dripping = opening.then(() => drip(slow));
      const during = inThree(() => generate({ ...others, seconds: 3 }));
      await setTimeout(6_000);
      const open = slow.filter(({ closedAt }) => Number.isNaN(closedAt)).length;
      const perConnection = ((server.residentMegabytes() - before) * 1_024) / slow.length;
      const seen = await during;
      await dripping;
      judge(trial, slow);
      const all = seen.map(p99Of);
      // A pause of the whole machine spoils one of three; what slow clients do would show in most.
      const p99Ms = trial.isQuick ? median(all) : Math.max(...all);
      const p99 = `${all.map((ms) => ms.toFixed(0)).join(', ')} ms while ${open} of them came, dripped and were cut, ${p99Of(idle).toFixed(0)} ms without`;
      trial.figure(`others' p99 ${p99}; ${perConnection.toFixed(0)} KB for each slow connection`);
      // On a machine where it is 100 ms without them, they cannot be what makes it slow.
      const allowedMs = trial.isQuick ? Math.max(100, 2 * p99Of(idle)) : 100;
      trial.expectInTime(p99Ms < allowedMs, `others' p99 was ${p99}`);
      for (const each of seen) expectServed(trial, 'others', each);
    }
    // Takes half a minute; a test of its own tries it with one.
    if (!trial.isQuick) await slowReaders(trial, server);
    await aliveUntil(trial, server);
  },
};

/** One after the other. */
async function inThree<T>(run: () => Promise<T>): Promise<T[]> {
  return [await run(), await run(), await run()];
}

/** Opens so many within two seconds. */
async function openSlow(server: Server, slow: Slow[], count: number): Promise<void> {
  const { hostname, port } = new URL(server.url);
  const names = Object.keys(kinds) as Kind[];
  for (let at = 0; at < count; at += 1) {
    const kind = names[at % names.length] ?? 'nothing sent';
    const socket = connect(Number(port), hostname).setNoDelay();
    const one: Slow = { kind, socket, openedAt: performance.now(), closedAt: Number.NaN, answer: '' };
    socket.on('error', () => {});
    socket.on('data', (data: Buffer) => (one.answer ||= data.toString('latin1').split('\r\n', 1)[0] ?? ''));
    socket.once('close', () => (one.closedAt = performance.now()));
    // Sent as soon as it is connected.
    socket.write(kinds[kind].first(at));
    slow.push(one);
    if (at % 10 === 9) await setTimeout(count / 50);
  }
}

/** Sends a byte a second until all are cut. */
async function drip(slow: readonly Slow[]): Promise<void> {
  const areCut = () => {
    const open = slow.filter(({ closedAt }) => Number.isNaN(closedAt));
    for (const { kind, socket } of open) if (kinds[kind].drips && socket.writable) socket.write('x');
    return open.length === 0;
  };
  await until(areCut, patienceSeconds, 1_000);
}

function judge(trial: Trial, slow: readonly Slow[]): void {
  for (const [kind, { statuses }] of Object.entries(kinds)) {
    const these = slow.filter((one) => one.kind === kind);
    const lasted = these.map(({ openedAt, closedAt }) => closedAt - openedAt);
    const longest = Math.max(...lasted.map((ms) => (Number.isNaN(ms) ? Number.POSITIVE_INFINITY : ms)));
    trial.figure(`${these.length} × ${kind}: cut after at most ${(longest / 1_000).toFixed(1)} s`);
    trial.expectInTime(longest <= cutMs, `${kind}: one was cut only after ${(longest / 1_000).toFixed(1)} s`);
    const allowed: readonly string[] = statuses;
    const wrong = these.filter(({ answer }) => !allowed.includes(answer.slice(9, 12)));
    trial.expect(wrong.length === 0, `${kind}: ${wrong.length} had another answer: "${wrong[0]?.answer}"`);
  }
  for (const { socket } of slow) socket.destroy();
}

/** Callers who ask for much and read nothing: what waits for them is bounded, and they are cut. */
async function slowReaders(trial: Trial, server: Server): Promise<void> {
  const { hostname, port } = new URL(server.url);
  const before = server.residentMegabytes();
  const readers: Socket[] = [];
  let cut = 0;
  for (let count = 0; count < 20; count += 1) {
    const socket = connect(Number(port), hostname).on('error', () => {});
    await once(socket, 'connect');
    socket.pause();
    socket.once('close', () => (cut += 1));
    readers.push(socket);
  }
  const from = performance.now();
  for (let round = 0; round < 300; round += 1) {
    for (const socket of readers)
      if (socket.writable) socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n');
    await setTimeout(5);
  }
  const peak = server.residentMegabytes() - before;
  trial.expect(peak < 200, `20 callers who read nothing took ${peak.toFixed(0)} MB`);
  // A paused socket is not told of its end; writing to one that is cut is.
  while (cut < readers.length && performance.now() - from < 40_000) {
    for (const socket of readers) if (socket.writable) socket.write('\r\n');
    await setTimeout(500);
  }
  const seconds = (performance.now() - from) / 1_000;
  trial.figure(
    `${cut} of 20 callers who read nothing cut within ${seconds.toFixed(0)} s; ${peak.toFixed(0)} MB for them`,
  );
  trial.expect(cut === readers.length, `only ${cut} of 20 callers who read nothing were cut within 40 s`);
  for (const socket of readers) socket.destroy();
}

async function aliveUntil(trial: Trial, server: Server): Promise<void> {
  const { status } = await fetch(`${server.url}/readyz`);
  trial.expect(status === 200, `/readyz says ${status} afterwards`);
}
