import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import postgres from 'postgres';
import { clientOf, fill, tokenOf } from '../../bench/requests/fixture.ts';
import { median } from '../../bench/statistics.ts';
import type { Part, Trial } from '../part.ts';
import { sharedDatabase, sharedRedisUrl, startPostgres } from '../support/engines.ts';
import { createProxy, type RetryingProxy } from '../support/proxy.ts';
import {
  createToken,
  type Program,
  type Server,
  startProgram,
  startServer,
  temporaryDirectory,
  unlimited,
} from '../support/server.ts';

const goneMs = 5_000;
const callersAtOnce = 40;

/** The signals that stop a server, in turn, and whether some callers stall within or before their request. */
const manners: readonly { readonly signals: readonly NodeJS.Signals[]; readonly isStalled?: boolean }[] = [
  { signals: ['SIGTERM'] },
  { signals: ['SIGTERM', 'SIGTERM', 'SIGINT'] },
  { signals: ['SIGTERM'], isStalled: true },
  { signals: ['SIGINT'] },
];

export const sigterm: Part = {
  promise:
    'a rolling restart behind a proxy that retries loses no request; a stopped server is gone within 5 s',
  async run(trial) {
    const [stops, embedded, starts, frozen] = trial.isQuick ? [3, 1, 1, 1] : [90, 12, 20, 4];
    // Most of this one is waiting.
    const onFrozen = onFrozenPostgres(trial, frozen);
    // Its failure surfaces where it is awaited; until then it must not count as unhandled.
    onFrozen.catch(() => {});
    await rollingRestart(trial, stops);
    await onTheEmbeddedEngine(trial, embedded);
    await atTheStart(trial, starts);
    await amidBackgroundWork(trial, trial.isQuick ? 1 : 6);
    await onFrozen;
  },
};

const told = (ms: readonly number[]) =>
  `${Math.round(median(ms))} ms (median), ${Math.round(Math.max(...ms))} ms (longest)`;

/** Sends the signals and waits for the end; gives how long it took. */
async function stop(trial: Trial, program: Program, signals: readonly NodeJS.Signals[]): Promise<number> {
  const from = performance.now();
  for (const signal of signals) {
    program.process.kill(signal);
    await setTimeout(signals.length > 1 ? 30 : 0);
  }
  const code = await program.ended;
  const ms = performance.now() - from;
  const log = program.log().slice(-400);
  trial.expect(code === 0, `stopped by ${signals}, the server ended with ${code}: ${log}`);
  trial.expectInTime(ms <= goneMs, `stopped by ${signals}, the server was gone after ${Math.round(ms)} ms`);
  return ms;
}

/** Two servers, of which one after the other is replaced, under callers who read, rename and create. */
async function rollingRestart(trial: Trial, stops: number): Promise<void> {
  const url = await sharedDatabase(trial);
  await fill(url, callersAtOnce);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  trial.atEnd(() => sql.end());
  const start = () => startServer(trial, { DATABASE_URL: url, REDIS_URL: sharedRedisUrl, ...unlimited });
  const servers = [await start(), await start()];
  const proxy = createProxy(servers.map((server) => server.url));
  trial.atEnd(() => proxy.close());
  let isOver = false;
  const calling = Promise.all(
    Array.from({ length: callersAtOnce }, (_, caller) => callUntil(() => isOver, trial, proxy, caller)),
  );
  const gone: number[] = [];
  for (let number = 0; number < stops; number += 1) {
    const { signals, isStalled = false } = manners[number % manners.length] ?? { signals: ['SIGTERM'] };
    const next = await start();
    const [oldest] = servers.splice(0, 1, ...servers.splice(1), next);
    if (!oldest) throw new Error('There is no server to stop.');
    proxy.add(next.url);
    if (isStalled) await stall(oldest);
    await setTimeout(Math.random() * 300);
    gone.push(await stop(trial, oldest, signals));
    proxy.remove(oldest.url);
    if (number % 20 === 0) trial.say(`${number} stops, ${proxy.counts.requests} requests`);
  }
  isOver = true;
  const callers = await calling;
  const names = callers.map(({ name }) => name);
  const rows = await sql`
    select name from clients where id in ${sql(callers.map((_, caller) => clientOf(caller)))}`;
  const lost = rows.filter(({ name }) => !names.includes(name));
  trial.expect(
    rows.length === names.length && lost.length === 0,
    `renamed, and not so: ${JSON.stringify(lost)}`,
  );
  const created = callers.reduce((sum, caller) => sum + caller.created, 0);
  const [stored] = await sql`
    select count(*)::int as clients, count(distinct name)::int as names from clients where name like 'Created %'`;
  trial.expect(
    stored?.clients === created && stored.names === created,
    `of ${created} creations with a key there are ${stored?.clients}`,
  );
  const { requests, retries } = proxy.counts;
  trial.figure(`${stops} stops under load: gone after ${told(gone)}`);
  trial.figure(
    `${requests} requests through a proxy, ${retries} sent again, none lost; ${created} creations`,
  );
}

