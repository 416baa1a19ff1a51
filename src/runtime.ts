import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Config, OperatorError } from './config.ts';
import type { Services } from './core/context.ts';
import { type DataDirHolder, type DataDirLock, lockDataDir } from './core/data-dir.ts';
import { type Database, openEmbedded, openPostgres } from './core/db.ts';
import { createMemoryLimiter } from './core/rate-limit/memory.ts';
import type { RateLimiter } from './core/rate-limit/rate-limit.ts';
import { reasonOf } from './core/reason.ts';
import { builtInEngine } from './dashboards/insights/built-in/engine.ts';
import type { InsightEngine } from './dashboards/insights/engine.ts';
import { createAuthenticator, type TokenCacheState } from './tokens/authenticate.ts';

/** A database that is open for this process alone, or shared. `close` gives it back. */
export interface OpenDatabase {
  readonly database: Database;
  /** How many migrations were applied on opening. */
  readonly applied: number;
  close(): Promise<void>;
}

/** Another process has the embedded database. */
export class DataDirInUse extends OperatorError {
  private readonly heldBy: string;

  constructor(dataDir: string, heldBy: string) {
    super(
      `DATA_DIR ${dataDir} is in use by another process (${heldBy}); stop it first, or set another DATA_DIR`,
    );
    this.heldBy = heldBy;
  }

  get isHeldByCommand(): boolean {
    return this.heldBy.startsWith('command ' satisfies `${DataDirHolder} `);
  }
}

/**
 * Opens the engine that the configuration names and brings its schema up to date.
 * @throws DataDirInUse when another process has the embedded database
 */
export async function openDatabase(
  config: Pick<Config, 'database'>,
  holder: DataDirHolder,
): Promise<OpenDatabase> {
  if ('url' in config.database) {
    const { url } = config.database;
    const waitMs = holder === 'server' ? { waitMs: 400 } : {};
    return naming('DATABASE_URL', () => opened(openPostgres(url, waitMs)));
  }
  const { dataDir } = config.database;
  const held = await naming('DATA_DIR', async () => lockDataDir(dataDir, holder));
  if (!held.lock) throw new DataDirInUse(dataDir, held.heldBy);
  const database = await openEmbedded(dataDir);
  if (database) return opened(database, held.lock);
  held.lock.release();
  throw new DataDirInUse(dataDir, 'whose lock file was deleted');
}

/** What `work` gives; what it cannot do is told with the variable that whoever runs the service may mend. */
export async function naming<T>(variable: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new OperatorError(`${variable} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

async function opened(database: Database, lock?: DataDirLock): Promise<OpenDatabase> {
  const close = async () => {
    await database.close();
    lock?.release();
  };
  try {
    return { database, applied: await database.migrate(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What a server stands on, and how it is given back. */
export interface Runtime extends Omit<OpenDatabase, 'applied'> {
  readonly services: Services;
  tokenCacheState(): TokenCacheState;
}

/** Opens the database for a server, which waits for a command of the operator to end, but not for another server. */
async function openForServer(config: Config, log: Logger): Promise<OpenDatabase> {
  const deadline = Date.now() + commandPatienceMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openDatabase(config, 'server');
    } catch (error) {
      if (!(error instanceof DataDirInUse && error.isHeldByCommand) || Date.now() > deadline) throw error;
      if (attempt === 1) log.info('waiting for a command that uses DATA_DIR to end');
      await setTimeout(100);
    }
  }
}

const commandPatienceMs = 30_000;

/** Opens all that a server stands on: PostgreSQL or the embedded engine, limits in Redis or in memory. */
export async function openRuntime(config: Config, log: Logger): Promise<Runtime> {
  const { database, close: closeDatabase } = await openForServer(config, log);
  const limiter = await createLimiter(config, log);
  const authenticator = createAuthenticator(database, log);
  const { authenticate } = authenticator;
  return {
    database,
    services: { db: database.db, limiter, limits: config.limits, authenticate },
    tokenCacheState: authenticator.cacheState,
    async close() {
      await limiter.close();
      await authenticator.close();
      await closeDatabase();
    },
  };
}

async function createLimiter({ limits, redisUrl }: Config, log: Logger): Promise<RateLimiter> {
  if (!redisUrl) return createMemoryLimiter({ limits });
  // Only here, since its client takes long to load.
  const { createRedisLimiter } = await import('./core/rate-limit/redis.ts');
  return createRedisLimiter({ url: redisUrl, limits, log });
}

/** The engine that computes insights: the language model of the configuration, or the built-in one. */
export async function createEngine(
  { languageModel }: Pick<Config, 'languageModel'>,
  log: Logger,
): Promise<InsightEngine> {
  if (!languageModel) return builtInEngine;
  // Only here, since its client takes as long to load as all the rest of a start.
  const { createLanguageModelEngine } = await import('./dashboards/insights/language-model/engine.ts');
  return createLanguageModelEngine(languageModel, log, builtInEngine);
}
