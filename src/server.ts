import type { FastifyInstance } from 'fastify';
import { serveCli } from './cli/socket.ts';
import type { Config } from './config.ts';
import { cliSocketPath } from './core/db/data-dir.ts';
import { findDemo, makeDemo } from './demo/demo.ts';
import { createApp } from './http/app.ts';
import { listeningUrl } from './http/listening-url.ts';
import { type ProgramParts, runMain } from './main.ts';
import { blameVariable, createEngines, openRuntime } from './runtime.ts';
import { startWorker } from './worker/worker.ts';

async function start({ config, log, announce, metrics }: ProgramParts) {
  const socketPath = await blameVariable('DATA_DIR', async () => socketPathOf(config));
  // Imported lazily: its packages take time and memory.
  const tracing = config.tracing ? (await import('./telemetry/tracing.ts')).createTracing(log) : undefined;
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
  await listen(app, config);
  const { dataDir } = { dataDir: undefined, ...config.database };
  metrics?.readProcess({ database, dataDir, tokenCacheState: runtime.tokenCacheState });
  await metrics?.listen(announce);
  // After `listen`, so that a failed start does not create a demo token that is never shown.
  const { db } = database;
  const demoToken = config.demo ? await makeDemo(db, new Date()) : undefined;
  const demoSlug = config.demo ? await findDemo(db) : undefined;
  const work = { db, ...(await createEngines(config, log)), log, secrets };
  const commandServices = { ...work, database, applied: 0, now: () => new Date() };
  const stopCommands =
    socketPath === undefined
      ? undefined
      : await blameVariable('DATA_DIR', () => serveCli(socketPath, commandServices));
  const worker = config.worker ? startWorker(work, config) : undefined;
  if (worker) metrics?.readWorker(worker, db);
  announce(
    `Clientele is ready on ${app.listeningOrigin}${socketPath === undefined ? ' with PostgreSQL' : ''}`,
  );
  const url = config.publicUrl ?? listeningUrl(app.server);
  if (demoToken !== undefined) greet(url, demoToken, config.hasConsole);
  // On PostgreSQL the output is a log, which machines read.
  else if (socketPath !== undefined) printAddresses(url, config.hasConsole, demoSlug);
  return async () => {
    await Promise.all([app.close(), stopCommands?.(), worker?.stop()]);
    await runtime.close();
    await Promise.all([metrics?.close(), tracing?.close()]);
  };
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

runMain('Clientele', start);
