import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { ConfigError } from '../config.ts';
import { type ConnectionSummary, summarizeConnections } from '../connections/summary.ts';
import type { Services } from '../core/context.ts';
import type { Database, Db } from '../core/db/database.ts';
import { reasonOf } from '../core/reason.ts';
import type { Meter } from '../http/meter.ts';
import { readBacklog } from '../insights/jobs.ts';
import type { TokenCacheState } from '../tokens/authenticate.ts';
import type { Worker } from '../worker/worker.ts';
import { createMeter } from './meter.ts';
import { registerBuild, registerDataDir, registerReadiness, registerRedis, registerTurns } from './state.ts';

/** The metrics of a process. Only those that have been registered are served. */
export interface Metrics {
  readonly meter: Meter;
  /** Returns the services with a limiter whose decisions are counted. */
  countDecisions(services: Services): Services;
  /** Also asks the database at each scrape. */
  readDatabase(database: Database): void;
  readDataDir(dataDir: string): void;
  readTokenCache(state: () => TokenCacheState): void;
  /** Also queries the backlog and the connections at each scrape. */
  readWorker(worker: Worker, db: Db): void;
  /**
   * Serves the metrics and `/livez`, and announces the address.
   * @throws ConfigError when the port is not available
   */
  listen(announce: (text: string) => void): Promise<void>;
  close(): Promise<void>;
}

/** The time that a scrape waits for the database. Prometheus itself times out after 10 s by default. */
const backlogPatienceMs = 1_000;

/** A worker whose loop has not turned for this time is stuck: the longest turn takes a minute. */
const stuckAfterMs = 5 * 60_000;

