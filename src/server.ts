import type { FastifyInstance } from 'fastify';
import { serveCli } from './cli/socket.ts';
import { type Config, processEnvironment, readConfig } from './config.ts';
import { createConnectionServices } from './connections/services.ts';
import { cliSocketPath } from './core/db/data-dir.ts';
import { findDemo, makeDemo } from './demo/demo.ts';
import { createApp } from './http/app.ts';
import { listeningUrl } from './http/listening-url.ts';
import { createAnnouncer, createLog } from './log.ts';
import { runMain, stopOnSignal, switchLogLevelOnSignal } from './main.ts';
import { blameVariable, createEngines, openRuntime } from './runtime.ts';
import { createMetrics, createTracing } from './telemetry/telemetry.ts';
import { startWorker, type Worker } from './worker/worker.ts';

async function main(): Promise<void> {
  const config = readConfig(processEnvironment);
  const log = createLog(config);
  const announce = createAnnouncer(config);
  switchLogLevelOnSignal(log, announce);
  const socketPath = await blameVariable('DATA_DIR', async () => socketPathOf(config));
  // Until the runtime is open, a stop has nothing to close.
  let stop = async () => {};
  stopOnSignal(log, () => stop(), config.shutdownDelayMs);
  const metrics = await createMetrics(config);
  const tracing = await createTracing(config, log);
  const runtime = await openRuntime(config, log);
  const { database, secrets } = runtime;
  const services = metrics?.countDecisions(runtime.services) ?? runtime.services;
  const app = await createApp({
    services,
    log,
    corsOrigins: config.corsOrigins,
    publicUrl: config.publicUrl,
    hasConsole: config.hasConsole,
    shutdownDelayMs: config.shutdownDelayMs,
    load: config.load,
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
  const { dataDir } = { dataDir: undefined, ...config.database };
  metrics?.readProcess({ database, dataDir, tokenCacheState: runtime.tokenCacheState });
  await metrics?.listen(announce);
  // After `listen`, so that a failed start does not create a demo token that is never shown.
  const demoToken = config.demo ? await makeDemo(database.db, new Date()) : undefined;
  const { db } = database;
  const work = { db, ...(await createEngines(config, log)), log };
  if (socketPath !== undefined)
    stopCommands = await blameVariable('DATA_DIR', () =>
      serveCli(socketPath, { ...work, database, applied: 0, secrets, now: () => new Date() }),
    );
  if (config.worker) {
    const connections = createConnectionServices({ db, log, secrets, maxKept: config.workerConnections });
    worker = startWorker(work, config.retention, { connections, limits: config.limits });
    metrics?.readWorker(worker, db);
  }
  announce(
    `Clientele is ready on ${app.listeningOrigin}${socketPath === undefined ? ' with PostgreSQL' : ''}`,
  );
  const url = config.publicUrl ?? listeningUrl(app.server);
  const { hasConsole, demo } = config;
  if (demoToken !== undefined) greet(url, demoToken, hasConsole);
  // On PostgreSQL the output is a log, which machines read.
  else if (socketPath !== undefined)
    printAddresses(url, hasConsole, demo ? await findDemo(database.db) : undefined);
}

/** Returns the socket for CLI commands. Only the embedded database needs one, since no other process can open it. */
const socketPathOf = ({ database }: Config) =>
  'dataDir' in database ? cliSocketPath(database.dataDir) : undefined;

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  const variable = `HOST or PORT (${host}, ${port})`;
  await blameVariable(variable, () => app.listen({ host, port }));
}

/** Prints the token of a new demo organization, which is shown only once, and a first request. */
function greet(url: string, token: string, hasConsole: boolean): void {
  // In the fragment, which browsers never send to a server.
  const consoleLink = hasConsole ? `Open the console:\n\n  ${url}/#token=${token}\n\n` : '';
  process.stdout.write(`
Created a demo organization. This is its token, which is not shown again:

  ${token}

${consoleLink}Call the API:

  curl -H "Authorization: Bearer ${token}" ${url}/v1/clients

API reference: ${url}/docs

`);
}

/** Prints where everything is on later starts on the embedded database, and how to replace a token of the demo that was lost. */
function printAddresses(url: string, hasConsole: boolean, demoSlug: string | undefined): void {
  const lines = [
    ...(hasConsole ? [`Console:        ${url}/`] : []),
    `API reference:  ${url}/docs`,
    ...(demoSlug === undefined ? [] : [`New token:      npm run -s cli -- token create --org ${demoSlug}`]),
  ];
  process.stdout.write(`\n${lines.map((line) => `  ${line}\n`).join('')}\n`);
}

runMain('Clientele', main);
