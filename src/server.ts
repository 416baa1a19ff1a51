import type { FastifyInstance } from 'fastify';
import { makeDemo } from './cli/demo.ts';
import { serveOperator } from './cli/socket.ts';
import { type Config, processEnvironment, readConfig } from './config.ts';
import { operatorSocketPath } from './core/data-dir.ts';
import { createApp } from './http/app.ts';
import { createLog } from './log.ts';
import { runMain, stopOnSignal } from './main.ts';
import { createEngine, naming, openRuntime } from './runtime.ts';
import { createMetrics, createTracing } from './telemetry/telemetry.ts';
import { startWorker, type Worker } from './worker/worker.ts';

async function main(): Promise<void> {
  const config = readConfig(processEnvironment);
  const log = createLog(config);
  const socketPath = await naming('DATA_DIR', async () => socketPathOf(config));
  // Until there is something to end, a stop ends just the process.
  let stop = async () => {};
  stopOnSignal(log, () => stop());
  const metrics = await createMetrics(config);
  const tracing = await createTracing(config, log);
  const runtime = await openRuntime(config, log);
  const { database } = runtime;
  const services = metrics?.countDecisions(runtime.services) ?? runtime.services;
  const app = await createApp({
    services,
    log,
    corsOrigins: config.corsOrigins,
    isReady: () => database.isReady(),
    meter: metrics?.meter,
    trace: tracing?.trace,
  });
  let stopCommands = async () => {};

  let worker: Worker | undefined;
  stop = async () => {
    await Promise.all([app.close(), stopCommands(), worker?.stop()]);
    await runtime.close();
    await Promise.all([metrics?.close(), tracing?.close()]);
  };

  await listen(app, config);
  metrics?.readDatabase(database);
  metrics?.readTokenCache(runtime.tokenCacheState);
  await metrics?.listen();
  // Only now, so that a start that fails before does not make a token that nobody gets to see.
  const demoToken = config.demo ? await makeDemo(database.db, new Date()) : undefined;
  const work = { db: database.db, engine: await createEngine(config, log), log };
  const now = () => new Date();
  if (socketPath !== undefined)
    stopCommands = await serveOperator(socketPath, { database, applied: 0, work, now });
  if (config.worker) {
    worker = startWorker(work, now);
    metrics?.readWorker(worker, database.db);
  }
  process.stdout.write(`Clientele is ready on ${app.listeningOrigin}\n`);
  if (demoToken !== undefined) greet(app.listeningOrigin, demoToken);
}

/** Where the operator's commands are taken: beside an embedded database only, which no other process may open. */
const socketPathOf = ({ database }: Config) =>
  'dataDir' in database ? operatorSocketPath(database.dataDir) : undefined;

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  const variable = `HOST or PORT (${host}, ${port})`;
  await naming(variable, () => app.listen({ host, port }));
}

/** Shows the demo organization's token, this once, and what to do with it. */
function greet(url: string, token: string): void {
  process.stdout.write(`
A demo organization has been made. This is its token; it is not shown again:

  ${token}

Try it:

  curl -H "Authorization: Bearer ${token}" ${url}/v1/clients

The reference, to read and to try out: ${url}/docs

`);
}

runMain('Clientele', main);
