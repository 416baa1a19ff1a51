import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import postgres from 'postgres';
import { fill, insertOrganizations } from '../../bench/requests/fixture.ts';
import { emptyDatabase } from '../../test/support/empty-database.ts';
import { freePort } from '../../test/support/free-port.ts';
import { buildPreviousRelease, hasPreviousRelease } from '../../test/support/previous-release.ts';
import { NotRun, type Part, type Trial } from '../part.ts';
import { startPostgres, startRedis } from '../support/engines.ts';
import { ownersOf } from '../support/health.ts';
import { type Server, startProgram, startServer, unlimited } from '../support/server.ts';
import { type ProxyName, proxyNames, startProxy } from '../support/shipped-proxy.ts';
import { Writers } from '../support/writers.ts';

const requestsPerSecond = 100;

/** So many that a delay of some holds up no others. */
const callers = 100;

const delaySeconds = 5;

/** The time until a proxy uses a new server. */
const pauseMs = 2_000;

/** Of each of the callers' organizations: more than a million in all. */
const auditEntries = 10_500;

const programs = join('build', 'programs');

export const proxiesPart: Part = {
  promise: `rolling restarts and upgrades under ${requestsPerSecond} requests/s behind nginx and HAProxy, with the shipped files, fail no request`,
  async run(trial) {
    const engines = await startEngines(trial);
    for (const proxy of proxyNames) await rollingRestart(trial, proxy, engines);
    if (!hasPreviousRelease) throw new NotRun('the history of this clone lacks the previous release');
    const previous = join(
      buildPreviousRelease((close) => trial.atEnd(close)),
      programs,
    );
    for (const proxy of proxyNames) await rollingUpgrade(trial, proxy, engines, previous);
  },
};

interface Engines {
  readonly redisUrl: string;
  /** Makes an empty database and returns its URL. */
  database(): Promise<string>;
}

/** Starts engines of the trial's own, since the checkpoints of others delay writes. */
async function startEngines(trial: Trial): Promise<Engines> {
  const [server, redis] = [await startPostgres(trial), await startRedis(trial)];
  return {
    redisUrl: redis.url,
    async database() {
      const { url, drop } = await emptyDatabase(server.url);
      trial.atEnd(drop);
      return url;
    },
  };
}

async function rollingRestart(trial: Trial, proxy: ProxyName, engines: Engines): Promise<void> {
  const url = await engines.database();
  await fill(url, callers);
  await underLoad(
    trial,
    proxy,
    { ...engines, url, folder: programs, name: '4 restarts' },
    async (replaceAll) => {
      await replaceAll(programs);
      await replaceAll(programs);
    },
  );
}

/** Upgrades from the previous release, and goes back to its programs on the new schema. */
async function rollingUpgrade(
  trial: Trial,
  proxy: ProxyName,
  engines: Engines,
  previous: string,
): Promise<void> {
  const url = await engines.database();
  await migrate(trial, url, previous);
  await insertOrganizations(url, callers);
  await insertAuditEntries(url);
  await underLoad(
    trial,
    proxy,
    { ...engines, url, folder: previous, name: 'an upgrade and back' },
    async (replaceAll) => {
      await migrate(trial, url, programs);
      await replaceAll(programs);
      await replaceAll(previous);
    },
  );
}

/** Fills the audit log, which migrations lock while they build indexes. */
async function insertAuditEntries(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 });
  await sql`
    insert into audit_entries (organization_id, id, at, token_id, operation, resource, request_id)
    select organization_id, gen_random_uuid(), now() - number * interval '1 second', id, 'users.update', 'users/' || id, id
    from tokens, generate_series(1, ${auditEntries}::int) as number`;
  await sql`vacuum (analyze) audit_entries`;
  await sql.end();
}

async function migrate(trial: Trial, url: string, folder: string): Promise<void> {
  const program = startProgram(trial, 'cli', { DATABASE_URL: url }, ['db', 'migrate'], folder);
  const code = await program.ended;
  if (code !== 0) throw new Error(`db migrate ended with ${code}: ${program.log()}`);
}

/**
 * Runs `work` while requests go through the proxy to two servers, and compares what they were answered with the database.
 * @param first the folder of the programs at the start
 * @param work gets a function that replaces one server after the other
 */
async function underLoad(
  trial: Trial,
  proxy: ProxyName,
  first: { readonly url: string; readonly redisUrl: string; readonly folder: string; readonly name: string },
  work: (replaceAll: (folder: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { url, redisUrl, name } = first;
  const start = (port: number, folder: string) => {
    const environment = {
      DATABASE_URL: url,
      REDIS_URL: redisUrl,
      PORT: String(port),
      SHUTDOWN_DELAY: String(delaySeconds),
      // The previous release is built without it.
      CONSOLE: 'false',
      ...unlimited,
    };
    return startServer(trial, environment, folder);
  };
  const logs: string[] = [];
  const stop = async (server: Server | undefined) => {
    server?.process.kill('SIGTERM');
    await server?.ended;
    logs.push(server?.log() ?? '');
  };
  const ports = [await freePort(), await freePort()];
  const servers = new Map(
    await Promise.all(ports.map(async (port) => [port, await start(port, first.folder)] as const)),
  );
  const { origin } = await startProxy(trial, proxy, ports);
  const writers = new Writers();
  writers.start(origin, ownersOf(callers), (callers / requestsPerSecond) * 1_000);
  trial.atEnd(() => writers.stop());
  await work(async (folder) => {
    for (const port of ports) {
      await setTimeout(pauseMs);
      await stop(servers.get(port));
      servers.set(port, await start(port, folder));
    }
  });
  await setTimeout(pauseMs);
  await writers.stop();
  const { served, refused, wrong, slowestMs } = writers.clear();
  const { acknowledged, faults } = await writers.check(origin);
  for (const server of servers.values()) await stop(server);
  const what = `${proxy}, ${name}`;
  if (refused + wrong.length > 0) trial.say(`${what}: ${reasonsOf5xx(logs).join(', ')}`);
  trial.expect(refused === 0, `${what}: ${refused} requests were answered 503`);
  for (const each of wrong) trial.expect(false, `${what}: ${each}`);
  for (const each of faults) trial.expect(false, `${what}: ${each}`);
  trial.figure(
    `${what}: ${served} requests served, ${refused + wrong.length} failed, the slowest ${Math.round(slowestMs)} ms; ${acknowledged} writes acknowledged, ${faults.length} lost or done twice`,
  );
}

/** Counts the reasons that servers logged for a 5xx. */
function reasonsOf5xx(logs: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const [, status, reason] of logs.join('\n').matchAll(/"status":(5\d\d),.*?"reason":"([^"]*)"/g)) {
    const key = `${status} ${reason}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) => `${count} × ${reason}`);
}
