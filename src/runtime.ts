import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Config, ConfigError } from './config.ts';
import { openSecrets } from './connections/secrets.ts';
import type { Services } from './core/context.ts';
import { type DataDirHolder, type DataDirLock, lockDataDir } from './core/db/data-dir.ts';
import { type Database, openPostgres } from './core/db/database.ts';
import { isOlder } from './core/db/migrations.ts';
import { createMemoryLimiter } from './core/rate-limit/memory.ts';
import type { RateLimiter } from './core/rate-limit/rate-limit.ts';
import { reasonOf } from './core/reason.ts';
import { defaultDatabase } from './core/settings.ts';
import { databaseTimeoutOf } from './core/timeouts.ts';
import { threadedEngine } from './insights/built-in/threaded.ts';
import type { WorkServices } from './insights/work.ts';
import { createAuthenticator } from './tokens/authenticate.ts';

/** A migrated database; `close` also releases the data directory of an embedded one. */
export interface OpenDatabase {
  readonly database: Database;
  /** The number of migrations applied on opening. */
  readonly applied: number;
  close(): Promise<void>;
}

/** The statements of commands may read and change many rows, and no request waits for them. */
const commandStatementTimeoutMs = 60_000;

/** Thrown when another process uses the embedded database. */
export class DataDirInUse extends ConfigError {
  private readonly heldBy: string;

  constructor(dataDir: string, heldBy: string) {
    super(`DATA_DIR ${dataDir} is in use by another process (${heldBy}); stop it, or set another DATA_DIR`);
    this.heldBy = heldBy;
  }

  get isHeldByCommand(): boolean {
    return this.heldBy.startsWith('command ' satisfies `${DataDirHolder} `);
  }
}

/**
 * Opens the configured database and applies pending migrations.
 * @param upgrade false to migrate only an empty database
 * @throws DataDirInUse if another process uses the embedded database
 * @throws ConfigError if `upgrade` is false and the schema is older than the program
 */
export async function openDatabase(
  config: Pick<Config, 'database'>,
  holder: DataDirHolder,
  log: Logger,
  { upgrade = true }: { readonly upgrade?: boolean } = {},
): Promise<OpenDatabase> {
  if ('url' in config.database) {
    const { url, ...settings } = config.database;
    const options =
      holder === 'server'
        ? { ...settings, log }
        : { poolSize: settings.poolSize, statementTimeoutMs: commandStatementTimeoutMs };
    return blameVariable('DATABASE_URL', () => migrated(openPostgres(url, options), upgrade));
  }
  const { dataDir } = config.database;
  const held = await blameVariable('DATA_DIR', async () => lockDataDir(dataDir, holder));
  if (!held.lock) throw new DataDirInUse(dataDir, held.heldBy);
  // Imported lazily: beside PostgreSQL, PGlite would only take up memory.
  const { openEmbedded } = await import('./core/db/embedded.ts');
  const database = await blameVariable('DATA_DIR', () => openEmbedded(dataDir, endProcess));
  if (!database) {
    held.lock.release();
    throw new DataDirInUse(dataDir, 'whose lock file was deleted');
  }
  return migrated(database, upgrade, held.lock);
}

/** Ends the process after a failure of the embedded database. All acknowledged writes are in its files. */
function endProcess(reason: string): never {
  process.stderr.write(`DATA_DIR can no longer be used: ${reason}. Fix this and restart.\n`);
  process.exit(1);
}

/** Runs `work`; a failure names the variable to fix. */
export async function blameVariable<T>(variable: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${variable} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

async function migrated(database: Database, upgrade: boolean, lock?: DataDirLock): Promise<OpenDatabase> {
  const close = async () => {
    try {
      await database.close();
    } finally {
      lock?.release();
    }
  };
  try {
    if (!upgrade && (await isOlder(database.db)))
      throw new ConfigError(
        'the schema of the database is older than this program; back up the database, then run: db migrate',
      );
    return { database, applied: await database.migrate(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the database for a server. Waits for a CLI command that uses it, but not for another server. */
async function openForServer(config: Config, log: Logger): Promise<OpenDatabase> {
  const deadline = Date.now() + commandWaitMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openDatabase(config, 'server', log);
    } catch (error) {
      if (!(error instanceof DataDirInUse && error.isHeldByCommand) || Date.now() > deadline) throw error;
      if (attempt === 1) log.info('waiting for a CLI command that is using DATA_DIR');
      await setTimeout(100);
    }
  }
}

const commandWaitMs = 30_000;

/** Opens PostgreSQL or the embedded database, and the limiter in Redis or in memory. `close` ends them all. */
export async function openRuntime(config: Config, log: Logger) {
  const { database, close: closeDatabase } = await openForServer(config, log);
  const limiter = await createLimiter(config, log);
  const { authenticate, callerOf, cacheState } = createAuthenticator(database, log);
  const secrets = openSecrets(config);
  const services: Services = {
    db: database.db,
    limiter,
    limits: config.limits,
    secrets,
    databaseTimeoutMs: databaseTimeoutOf({ ...defaultDatabase, ...config.database }),
    authenticate,
    callerOf,
  };
  return {
    database,
    services,
    secrets,
    tokenCacheState: cacheState,
    async close() {
      await limiter.close();
      await closeDatabase();
    },
  };
}

async function createLimiter(
  { limits, redisUrl, redisTimeoutMs: timeoutMs }: Config,
  log: Logger,
): Promise<RateLimiter> {
  if (!redisUrl) return createMemoryLimiter(limits);
  // Imported lazily, since the Redis client is slow to load.
  const { createRedisLimiter } = await import('./core/rate-limit/redis.ts');
  return createRedisLimiter({ url: redisUrl, limits, timeoutMs, log });
}

/** Makes the insight engines: the built-in engine, and the configured language model. */
export async function createEngines(
  { languageModel }: Pick<Config, 'languageModel'>,
  log: Logger,
): Promise<Pick<WorkServices, 'engine' | 'languageModel'>> {
  const engine = threadedEngine;
  if (!languageModel) return { engine };
  // Imported lazily, since its client takes as long to load as everything else at start.
  const { createLanguageModelEngine } = await import('./insights/language-model/engine.ts');
  return { engine, languageModel: createLanguageModelEngine(languageModel, log, engine) };
}
