import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { fill, tokenOf } from '../../bench/requests/fixture.ts';
import { connections } from '../../src/connections/table.ts';
import { type Db, openPostgres } from '../../src/core/db/database.ts';
import { insightJobs } from '../../src/insights/table.ts';
import { organizations } from '../../src/organization/table.ts';
import { makeDueClients } from '../../test/support/due-clients.ts';
import { freePort } from '../../test/support/free-port.ts';
import { NotRun, type Part, type Trial } from '../part.ts';
import { startPostgres, startRedis } from '../support/engines.ts';
import { startProgram, startServer, temporaryDirectory, unlimited } from '../support/server.ts';
import { patienceSeconds, until } from '../support/until.ts';

interface Fault {
  readonly name: string;
  readonly alert: string;
  begin(): unknown;
  end(): unknown;
}

/** Longer than the shortened ranges and delays of the rules. */
const rangeMs = 8_000;

export const alertsPart: Part = {
  promise:
    'each fault fires its alert in a real Prometheus, which names its section of the runbook, and ends with it',
  async run(trial) {
    const { faults, targets } = await startAll(trial);
    const firing = await startPrometheus(trial, targets);
    const isQuiet = () => until(async () => (await firing('pending')).size === 0, patienceSeconds, 250);
    await setTimeout(rangeMs);
    trial.expect(await isQuiet(), `without a fault these fire: ${[...(await firing()).keys()]}`);
    for (const { name, alert, begin, end } of faults) {
      await begin();
      const isFired = await until(async () => (await firing()).has(alert), patienceSeconds, 250);
      // Its consequences may fire later.
      await setTimeout(rangeMs);
      const fired = await firing();
      trial.expect(isFired, `${name}: ${alert} does not fire`);
      const others = [...fired.keys()].filter((other) => other !== alert);
      trial.figure(
        `${name}: ${alert} → ${fired.get(alert)}${others.length > 0 ? `; also ${others.join(', ')}` : ''}`,
      );
      await end();
      trial.expect(await isQuiet(), `after ${name} these still fire: ${[...(await firing()).keys()]}`);
    }
  },
};

/** Starts a server and a worker on engines of their own, callers, and a stand-in for node_exporter. */
async function startAll(trial: Trial): Promise<{ faults: Fault[]; targets: number[] }> {
  const postgres = await startPostgres(trial);
  const redis = await startRedis(trial);
  await fill(postgres.url, 1);
  const [serverPort, workerPort] = [await freePort(), await freePort()];
  // It never answers, so that what is due stays due.
  const model = await listening(trial, () => {});
  const environment = { DATABASE_URL: postgres.url, ...unlimited };
  const server = await startServer(trial, {
    ...environment,
    REDIS_URL: redis.url,
    METRICS_PORT: String(serverPort),
  });
  const startWorker = () =>
    startProgram(trial, 'worker', {
      ...environment,
      METRICS_PORT: String(workerPort),
      INSIGHTS_LLM_URL: `http://127.0.0.1:${model}/v1`,
      INSIGHTS_LLM_MODEL: 'silent',
    });
  let worker = startWorker();
  callEvenly(trial, server.url);
  const disk = { available: 50 };
  const exporter = await listening(trial, (response) =>
    response.end(
      `node_filesystem_avail_bytes{fstype="ext4"} ${disk.available}\nnode_filesystem_size_bytes{fstype="ext4"} 100\n`,
    ),
  );
  const { db, close } = openPostgres(postgres.url, { maxConnections: 1 });
  trial.atEnd(close);
  const faults: Fault[] = [
    {
      name: 'database away',
      alert: 'ClienteleDatabaseAway',
      begin: () => postgres.stop('SIGINT'),
      end: () => postgres.start(),
    },
    { name: 'Redis away', alert: 'ClienteleRedisAway', begin: () => redis.stop(), end: () => redis.start() },
    {
      name: 'worker stopped',
      alert: 'ClienteleWorkerStopped',
      async begin() {
        worker.process.kill('SIGTERM');
        await worker.ended;
      },
      end: () => (worker = startWorker()),
    },
    {
      name: 'disk nearly full (a stand-in for node_exporter says so)',
      alert: 'ClienteleDiskFull',
      begin: () => (disk.available = 5),
      end: () => (disk.available = 50),
    },
    ...faultsInside(db),
  ];
  return { faults, targets: [serverPort, workerPort, exporter] };
}

