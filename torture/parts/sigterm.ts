import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import postgres from 'postgres';
import { clientOf, fill, tokenOf } from '../../bench/requests/fixture.ts';
import { median } from '../../bench/statistics.ts';
import type { Part, Trial } from '../part.ts';
import { type Caller, callAtOnce, type Sent } from '../support/callers.ts';
import { sharedDatabase, sharedRedisUrl, startPostgres } from '../support/engines.ts';
import { openLine, requestOf } from '../support/line.ts';
import { operator, type Program, type Server, startProgram, startServer } from '../support/server.ts';

const goneMs = 5_000;
const callersAtOnce = 40;

interface Manner {
  readonly signals: readonly NodeJS.Signals[];
  /** Whether some callers never end their request, or never begin one. */
  readonly isStalled?: boolean;
}

/** How a server is told to stop, in turn. */
const manners: readonly Manner[] = [
  { signals: ['SIGTERM'] },
  { signals: ['SIGTERM', 'SIGTERM', 'SIGINT'] },
  { signals: ['SIGTERM'], isStalled: true },
  { signals: ['SIGINT'] },
  { signals: ['SIGTERM'] },
  { signals: ['SIGTERM'] },
];

export const sigterm: Part = {
  promise: 'SIGTERM under load drops no accepted request, and the server is gone within 5 s',
  async run(trial) {
    const [stops, embedded, starts, frozen] = trial.isQuick ? [3, 1, 1, 1] : [90, 12, 20, 4];
    const tally: Tally = {
      gone: [],
      goneStalled: [],
      requests: 0,
      answered: 0,
      resent: 0,
      raced: 0,
      lost: 0,
    };
    // Most of this one is waiting.
    const onFrozen = onFrozenPostgres(trial, frozen);
    // Its failure surfaces where it is awaited; until then it must not count as unhandled.
    onFrozen.catch(() => {});
    await underLoad(trial, tally, stops);
    await onTheEmbeddedEngine(trial, tally, embedded);
    await atTheStart(trial, starts);
    await amidBackgroundWork(trial, trial.isQuick ? 1 : 6);
    await onFrozen;
    const { gone, goneStalled, requests, answered, resent, raced, lost } = tally;
    trial.figure(
      `${stops + embedded} stops under load: gone after ${told(gone)}; with stalled callers after ${told(goneStalled)}`,
    );
    trial.figure(
      `${requests} requests sent: ${answered} answered, ${resent} told before to use another connection; ` +
        `${raced} sent after the signal met the end of their connection, ${lost} new connections the end of listening`,
    );
  },
};

interface Tally {
  readonly gone: number[];
  readonly goneStalled: number[];
  requests: number;
  answered: number;
  resent: number;
  raced: number;
  lost: number;
}

const told = (ms: readonly number[]) =>
  `${Math.round(median(ms))} ms (median), ${Math.round(Math.max(...ms))} ms (longest)`;

const unlimited = {
  RATE_LIMIT_ORGANIZATION_PER_MINUTE: '1000000',
  RATE_LIMIT_ENDPOINT_PER_MINUTE: '1000000',
};

/** Sends the signals and waits for the end; gives how long it took. */
async function stop(trial: Trial, program: Program, signals: readonly NodeJS.Signals[]): Promise<number> {
  const from = performance.now();
  for (const signal of signals) {
    program.process.kill(signal);
    await setTimeout(signals.length > 1 ? 30 : 0);
  }
  const code = await program.ended;
  const ms = performance.now() - from;
  trial.expect(
    code === 0,
    `stopped by ${signals}, the server ended with ${code}: ${program.log().slice(-400)}`,
  );
  trial.expectInTime(
    ms <= goneMs,
    `stopped by ${signals}, the server was gone only after ${Math.round(ms)} ms`,
  );
  return ms;
}

