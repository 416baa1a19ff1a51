import { ConfigError } from './config.ts';
import { openSecrets } from './connections/secrets.ts';
import { createConnectionServices } from './connections/services.ts';
import { backgroundWaitMs } from './core/db/database.ts';
import { runMain } from './main.ts';
import { createEngines, openDatabase } from './runtime.ts';
import { startWorker } from './worker/worker.ts';

runMain('The worker', async ({ config, log, announce, metrics }) => {
  if (!('url' in config.database))
    throw new ConfigError(
      'DATABASE_URL is missing: a separate worker needs PostgreSQL; with the embedded database, the server runs the worker',
    );
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
  announce('The worker is ready');
  return async () => {
    await worker.stop();
    await close();
    await metrics?.close();
  };
});
