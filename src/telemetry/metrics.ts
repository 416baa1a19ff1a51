import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Services } from '../core/context.ts';
import type { Db } from '../core/db/database.ts';
import { reasonOf } from '../core/reason.ts';
import { listeningUrl } from '../http/listening-url.ts';
import { blameVariable } from '../runtime.ts';
import type { Worker } from '../worker/worker.ts';
import { createMeter, meterLimiter } from './meter.ts';
import { type Process, readBuild, readProcess, readWorker } from './state.ts';

/** The metrics of a process, to be served on a separate port. */
export type Metrics = ReturnType<typeof createMetrics>;

/** A worker without a heartbeat for this time is stuck: its loop takes a minute at most. */
const stuckAfterMs = 5 * 60_000;

/** Creates the metrics that every process has. Others are served once they have been registered. */
export function createMetrics(host: string, port: number) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  readBuild(registry);
  let worker: Worker | undefined;
  const server = createServer(async ({ method, url }, response) => {
    if (method === 'GET' && url === '/metrics') await answerScrape(registry, response);
    else if (method === 'GET' && url === '/livez') answerLiveness(response, worker?.heartbeatAgeMs() ?? 0);
    else response.writeHead(404).end();
  });
  return {
    meter: createMeter(registry),
    /** Returns the services with a limiter whose decisions are counted. */
    countDecisions: (services: Services): Services => ({
      ...services,
      limiter: meterLimiter(registry, services.limiter),
    }),
    /** Also asks the database at each scrape. */
    readProcess: (state: Process) => readProcess(registry, state),
    /** Also queries the backlog and the connections at each scrape. */
    readWorker(started: Worker, db: Db): void {
      worker = started;
      readWorker(registry, started, db);
    },
    /**
     * Serves the metrics and `/livez`, and announces the address.
     * @throws ConfigError when the port is not available
     */
    async listen(announce: (text: string) => void): Promise<void> {
      await blameVariable(`METRICS_PORT (${port})`, () => once(server.listen(port, host), 'listening'));
      announce(`Metrics are on ${listeningUrl(server)}/metrics`);
    },
    async close(): Promise<void> {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answerScrape(registry: Registry, response: ServerResponse): Promise<void> {
  try {
    const text = await registry.metrics();
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(text);
  } catch (error) {
    response.writeHead(500).end(reasonOf(error));
  }
}

/** Answers 503 if the worker of the process is stuck, so that whatever runs it can restart it. */
function answerLiveness(response: ServerResponse, heartbeatAgeMs: number): void {
  const isStuck = heartbeatAgeMs > stuckAfterMs;
  const message = `The worker has done nothing for ${Math.round(heartbeatAgeMs / 1_000)} s.`;
  response.writeHead(isStuck ? 503 : 200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(isStuck ? { status: 'stuck', message } : { status: 'ok' }));
}
