import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../core/db/database.ts';
import { readCommit, readVersion } from '../core/paths.ts';
import type { Authenticator } from '../tokens/authenticate.ts';
import { type Sampled, shared } from './sampled.ts';

export function registerBuild(registry: Registry): void {
  new Gauge({
    name: 'clientele_build_info',
    help: 'Always 1; the labels name the version, the commit if the build knew it, and the Node that runs it',
    labelNames: ['version', 'commit', 'node'],
    registers: [registry],
  }).set({ version: readVersion(), commit: readCommit(), node: process.version }, 1);
}

export function registerDatabase(
  { gauge, gaugeBy }: Sampled,
  { poolState, isReady }: Pick<Database, 'poolState' | 'isReady'>,
): void {
  const askReady = shared(isReady);
  gauge(
    'clientele_database_ready',
    '1 if the database answers, accepts writes and has every migration, otherwise 0; asked at each scrape',
    async () => ((await askReady()) ? 1 : 0),
  );
  if (!poolState) return;
  gaugeBy('state', 'clientele_database_connections', 'Connections to PostgreSQL, by state', () => {
    const { opening, idle, inUse } = poolState();
    return { opening, idle, in_use: inUse };
  });
  gauge(
    'clientele_database_connections_max',
    'Maximum number of connections in the PostgreSQL pool',
    () => poolState().size,
  );
  gauge(
    'clientele_database_waiting',
    'Statements and transactions waiting for a connection',
    () => poolState().waiting,
  );
}

/** Registers the free space of the embedded database, which ends the process when it runs out. */
export function registerDataDir({ gauge }: Sampled, dataDir: string): void {
  const readDisk = () => statfs(dataDir).catch(() => undefined);
  gauge('clientele_data_dir_available_bytes', 'Free space on the file system of DATA_DIR', async () => {
    const disk = await readDisk();
    return disk && disk.bavail * disk.bsize;
  });
  gauge('clientele_data_dir_size_bytes', 'Size of the file system of DATA_DIR', async () => {
    const disk = await readDisk();
    return disk && disk.blocks * disk.bsize;
  });
}

export function registerTokenCache({ gauge, counterBy }: Sampled, state: Authenticator['cacheState']): void {
  gauge('clientele_token_cache_entries', 'Tokens in the cache of this process', () => state().entries);
  counterBy('result', 'clientele_token_cache_lookups_total', 'Look-ups in the token cache, by result', () => {
    const { hits, misses } = state();
    return { hit: hits, miss: misses };
  });
}
