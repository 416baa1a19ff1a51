import { ConfigError } from './config.ts';
import { openSecrets } from './connections/secrets.ts';
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
  const worker = startWorker({ db, ...engines, log, secrets: openSecrets(config) }, config);
  metrics?.readWorker(worker, db);
  announce('The worker is ready');
  return async () => {
    await worker.stop();
    await close();
    await metrics?.close();
  };
});
