import { OperatorError, processEnvironment, readConfig } from './config.ts';
import { createLog } from './log.ts';
import { runMain, stopOnSignal } from './main.ts';
import { createEngine, openDatabase } from './runtime.ts';
import { createMetrics } from './telemetry/telemetry.ts';
import { startWorker } from './worker/worker.ts';

runMain('The worker', async () => {
  const config = readConfig(processEnvironment);
  if (!('url' in config.database))
    throw new OperatorError(
      'DATABASE_URL is missing: the worker runs alone on PostgreSQL only; beside the embedded database it runs in the server',
    );
  const log = createLog(config);
  // Until there is something to end, a stop ends just the process.
  let stop = async () => {};
  stopOnSignal(log, () => stop());
  const metrics = await createMetrics(config);
  const { database, close } = await openDatabase(config, 'server', log);
  const engine = await createEngine(config, log);
  metrics?.readDatabase(database);
  await metrics?.listen();
  const worker = startWorker({ db: database.db, engine, log }, () => new Date());
  metrics?.readWorker(worker, database.db);
  stop = async () => {
    await worker.stop();
    await close();
    await metrics?.close();
  };
  process.stdout.write('Clientele works in the background\n');
});
