import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { ConfigError } from '../config.ts';
import type { Services } from '../core/context.ts';
import type { Database, Db } from '../core/db/database.ts';
import { reasonOf } from '../core/reason.ts';
import type { Meter } from '../http/meter.ts';
import type { Authenticator } from '../tokens/authenticate.ts';
import type { Worker } from '../worker/worker.ts';
import { countDecisions } from './limiter.ts';
import { createMeter } from './meter.ts';
import { sampledBy } from './sampled.ts';
import { registerBuild, registerDatabase, registerDataDir, registerTokenCache } from './state.ts';
import { registerWorker } from './worker.ts';

/** The metrics of a process. Only those that have been registered are served. */
export interface Metrics {
  readonly meter: Meter;
  /** Returns the services with a limiter whose decisions are counted. */
  countDecisions(services: Services): Services;
  /** Also asks the database at each scrape. */
  readDatabase(database: Database): void;
  readDataDir(dataDir: string): void;
  readTokenCache(state: Authenticator['cacheState']): void;
  /** Also queries the backlog, connections and webhooks at each scrape. */
  readWorker(worker: Worker, db: Db): void;
  /**
   * Serves the metrics and `/livez`, and announces the address.
   * @throws ConfigError when the port is not available
   */
  listen(announce: (text: string) => void): Promise<void>;
  close(): Promise<void>;
}

/** A worker without a heartbeat for this time is stuck: its loop takes a minute at most. */
const stuckAfterMs = 5 * 60_000;

/** Creates the metrics that every process has, to be served on a separate port. */
export function createMetrics(host: string, port: number): Metrics {
  const registry = new Registry();
  const sampled = sampledBy(registry);
  collectDefaultMetrics({ register: registry });
  registerBuild(registry);
  let worker: Worker | undefined;
  const server = createMetricsServer(registry, () => worker?.heartbeatAgeMs() ?? 0);
  return {
    meter: createMeter(registry),
    countDecisions: (services) => ({
      ...services,
      limiter: countDecisions(registry, sampled, services.limiter),
    }),
    readDatabase: (database) => registerDatabase(sampled, database),
    readDataDir: (dataDir) => registerDataDir(sampled, dataDir),
    readTokenCache: (state) => registerTokenCache(sampled, state),
    readWorker(started, db) {
      worker = started;
      registerWorker(sampled, started, db);
    },
    async listen(announce) {
      announce(`Metrics are on ${await listen(server, host, port)}/metrics`);
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function createMetricsServer(registry: Registry, heartbeatAgeMs: () => number): Server {
  const serveMetrics: RequestListener = async (_request, response) => {
    try {
      const text = await registry.metrics();
      response.writeHead(200, { 'Content-Type': registry.contentType }).end(text);
    } catch (error) {
      response.writeHead(500).end(reasonOf(error));
    }
  };
  return createServer((request, response) => {
    const isRead = request.method === 'GET';
    if (isRead && request.url === '/metrics') serveMetrics(request, response);
    else if (isRead && request.url === '/livez') answerLiveness(response, heartbeatAgeMs());
    else response.writeHead(404).end();
  });
}

/** Answers 503 if the worker of the process is stuck, so that whatever runs it can restart it. */
function answerLiveness(response: ServerResponse, heartbeatAgeMs: number): void {
  const isStuck = heartbeatAgeMs > stuckAfterMs;
  const body = isStuck
    ? { status: 'stuck', message: `The worker has done nothing for ${Math.round(heartbeatAgeMs / 1_000)} s.` }
    : { status: 'ok' };
  response.writeHead(isStuck ? 503 : 200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** Returns the origin on which the server listens. */
async function listen(server: Server, host: string, port: number): Promise<string> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    throw new ConfigError(`METRICS_PORT (${port}) cannot be used: ${reasonOf(error)}`, { cause: error });
  }
  const address = server.address();
  const given = typeof address === 'object' && address ? address.port : port;
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${given}`;
}
