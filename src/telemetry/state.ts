import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import { readCommit, readVersion } from '../core/paths.ts';
import type { RateLimiter } from '../core/rate-limit/rate-limit.ts';
import type { Worker } from '../worker/worker.ts';

type Registers = Registry[];

export function registerBuild(registers: Registers): void {
  new Gauge({
    name: 'clientele_build_info',
    help: 'Always 1; the labels name the version, the commit if the build knew it, and the Node that runs it',
    labelNames: ['version', 'commit', 'node'],
    registers,
  }).set({ version: readVersion(), commit: readCommit(), node: process.version }, 1);
}

/** @param isReady undefined when the database does not answer in time */
export function registerReadiness(registers: Registers, isReady: () => Promise<boolean | undefined>): void {
  new Gauge({
    name: 'clientele_database_ready',
    help: '1 if the database answers, accepts writes and has every migration, otherwise 0; asked at each scrape',
    registers,
    async collect() {
      this.set((await isReady()) ? 1 : 0);
    },
  });
}

/** Registers the free space of the embedded database, which ends the process when it runs out. */
export function registerDataDir(registers: Registers, dataDir: string): void {
  const gauge = (name: string, help: string, read: (disk: StatsFs) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const disk = await statfs(dataDir).catch(() => undefined);
        if (disk) this.set(read(disk));
        else this.remove();
      },
    });
  gauge(
    'clientele_data_dir_available_bytes',
    'Free space on the file system of DATA_DIR',
    ({ bavail, bsize }) => bavail * bsize,
  );
  gauge(
    'clientele_data_dir_size_bytes',
    'Size of the file system of DATA_DIR',
    ({ blocks, bsize }) => blocks * bsize,
  );
}

/** Registers the state of Redis; nothing without Redis. */
export function registerRedis(registers: Registers, { isShared, evictedKeys }: RateLimiter): void {
  if (!evictedKeys) return;
  new Gauge({
    name: 'clientele_redis_up',
    help: '1 while Redis answers in time, otherwise 0; absent without REDIS_URL',
    registers,
    collect() {
      this.set(isShared() ? 1 : 0);
    },
  });
  new Counter({
    name: 'clientele_redis_evicted_keys_total',
    help: 'Keys that Redis evicted for lack of memory since this process started; absent without REDIS_URL',
    registers,
    collect() {
      this.reset();
      this.inc(evictedKeys());
    },
  });
}

export function registerTurns(registers: Registers, worker: Worker): void {
  new Gauge({
    name: 'clientele_worker_last_turn_seconds',
    help: 'Seconds since the loop of the worker last began a turn; normally below 60',
    registers,
    collect() {
      this.set(worker.sinceTurnMs() / 1_000);
    },
  });
}