const faultsInside = (db: Db): Fault[] => [
  {
    name: 'errors of the server (a table is gone)',
    alert: 'ClienteleServerErrors',
    begin: () => db.execute(sql`alter table clients rename to gone`),
    end: () => db.execute(sql`alter table gone rename to clients`),
  },
  {
    name: 'backlog of cards (a model that does not answer)',
    alert: 'ClienteleBacklog',
    begin: () => makeDueClients(db, 'due', 12, 2),
    end: () => db.delete(insightJobs),
  },
  {
    name: 'a failing connection',
    alert: 'ClienteleConnectionsFail',
    async begin() {
      const [organization] = await db.select().from(organizations).limit(1);
      if (!organization) throw new Error('There is no organization.');
      const nextTryAt = new Date(Date.now() + 3_600_000).toISOString();
      await db.insert(connections).values({
        organizationId: organization.organizationId,
        type: 'imap',
        integration: 'gmail',
        settings: {},
        state: 'failing',
        nextTryAt,
      });
    },
    end: () => db.delete(connections).where(eq(connections.state, 'failing')),
  },
];

async function listening(
  trial: Trial,
  answer: (response: { end(text: string): unknown }) => void,
): Promise<number> {
  const port = await freePort();
  const server = createServer((_request, response) => answer(response)).listen(port, '127.0.0.1');
  await once(server, 'listening');
  trial.atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return port;
}

/** Sends ten reads per second, since shares of failures need requests. */
function callEvenly(trial: Trial, url: string): void {
  const headers = { authorization: `Bearer ${tokenOf(0)}` };
  const timer = setInterval(() => {
    fetch(`${url}/v1/clients`, { headers }).then(
      (answer) => answer.text(),
      () => {},
    );
  }, 100);
  trial.atEnd(() => clearInterval(timer));
}

const Alerts = z.object({
  data: z.object({
    alerts: z.array(
      z.object({
        state: z.string(),
        labels: z.object({ alertname: z.string() }),
        annotations: z.object({ runbook_url: z.string() }),
      }),
    ),
  }),
});

/** Starts Prometheus with the shipped files, whose times are shortened; gives the firing alerts with their pages. */
async function startPrometheus(
  trial: Trial,
  [server, worker, exporter]: readonly number[],
): Promise<(orState?: 'pending') => Promise<Map<string, string>>> {
  const directory = temporaryDirectory(trial);
  const shipped = (name: string) => readFileSync(join('ops', name), 'utf8');
  const rules = shipped('alerts.yml')
    .replaceAll(/for: \d+[mh]/g, 'for: 1s')
    .replaceAll(/\[\d+[mh]\]/g, '[5s]');
  writeFileSync(join(directory, 'alerts.yml'), rules);
  const config = shipped('prometheus.yml')
    .replaceAll('interval: 15s', 'interval: 500ms')
    .replace(':9464', `:${server}`)
    .replace(':9465', `:${worker}`)
    .replace(':9100', `:${exporter}`);
  writeFileSync(join(directory, 'prometheus.yml'), config);
  const port = await freePort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${directory}/prometheus.yml`,
      `--storage.tsdb.path=${directory}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const isStarted = await once(child, 'spawn').then(
    () => true,
    () => false,
  );
  if (!isStarted) throw new NotRun('Prometheus is not installed');
  trial.atEnd(async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const origin = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${origin}/-/ready`).catch(() => undefined))?.status === 200, 60);
  return async (orState) => {
    const { data } = Alerts.parse(await (await fetch(`${origin}/api/v1/alerts`)).json());
    const fired = data.alerts.filter(({ state }) => state === 'firing' || state === orState);
    return new Map(fired.map(({ labels, annotations }) => [labels.alertname, annotations.runbook_url]));
  };
}
