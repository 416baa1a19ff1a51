import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import sqlClient from 'postgres';
import { fill } from '../../bench/requests/fixture.ts';
import type { Part } from '../part.ts';
import { type Engine, startPostgres } from '../support/engines.ts';
import { failedOver } from '../support/failover.ts';
import {
  expectUnready,
  healthyAgain,
  maxWaitSeconds,
  nothingLost,
  startWatched,
  type Watched,
} from '../support/health.ts';
import { isRunning, type Server } from '../support/server.ts';

const callerCount = 16;

export const postgres: Part = {
  promise:
    'PostgreSQL stopped, killed, frozen, failed over, back: callers get 503 with Retry-After meanwhile, and nothing acknowledged is lost',
  async run(trial) {
    const engine = await startPostgres(trial);
    await fill(engine.url, callerCount);
    const harm = { ...(await startWatched(trial, engine.url, callerCount)), engine };
    const { server, callers } = harm;
    // With the first error that it logs, Node reads the source maps of the program, once and for good: 50 MB.
    await stopped(harm, 'SIGINT', 'stopped first');
    const before = await heldBy(server);
    for (let round = 0; round < 2; round += 1) {
      await stopped(harm, 'SIGINT', 'stopped');
      await stopped(harm, 'SIGQUIT', 'stopped at once');
      await stopped(harm, 'SIGKILL', 'killed');
      await connectionsKilled(harm, 4_000);
      await frozen(harm, 3);
      // Far longer than a caller may wait.
      await frozen(harm, 2 * maxWaitSeconds);
    }
    await callers.stop();
    await settled(harm, before);
    await nothingLost(harm, '');
    await failedOver(trial);
  },
};

interface Harm extends Watched {
  readonly engine: Engine;
}

async function stopped(harm: Harm, signal: NodeJS.Signals, what: string): Promise<void> {
  const { engine, callers } = harm;
  callers.clear();
  await engine.stop(signal);
  await setTimeout(2_000);
  await expectUnready(harm, `${what}: `);
  await startAgain(engine);
  await healthyAgain(harm, what);
}

/** Of a killed one, processes may still be ending that keep the next from starting. */
async function startAgain(engine: Engine): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await engine.start();
    } catch (error) {
      if (attempt === 50) throw error;
      await setTimeout(100);
    }
  }
}

async function frozen(harm: Harm, seconds: number): Promise<void> {
  const { engine, callers } = harm;
  callers.clear();
  engine.freeze();
  try {
    await setTimeout(200);
    await expectUnready(harm, `frozen for ${seconds} s: `);
    await setTimeout(seconds * 1_000 - 200);
  } finally {
    engine.thaw();
  }
  await healthyAgain(harm, `frozen for ${seconds} s`);
}

/** Ends single connections again and again, and one of them in a way that makes PostgreSQL restart all. */
async function connectionsKilled(harm: Harm, forMs: number): Promise<void> {
  const { engine, callers } = harm;
  callers.clear();
  const admin = sqlClient(engine.url, { max: 1, onnotice: () => {} });
  let killed = 0;
  const endsAt = performance.now() + forMs;
  let pid = 0;
  while (performance.now() < endsAt) {
    const rows = await admin`
      select pid, pg_terminate_backend(pid) from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 3`;
    killed += rows.length;
    await setTimeout(20);
  }
  while (pid === 0) {
    const [row] = await admin`select pid from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`;
    pid = row?.pid ?? 0;
  }
  await admin.end();
  process.kill(pid, 'SIGKILL');
  await healthyAgain(harm, `${killed} connections ended, one killed`);
}

/** The process is the one that was started, and holds no more than before. */
async function settled({ trial, server }: Harm, before: Held): Promise<void> {
  await setTimeout(1_000);
  if (!isRunning(server)) throw new Error('the server ended');
  const after = await heldBy(server);
  trial.figure(
    `live memory ${before.live.toFixed(0)} → ${after.live.toFixed(0)} MB, open files ${before.files} → ${after.files}`,
  );
  trial.expect(
    after.live < before.live * 1.25 + 20,
    `live memory grew from ${before.live.toFixed(0)} to ${after.live.toFixed(0)} MB`,
  );
  trial.expect(after.files <= before.files + 5, `open files grew from ${before.files} to ${after.files}`);
  const internal = server
    .log()
    .split('\n')
    .filter((line) => line.includes('"apiCode":"internal"'));
  trial.expect(internal.length === 0, `the log tells of inner faults: ${internal[0]}`);
}

/** The resources that a server holds, its live memory in megabytes. */
interface Held {
  readonly live: number;
  readonly files: number;
}

const heldBy = async (server: Server): Promise<Held> => ({
  files: readdirSync(`/proc/${server.pid}/fd`).length,
  live: await server.liveMegabytes(),
});