/** Callers at work, a stop at some moment, and what became of every request. */
async function round(
  trial: Trial,
  tally: Tally,
  server: Server,
  callers: readonly Caller[],
  { signals, isStalled = false }: Manner,
): Promise<readonly Sent[]> {
  const silent = isStalled ? [connectTo(server), connectTo(server)] : [];
  await Promise.all(silent.map((socket) => once(socket, 'connect')));
  if (isStalled) {
    const stalled = await openLine(server.url);
    stalled.begin(requestOf(tokenOf(0), 'POST', '/v1/clients', { name: 'Never' }).slice(0, -4));
  }
  const atWork = callAtOnce(server.url, callers);
  await setTimeout(200 + Math.random() * 300);
  const stoppedAt = performance.now();
  (isStalled ? tally.goneStalled : tally.gone).push(await stop(trial, server, signals));
  await atWork.ended;
  for (const { kind, atMs, outcome } of atWork.sent) {
    tally.requests += 1;
    if (typeof outcome === 'object') {
      tally.answered += 1;
      // A machine that is too busy may refuse, and says so.
      const isHonest = outcome.status === 200 || outcome.status === 503;
      trial.expect(isHonest, `${kind}: answered with ${outcome.status} ${outcome.body}`);
    } else if (outcome === 'resent') tally.resent += 1;
    else if (atMs < stoppedAt || kind === 'slow body')
      trial.expect(false, `${kind}: sent ${Math.round(stoppedAt - atMs)} ms before the signal, and dropped`);
    else if (kind !== 'new connection') tally.raced += 1;
  }
  tally.lost += atWork.lostConnections();
  return atWork.sent;
}

function connectTo({ url }: Server) {
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port) }).on('error', () => {});
}

/** The names that clients may have by what was answered: the last acknowledged, or one sent later and not answered. */
function namesOf(sent: readonly Sent[]): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  for (const { rename, outcome } of sent) {
    if (!rename) continue;
    const isAcknowledged = typeof outcome === 'object' && outcome.status === 200;
    if (isAcknowledged) names.set(rename.clientId, new Set([rename.name]));
    else names.get(rename.clientId)?.add(rename.name);
  }
  return names;
}

async function underLoad(trial: Trial, tally: Tally, rounds: number): Promise<void> {
  const url = await sharedDatabase(trial);
  await fill(url, callersAtOnce);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  trial.atEnd(() => sql.end());
  const callers = Array.from({ length: callersAtOnce }, (_, index) => ({
    token: tokenOf(index),
    clientId: clientOf(index),
  }));
  for (let number = 0; number < rounds; number += 1) {
    const server = await startServer(trial, { DATABASE_URL: url, REDIS_URL: sharedRedisUrl, ...unlimited });
    const manner = manners[number % manners.length] ?? { signals: ['SIGTERM'] };
    const names = namesOf(await round(trial, tally, server, callers, manner));
    const rows = await sql<{ id: string; name: string }[]>`
      select id, name from clients where id in ${sql([...names.keys()])}`;
    const lost = rows.filter(({ id, name }) => !names.get(id)?.has(name));
    trial.expect(
      rows.length === names.size && lost.length === 0,
      `renamed as acknowledged, and not found so: ${JSON.stringify(lost)} of ${names.size}`,
    );
    if (number % 20 === 0) trial.say(`${number} stops, ${tally.requests} requests`);
  }
}

async function onTheEmbeddedEngine(trial: Trial, tally: Tally, rounds: number): Promise<void> {
  const parent = mkdtempSync(join(tmpdir(), 'clientele-sigterm-'));
  trial.atEnd(() => rmSync(parent, { recursive: true, force: true }));
  const environment = { DATA_DIR: join(parent, 'data'), ...unlimited };
  const { token } = await firstToken(trial, environment);
  let names = new Map<string, Set<string>>();
  let made: string | undefined;
  for (let number = 0; number < rounds; number += 1) {
    const server = await startServer(trial, environment);
    const clients = await listed(server, token);
    if (made !== undefined)
      trial.expect((await listed(server, made)).length > 0, 'a token that a command showed is not known');
    const lost = clients.filter(({ id, name }) => names.has(id) && !names.get(id)?.has(name));
    trial.expect(lost.length === 0, `renamed as acknowledged, and not found so: ${JSON.stringify(lost)}`);
    const callers = clients.map(({ id }) => ({ token, clientId: id }));
    const command = startProgram(trial, 'cli', environment, ['token', 'create', '--org', 'demo', '--json']);
    names = namesOf(await round(trial, tally, server, callers, { signals: ['SIGTERM'] }));
    // It comes before the stop, after it, or in the middle, which it then says in a line.
    const code = await command.ended;
    made = /sk_live_\w+/.exec(command.log())?.[0];
    const isHonest = code === 0 ? made !== undefined : code === 1 && /^.+\n$/.test(command.log());
    trial.expect(isHonest, `a command while the server stopped ended with ${code}: ${command.log()}`);
  }
}

