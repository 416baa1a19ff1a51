import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import postgres from 'postgres';
import { fill, insertOrganizations } from '../../bench/requests/fixture.ts';
import { freePort } from '../../test/support/free-port.ts';
import { buildPreviousRelease, hasPreviousRelease } from '../../test/support/previous-release.ts';
import { NotRun, type Part, type Trial } from '../part.ts';
import { newDatabase, startPostgres, startRedis } from '../support/engines.ts';
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
    // Engines of the trial's own, since the checkpoints of others delay writes.
    const [server, redis] = [await startPostgres(trial), await startRedis(trial)];
    const tryBoth = async (name: string, folders: Rollout['folders'], prepare: (url: string) => unknown) => {
      for (const proxy of proxyNames) {
        const databaseUrl = await newDatabase(trial, server.url);
        await prepare(databaseUrl);
        await underLoad(trial, { name, proxy, databaseUrl, redisUrl: redis.url, folders });
      }
    };
    await tryBoth('4 restarts', [programs, programs, programs], (url) => fill(url, callers));
    if (!hasPreviousRelease) throw new NotRun('the history of this clone lacks the previous release');
    const directory = buildPreviousRelease((close) => trial.atEnd(close));
    const previous = join(directory, programs);
    // Back on the new schema.
    await tryBoth('an upgrade and back', [previous, programs, previous], async (url) => {
      await migrate(trial, url, previous);
      await insertOrganizations(url, callers);
      await insertAuditEntries(url);
    });
  },
};

interface Rollout {
  readonly name: string;
  readonly proxy: ProxyName;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** The programs at the start, and those that replace them in turn. */
  readonly folders: readonly [first: string, ...later: string[]];
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
 * Replaces one of two servers after the other while requests go to them through the proxy, and compares what these were
 * answered with the database.
 */
async function underLoad(
  trial: Trial,
  { name, proxy, databaseUrl, redisUrl, folders }: Rollout,
): Promise<void> {
  const start = (port: number, folder: string) => {
    const environment = {
      DATABASE_URL: databaseUrl,
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
  const [first, ...later] = folders;
  const ports = [await freePort(), await freePort()];
  const servers = new Map(
    await Promise.all(ports.map(async (port) => [port, await start(port, first)] as const)),
  );
  const { origin } = await startProxy(trial, proxy, ports);
  const writers = new Writers();
  writers.start(origin, ownersOf(callers), (callers / requestsPerSecond) * 1_000);
  trial.atEnd(() => writers.stop());
  for (const folder of later) {
    if (folder === programs) await migrate(trial, databaseUrl, folder);
    for (const port of ports) {
      await setTimeout(pauseMs);
      await stop(servers.get(port));
      servers.set(port, await start(port, folder));
    }
  }
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
