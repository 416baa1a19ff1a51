import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import { summarizeConnections } from '../connections/summary.ts';
import type { Database, Db } from '../core/db/database.ts';
import { readVersion } from '../core/paths.ts';
import { shared } from '../core/timeouts.ts';
import { readBacklog } from '../insights/jobs.ts';
import type { Authenticator } from '../tokens/authenticate.ts';
import { summarizeWebhooks } from '../webhooks/summary.ts';
import type { Worker } from '../worker/worker.ts';
import { samplesIn } from './samples.ts';

/** The time that a scrape waits for the database. Prometheus itself times out after 10 s by default. */
const patienceMs = 1_000;

export function readBuild(registry: Registry): void {
  new Gauge({
    name: 'clientele_build_info',
    help: 'Always 1; the labels name the version and the Node that runs it',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: readVersion(), node: process.version }, 1);
}

/** The parts of a process that metrics show. */
export interface Process {
  readonly database: Pick<Database, 'poolState' | 'isReady'>;
  /** The directory of the embedded database, which ends the process when it runs out of space. */
  readonly dataDir?: string | undefined;
  readonly tokenCacheState?: Authenticator['cacheState'];
}

export function readProcess(registry: Registry, { database, dataDir, tokenCacheState }: Process): void {
  const { gauge, counter } = samplesIn(registry);
  const { poolState, isReady } = database;
  const askReady = shared(isReady, patienceMs);
  gauge(
    'database_ready',
    '1 if the database answers, accepts writes and has every migration, otherwise 0; asked at each scrape',
    async () => ((await askReady()) ? 1 : 0),
  );
  if (poolState) {
    const readState = () => {
      const { opening, idle, inUse } = poolState();
      return { opening, idle, in_use: inUse };
    };
    gauge('database_connections', 'Connections to PostgreSQL, by state', readState, 'state');
    const max = 'Maximum number of connections in the PostgreSQL pool';
    gauge('database_connections_max', max, () => poolState().size);
    const waiting = 'Statements and transactions waiting for a connection';
    gauge('database_waiting', waiting, () => poolState().waiting);
  }
  if (dataDir !== undefined) {
    const readDisk = async (of: 'bavail' | 'blocks') => {
      const disk = await statfs(dataDir).catch(() => undefined);
      return disk && disk[of] * disk.bsize;
    };
    const free = 'Free space on the file system of DATA_DIR';
    gauge('data_dir_available_bytes', free, () => readDisk('bavail'));
    gauge('data_dir_size_bytes', 'Size of the file system of DATA_DIR', () => readDisk('blocks'));
  }
  if (tokenCacheState) {
    const readLookups = () => ({ hit: tokenCacheState().hits, miss: tokenCacheState().misses });
    counter('token_cache_lookups_total', 'Look-ups in the token cache, by result', readLookups, 'result');
  }
}

/** Also queries the backlog, the connections and the webhooks, which are absent while the database does not answer. */
export function readWorker(registry: Registry, { heartbeatAgeMs, counts }: Worker, db: Db): void {
  const { gauge, counter } = samplesIn(registry);
  const absent = 'absent while the database does not answer';
  const lastTurn = 'Seconds since the loop of the worker last began a turn; normally below 60';
  gauge('worker_last_turn_seconds', lastTurn, () => heartbeatAgeMs() / 1_000);
  const summary = shared(() => summarizeConnections(db), patienceMs);
  const byState = `Connections to mailboxes and calendars, by state; ${absent}`;
  gauge('connections', byState, async () => (await summary())?.byState, 'state');
  gauge(
    'connections_longest_unseen_seconds',
    `Seconds since the last answer of the server that has been silent longest, or since it was due to be asked, without paused and failing connections; ${absent}`,
    async () => (await summary())?.longestUnseenSeconds,
  );
  const webhooks = shared(() => summarizeWebhooks(db), patienceMs);
  const endpoints = `Webhook endpoints, by state; ${absent}`;
  gauge('webhook_endpoints', endpoints, async () => (await webhooks())?.byState, 'state');
  gauge(
    'webhook_longest_due_seconds',
    `Seconds for which the longest due webhook message has been due, without those of paused and failing endpoints; ${absent}`,
    async () => (await webhooks())?.longestDueSeconds,
  );
  const backlog = shared(() => readBacklog(db), patienceMs);
  const due = `Clients whose cards are due; ${absent}`;
  gauge('worker_due_clients', due, async () => (await backlog())?.clients);
  const oldest = `Seconds for which the longest due client has been due; ${absent}`;
  gauge('worker_oldest_due_seconds', oldest, async () => (await backlog())?.oldestSeconds);
  const processed = () => ({ computed: counts.computed, failed: counts.failed });
  counter('worker_clients_total', 'Clients processed by this process, by result', processed, 'result');
}