/** Reads, renames and creates in turn; gives the last name and how many were created. */
async function callUntil(isOver: () => boolean, trial: Trial, proxy: RetryingProxy, caller: number) {
  const token = tokenOf(caller);
  const path = `/v1/clients/${clientOf(caller)}`;
  let name = '';
  let created = 0;
  const send = async (...given: Parameters<RetryingProxy['send']>) => {
    const { status, text } = await proxy.send(...given);
    trial.expect(status === 200, `${given[0]} ${given[1]} was lost: ${status} ${text.slice(0, 300)}`);
    return status === 200;
  };
  while (!isOver()) {
    await send('GET', path, token);
    name = `Renamed ${randomUUID()}`;
    await send('PUT', path, token, { name });
    if (await send('POST', '/v1/clients', token, { name: `Created ${randomUUID()}` })) created += 1;
    await setTimeout(Math.random() * 40);
  }
  return { name, created };
}

/** Callers who send nothing, and half of a request. */
async function stall({ url }: Server): Promise<void> {
  const { hostname, port } = new URL(url);
  const half = `POST /v1/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokenOf(0)}\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{`;
  for (const bytes of ['', '', half]) {
    const socket = connect({ host: hostname, port: Number(port) }).on('error', () => {});
    await once(socket, 'connect');
    socket.write(bytes);
  }
}

/** Its directory is opened by one server at a time: what was acknowledged is there after each restart. */
async function onTheEmbeddedEngine(trial: Trial, rounds: number): Promise<void> {
  const environment = { DATA_DIR: join(temporaryDirectory(trial), 'data'), ...unlimited };
  await stop(trial, await startServer(trial, environment), ['SIGTERM']);
  const { token } = await createToken(trial, environment, 'demo');
  const gone: number[] = [];
  const names = new Map<string, string[]>();
  let made: string | undefined;
  for (let number = 0; number <= rounds; number += 1) {
    const server = await startServer(trial, environment);
    const clients = await listed(server, token);
    if (made !== undefined)
      trial.expect((await listed(server, made)).length > 0, 'a token that a command showed is not known');
    const lost = clients.filter(({ id, name }) => names.has(id) && !names.get(id)?.includes(name));
    trial.expect(lost.length === 0, `renamed as acknowledged, and not found so: ${JSON.stringify(lost)}`);
    const command = startProgram(trial, 'cli', environment, ['token', 'create', '--org', 'demo', '--json']);
    const renaming = Promise.all(clients.map(({ id }) => renameUntilGone(server, token, id)));
    await setTimeout(200 + Math.random() * 300);
    gone.push(await stop(trial, server, ['SIGTERM']));
    names.clear();
    for (const [id, sent] of await renaming) if (sent.length > 0) names.set(id, sent);
    // It comes before the stop, after it, or in the middle, which it then says in a line.
    const code = await command.ended;
    made = /sk_live_\w+/.exec(command.log())?.[0];
    const isHonest = code === 0 ? made !== undefined : code === 1 && /^.+\n$/.test(command.log());
    trial.expect(isHonest, `a command while the server stopped ended with ${code}: ${command.log()}`);
  }
  trial.figure(`${gone.length} stops on the embedded engine: gone after ${told(gone)}`);
}

/** Renames a client until the server is gone; gives the names that it may have then: the last two that were sent. */
async function renameUntilGone({ url }: Server, token: string, id: string): Promise<[string, string[]]> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  let acknowledged: string[] = [];
  for (;;) {
    const name = `Renamed ${randomUUID()}`;
    try {
      const body = JSON.stringify({ name });
      const { status } = await fetch(`${url}/v1/clients/${id}`, { method: 'PUT', headers, body });
      if (status === 200) acknowledged = [name];
      else if (acknowledged.length > 0) acknowledged.push(name);
    } catch {
      // Before the first was acknowledged, the name of before may stand.
      return [id, acknowledged.length > 0 ? [...acknowledged, name] : []];
    }
  }
}

async function listed({ url }: Server, token: string): Promise<{ id: string; name: string }[]> {
  const response = await fetch(`${url}/v1/clients`, { headers: { Authorization: `Bearer ${token}` } });
  const { data } = (await response.json()) as { data: { id: string; name: string }[] };
  return data;
}

/** Everything stands still below; whoever waits is answered, and the server is gone in time all the same. */
async function onFrozenPostgres(trial: Trial, times: number): Promise<void> {
  const engine = await startPostgres(trial);
  await fill(engine.url, callersAtOnce);
  const gone: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const server = await startServer(trial, { DATABASE_URL: engine.url, WORKER: 'true', ...unlimited });
    const read = async (caller: number) => {
      const headers = { authorization: `Bearer ${tokenOf(caller)}` };
      const answer = await fetch(`${server.url}/v1/clients/${clientOf(caller)}`, { headers });
      return { status: answer.status, text: await answer.text() };
    };
    const readAll = () => Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(read));
    await readAll();
    engine.freeze();
    const answers = readAll();
    answers.catch(() => {});
    await setTimeout(100);
    gone.push(await stop(trial, server, ['SIGTERM']));
    for (const { status, text } of await answers)
      trial.expect(status === 200 || status === 503, `PostgreSQL frozen, stopped: ${status} ${text}`);
    engine.thaw();
  }
  trial.figure(`PostgreSQL frozen, ${times} stops: gone after ${told(gone)}`);
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
      end === 0 || end === 'SIGTERM',
      `stopped while it started, the server ended with ${end}: ${program.log()}`,
    );
    trial.expectInTime(
      ms <= goneMs,
      `stopped while it started, the server was gone after ${Math.round(ms)} ms`,
    );
  }
  const server = await startServer(trial, environment);
  await stop(trial, server, ['SIGTERM']);
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
