import { makeDemo } from './cli/demo.ts';
import { serveOperator } from './cli/socket.ts';
import { OperatorError, processEnvironment, readConfig } from './config.ts';
import { operatorSocketPath } from './core/data-dir.ts';
import { createApp } from './http/app.ts';
import { createLog } from './log.ts';
import { openRuntime } from './runtime.ts';

async function main(): Promise<void> {
  const config = readConfig(processEnvironment);
  const log = createLog(config);
  const runtime = await openRuntime(config, log);
  const { database, applied, services } = runtime;
  const demoToken = config.demo ? await makeDemo(database.db, new Date()) : undefined;
  const stopOperator =
    'dataDir' in config.database
      ? await serveOperator(operatorSocketPath(config.database.dataDir), { database, applied })
      : async () => {};
  const app = await createApp({
    services,
    log,
    corsOrigins: config.corsOrigins,
    isReady: () => database.isReady(),
  });

  let isStopping = false;
  async function stop(reason: string): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    log.info(`stopping: ${reason}`);
    await app.close();
    await stopOperator();
    await runtime.close();
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop(signal).then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
    });
  }

  await app.listen({
    host: config.host,
    port: config.port,
    listenTextResolver: (url) => `Clientele is ready on ${url}`,
  });
  if (demoToken !== undefined) greet(app.listeningOrigin, demoToken);
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

main().catch((error: unknown) => {
  const isMistake = error instanceof OperatorError;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(isMistake ? `${message}\n` : `Clientele could not start: ${message}\n`);
  process.exit(1);
});
