import type { FastifyInstance } from 'fastify';
import { makeDemo } from './cli/demo.ts';
import { serveOperator } from './cli/socket.ts';
import { type Config, OperatorError, processEnvironment, readConfig } from './config.ts';
import { operatorSocketPath } from './core/data-dir.ts';
import { reasonOf } from './core/reason.ts';
import { createApp } from './http/app.ts';
import { createLog } from './log.ts';
import { naming, openRuntime } from './runtime.ts';

async function main(): Promise<void> {
  const config = readConfig(processEnvironment);
  const log = createLog(config);
  const socketPath = await naming('DATA_DIR', async () => socketPathOf(config));
  const runtime = await openRuntime(config, log);
  const { database, services } = runtime;
  const isReady = () => database.isReady();
  const app = await createApp({ services, log, corsOrigins: config.corsOrigins, isReady });
  let stopCommands = async () => {};

  let stopping: Promise<void> | undefined;
  async function stop(reason: string): Promise<void> {
    log.info(`stopping: ${reason}`);
    await Promise.all([app.close(), stopCommands()]);
    await runtime.close();
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second signal waits for the stop that the first began.
      stopping ??= stop(signal);
      stopping.then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
    });
  }

  await listen(app, config);
  // Only now, so that a start that fails before does not make a token that nobody gets to see.
  const demoToken = config.demo ? await makeDemo(database.db, new Date()) : undefined;
  if (socketPath !== undefined) stopCommands = await serveOperator(socketPath, { database, applied: 0 });
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

main().catch((error: unknown) => {
  const message =
    error instanceof OperatorError ? error.message : `Clientele could not start: ${reasonOf(error)}`;
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