/** Creates the metrics that every process has, to be served on a separate port. */
export function createMetrics(host: string, port: number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  registerBuild(registers);
  let worker: Worker | undefined;

  const server = createServer((request, response) => {
    const isRead = request.method === 'GET';
    if (isRead && request.url === '/metrics') serveMetrics(request, response);
    else if (isRead && request.url === '/livez') answerLiveness(response, worker?.sinceTurnMs() ?? 0);
    else response.writeHead(404).end();
  });
  const serveMetrics: RequestListener = async (_request, response) => {
    try {
      const text = await registry.metrics();
      response.writeHead(200, { 'Content-Type': registry.contentType }).end(text);
    } catch (error) {
      response.writeHead(500).end(reasonOf(error));
    }
  };

  return {
    meter: createMeter(registry),

    countDecisions(services) {
      const { limiter } = services;
      const counts = { redis: { ...noDecisions }, memory: { ...noDecisions } };
      new Counter({
        name: 'clientele_rate_limit_decisions_total',
        help: 'Decisions of the rate limiter, by result and by store',
        labelNames: ['result', 'decided_by'],
        registers,
        collect() {
          this.reset();
          for (const [decided_by, results] of Object.entries(counts))
            for (const [result, count] of Object.entries(results)) this.inc({ result, decided_by }, count);
        },
      });
      new Gauge({
        name: 'clientele_rate_limit_shared',
        help: '1 while limits are shared through Redis, 0 while this process counts in its own memory',
        registers,
        collect() {
          this.set(limiter.isShared() ? 1 : 0);
        },
      });
      registerRedis(registers, limiter);
      return {
        ...services,
        limiter: {
          ...limiter,
          async take(organizationId, operation) {
            const decision = await limiter.take(organizationId, operation);
            const { refusedBy } = decision;
            const result = refusedBy === null ? 'admitted' : (`refused_by_${refusedBy}` as const);
            counts[limiter.isShared() ? 'redis' : 'memory'][result] += 1;
            return decision;
          },
        },
      };
    },

    readDatabase({ poolState, isReady }) {
      registerReadiness(registers, shared(isReady));
      if (!poolState) return;
      new Gauge({
        name: 'clientele_database_connections',
        help: 'Connections to PostgreSQL, by state',
        labelNames: ['state'],
        registers,
        collect() {
          const { opening, idle, inUse } = poolState();
          this.set({ state: 'opening' }, opening);
          this.set({ state: 'idle' }, idle);
          this.set({ state: 'in_use' }, inUse);
        },
      });
      new Gauge({
        name: 'clientele_database_connections_max',
        help: 'Maximum number of connections in the PostgreSQL pool',
        registers,
      }).set(poolState().size);
      new Gauge({
        name: 'clientele_database_waiting',
        help: 'Statements and transactions waiting for a connection',
        registers,
        collect() {
          this.set(poolState().waiting);
        },
      });
    },

    readDataDir: (dataDir) => registerDataDir(registers, dataDir),

    readTokenCache(state) {
      new Gauge({
        name: 'clientele_token_cache_entries',
        help: 'Tokens in the cache of this process',
        registers,
        collect() {
          this.set(state().entries);
        },
      });
      new Counter({
        name: 'clientele_token_cache_lookups_total',
        help: 'Look-ups in the token cache, by result',
        labelNames: ['result'],
        registers,
        collect() {
          const { hits, misses } = state();
          this.reset();
          this.inc({ result: 'hit' }, hits);
          this.inc({ result: 'miss' }, misses);
        },
      });
    },

    readWorker(started, db) {
      worker = started;
      const { counts, removed } = started;
      registerTurns(registers, started);
      const backlog = shared(() => readBacklog(db));
      registerConnections(
        registers,
        shared(() => summarizeConnections(db)),
      );
      const gauge = (name: string, help: string, field: keyof Backlog) =>
        new Gauge({
          name,
          help: `${help}; absent while the database does not answer`,
          registers,
          async collect() {
            const read = await backlog();
            if (read) this.set(read[field]);
            else this.remove();
          },
        });
      gauge('clientele_worker_due_clients', 'Clients whose cards are due', 'clients');
      gauge(
        'clientele_worker_oldest_due_seconds',
        'Seconds for which the longest due client has been due',
        'oldestSeconds',
      );
      new Counter({
        name: 'clientele_worker_clients_total',
        help: 'Clients processed by this process, by result',
        labelNames: ['result'],
        registers,
        collect() {
          this.reset();
          this.inc({ result: 'computed' }, counts.computed);
          this.inc({ result: 'failed' }, counts.failed);
        },
      });
      new Counter({
        name: 'clientele_worker_assigned_activities_total',
        help: 'Activities recorded before their rule was wired and assigned by this process',
        registers,
        collect() {
          this.reset();
          this.inc(counts.assigned);
        },
      });
      new Counter({
        name: 'clientele_worker_removed_total',
        help: 'Rows removed by this process after their retention, by kind',
        labelNames: ['kind'],
        registers,
        collect() {
          this.reset();
          for (const [kind, rows] of Object.entries(removed)) this.inc({ kind }, rows);
        },
      });
    },

    async listen(announce) {
      try {
        await once(server.listen(port, host), 'listening');
      } catch (error) {
        throw new ConfigError(`METRICS_PORT (${port}) cannot be used: ${reasonOf(error)}`, {
          cause: error,
        });
      }
      const address = server.address();
      const given = typeof address === 'object' && address ? address.port : port;
      const name = host.includes(':') ? `[${host}]` : host;
      announce(`Metrics are on http://${name}:${given}/metrics`);
    },

    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Answers 503 if the worker of the process is stuck, so that whatever runs it can restart it. */
function answerLiveness(response: ServerResponse, sinceTurnMs: number): void {
  const isStuck = sinceTurnMs > stuckAfterMs;
  const body = isStuck
    ? { status: 'stuck', message: `The worker has done nothing for ${Math.round(sinceTurnMs / 1_000)} s.` }
    : { status: 'ok' };
  response.writeHead(isStuck ? 503 : 200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/**
 * Returns a function that queries the database. Its result is undefined when the database does not answer in time;
 * concurrent scrapes share one query.
 */
function shared<T>(query: () => Promise<T>): () => Promise<T | undefined> {
  let reading: Promise<T | undefined> | undefined;
  return () => {
    reading ??= query()
      .catch(() => undefined)
      .finally(() => (reading = undefined));
    return Promise.race([reading, gaveUp()]);
  };
}

function registerConnections(
  registers: Registry[],
  summary: () => Promise<ConnectionSummary | undefined>,
): void {
  new Gauge({
    name: 'clientele_connections',
    help: 'Connections to mailboxes and calendars, by state; absent while the database does not answer',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset();
      const read = await summary();
      for (const [state, count] of Object.entries(read?.byState ?? {})) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'clientele_connections_longest_unseen_seconds',
    help: 'Seconds since the last answer of the server that has been silent longest, without paused connections; absent while the database does not answer',
    registers,
    async collect() {
      const read = await summary();
      if (read) this.set(read.longestUnseenSeconds);
      else this.remove();
    },
  });
}

type Backlog = Awaited<ReturnType<typeof readBacklog>>;

const noDecisions = { admitted: 0, refused_by_organization: 0, refused_by_endpoint: 0 };

/** Resolves to undefined after the time that a scrape waits. */
const gaveUp = () =>
  new Promise<undefined>((resolve) => setTimeout(resolve, backlogPatienceMs, undefined).unref());
