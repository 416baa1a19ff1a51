import { setTimeout } from 'node:timers/promises';
import { fill } from '../../bench/requests/fixture.ts';
import { freePort } from '../../test/support/free-port.ts';
import type { Part, Trial } from '../part.ts';
import { newDatabase, startPostgres, startRedis } from '../support/engines.ts';
import { ownersOf } from '../support/health.ts';
import { type Server, startServer, unlimited } from '../support/server.ts';
import { type ProxyName, proxyNames, startProxy } from '../support/shipped-proxy.ts';
import { Writers } from '../support/writers.ts';

const requestsPerSecond = 100;

/** So many that a delay of some holds up no others. */
const callers = 100;

const delaySeconds = 5;

/** The time until a proxy uses a new server. */
const pauseMs = 2_000;

export const proxiesPart: Part = {
  promise: `rolling restarts under ${requestsPerSecond} requests/s behind nginx and HAProxy, with the shipped files, fail no request`,
  async run(trial) {
    // Engines of the trial's own, since the checkpoints of others delay writes.
    const [server, redis] = [await startPostgres(trial), await startRedis(trial)];
    for (const proxy of proxyNames) {
      const databaseUrl = await newDatabase(trial, server.url);
      await fill(databaseUrl, callers);
      await underLoad(trial, proxy, { DATABASE_URL: databaseUrl, REDIS_URL: redis.url });
    }
  },
};

/**
 * Replaces one of two servers after the other while requests go to them through the proxy, and compares what these were
 * answered with the database.
 */
async function underLoad(
  trial: Trial,
  proxy: ProxyName,
  engines: { DATABASE_URL: string; REDIS_URL: string },
): Promise<void> {
  const start = (port: number) => {
    const environment = {
      ...engines,
      PORT: String(port),
      SHUTDOWN_DELAY: String(delaySeconds),
      ...unlimited,
    };
    return startServer(trial, environment);
  };
  const logs: string[] = [];
  const stop = async (server: Server | undefined) => {
    server?.process.kill('SIGTERM');
    await server?.ended;
    logs.push(server?.log() ?? '');
  };
  const ports = [await freePort(), await freePort()];
  const servers = new Map(await Promise.all(ports.map(async (port) => [port, await start(port)] as const)));
  const { origin } = await startProxy(trial, proxy, ports);
  const writers = new Writers();
  writers.start(origin, ownersOf(callers), (callers / requestsPerSecond) * 1_000);
  trial.atEnd(() => writers.stop());
  for (const port of [...ports, ...ports]) {
    await setTimeout(pauseMs);
    await stop(servers.get(port));
    servers.set(port, await start(port));
  }
  await setTimeout(pauseMs);
  await writers.stop();
  const { served, refused, wrong, slowestMs } = writers.clear();
  const { acknowledged, faults } = await writers.check(origin);
  for (const server of servers.values()) await stop(server);
  if (refused + wrong.length > 0) trial.say(`${proxy}: ${reasonsOf5xx(logs).join(', ')}`);
  trial.expect(refused === 0, `${proxy}: ${refused} requests were answered 503`);
  for (const each of [...wrong, ...faults]) trial.expect(false, `${proxy}: ${each}`);
  trial.figure(
    `${proxy}, 4 restarts: ${served} requests served, ${refused + wrong.length} failed, the slowest ${Math.round(slowestMs)} ms; ${acknowledged} writes acknowledged, ${faults.length} lost or done twice`,
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