async function firstToken(trial: Trial, environment: Record<string, string>): Promise<{ token: string }> {
  const first = await startServer(trial, environment);
  await stop(trial, first, ['SIGTERM']);
  // What a command prints; its shape is the command's own.
  return (await operator(trial, environment, 'token', 'create', '--org', 'demo')) as { token: string };
}

async function listed({ url }: Server, token: string): Promise<{ id: string; name: string }[]> {
  const response = await fetch(`${url}/v1/clients`, { headers: { Authorization: `Bearer ${token}` } });
  const { data } = (await response.json()) as { data: { id: string; name: string }[] };
  return data;
}

/** A stop before the server is ready: it ends, and the next start finds nothing amiss. */
async function atTheStart(trial: Trial, times: number): Promise<void> {
  const url = await sharedDatabase(trial);
  const environment = { DATABASE_URL: url, REDIS_URL: sharedRedisUrl, DEMO: 'true', PORT: '0' };
  for (let time = 0; time < times; time += 1) {
    const program = startProgram(trial, 'server', environment);
    await setTimeout(Math.random() * 1_000);
    const from = performance.now();
    program.process.kill('SIGTERM');
    const end = await program.ended;
    const ms = performance.now() - from;
    trial.expect(
      (end === 0 || end === 'SIGTERM') && ms <= goneMs,
      `stopped while it started, the server ended with ${end} after ${Math.round(ms)} ms: ${program.log()}`,
    );
  }
  const server = await startServer(trial, environment);
  await stop(trial, server, ['SIGTERM']);
}

/** Everything stands still below; whoever waits is answered, and the server is gone in time all the same. */
async function onFrozenPostgres(trial: Trial, times: number): Promise<void> {
  const engine = await startPostgres(trial);
  await fill(engine.url, callersAtOnce);
  const gone: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const server = await startServer(trial, { DATABASE_URL: engine.url, WORKER: 'true', ...unlimited });
    const callers = Array.from({ length: 8 }, (_, index) =>
      openLine(server.url).then((line) => ({ line, index })),
    );
    const lines = await Promise.all(callers);
    const read = (index: number) => requestOf(tokenOf(index), 'GET', `/v1/clients/${clientOf(index)}`);
    await Promise.all(lines.map(({ line, index }) => line.send(read(index))));
    engine.freeze();
    const outcomes = Promise.all(lines.map(({ line, index }) => line.send(read(index))));
    await setTimeout(100);
    gone.push(await stop(trial, server, ['SIGTERM']));
    for (const outcome of await outcomes)
      trial.expect(
        typeof outcome === 'object' && [200, 503].includes(outcome.status),
        `PostgreSQL frozen, stopped: ${typeof outcome === 'object' ? outcome.body : outcome}`,
      );
    engine.thaw();
  }
  trial.figure(`PostgreSQL frozen, ${times} stops: gone after ${told(gone)}`);
}

/** A stop in the middle of the background's work: the next server does what is left. */
async function amidBackgroundWork(trial: Trial, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const environment = { DATABASE_URL: await sharedDatabase(trial), DEMO: 'true' };
    const server = await startServer(trial, { ...environment, WORKER: 'true' });
    await setTimeout(Math.random() * 300);
    await stop(trial, server, ['SIGTERM']);
    const run = startProgram(trial, 'cli', environment, ['insights', 'run', '--org', 'demo']);
    const code = await run.ended;
    trial.expect(code === 0, `what was left of the work ended with ${code}: ${run.log()}`);
    const sql = postgres(environment.DATABASE_URL, { max: 1 });
    const [row] = await sql<{ computed: number }[]>`
      select count(distinct client_id)::int as computed from insights`;
    await sql.end();
    trial.expect(row?.computed === 6, `after a stop amid the work, ${row?.computed} of 6 clients have cards`);
  }
}
