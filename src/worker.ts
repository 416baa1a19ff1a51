import { ConfigError, processEnvironment, readConfig } from './config.ts';
import { openSecrets } from './connections/secrets.ts';
import { createConnectionServices } from './connections/services.ts';
import { backgroundWaitMs } from './core/db/database.ts';
import { createAnnouncer, createLog } from './log.ts';
import { runMain, stopOnSignal, switchLogLevelOnSignal } from './main.ts';
import { createEngines, openDatabase } from './runtime.ts';
import { createMetrics } from './telemetry/telemetry.ts';
import { startWorker } from './worker/worker.ts';

runMain('The worker', async () => {
  const config = readConfig(processEnvironment);
  if (!('url' in config.database))
    throw new ConfigError(
      'DATABASE_URL is missing: a separate worker needs PostgreSQL; with the embedded database, the server runs the worker',
    );
  const log = createLog(config);
  const announce = createAnnouncer(config);
  switchLogLevelOnSignal(log, announce);
  // Until the database is open, a stop has nothing to close.
  let stop = async () => {};
  stopOnSignal(log, () => stop());
  const metrics = await createMetrics(config);
  // No request waits for its statements.
  const patient = { database: { ...config.database, poolWaitMs: backgroundWaitMs } };
  const { database, close } = await openDatabase(patient, 'server', log);
  const engines = await createEngines(config, log);
  metrics?.readProcess({ database });
  await metrics?.listen(announce);
  const { db } = database;
  const secrets = openSecrets(config);
  const connections = createConnectionServices({ db, log, secrets, maxKept: config.workerConnections });
  const work = { db, ...engines, log };
  const worker = startWorker(work, config.retention, { connections, limits: config.limits });
  metrics?.readWorker(worker, db);
  stop = async () => {
    await worker.stop();
    await close();
    await metrics?.close();
  };
  announce('The worker is ready');
});
