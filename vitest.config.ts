import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { hasBrowser, hasDovecot } from './test/support/installed.ts';
import { databaseUrl, hasServices, redisUrl } from './test/support/services.ts';
import { eventTimeoutMs } from './test/support/timeouts.ts';

const isCi = process.env.CI === 'true';
/** CI shuffles files and tests, and prints its seed, which `TEST_SEED` repeats. */
const seed = Number(process.env.TEST_SEED ?? (isCi ? Date.now() : 0));
const isShuffled = seed > 0;

const project = (name: string, groupOrder: number, test: object) => ({
  resolve: { alias: { '@clientele/client': join(import.meta.dirname, 'client/src/index.ts') } },
  test: {
    name,
    include: ['test/**/*.test.ts'],
    env: { TEST_ENGINE: name, TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl },
    // Ends tests that hang; no guarantee depends on it.
    testTimeout: 5 * eventTimeoutMs,
    hookTimeout: 5 * eventTimeoutMs,
    expect: { poll: { timeout: eventTimeoutMs } },
    // Each worker loads the sources once instead of once a file, and `setup-file.ts` cleans up between files.
    isolate: false,
    setupFiles: 'test/support/setup-file.ts',
    // One project after the other: a worker serves one. Files of `test/system` tell stories, in order.
    sequence: { groupOrder, seed, shuffle: { tests: isShuffled && name !== 'system' } },
    globalSetup: 'test/support/setup-embedded.ts',
    // No run is long enough to win back what optimizing the embedded engine takes.
    execArgv: ['--liftoff-only'],
    ...test,
  },
});

const system = 'test/system/**';
const onPostgresql = '**/*.pg.test.ts';

/** The system tests of what is not there. */
const left = [
  ...(hasServices ? [] : [onPostgresql]),
  ...(hasBrowser ? [] : ['**/console/**', '**/*-page.test.ts']),
  ...(hasDovecot ? [] : ['**/mail/**']),
];

export default defineConfig({
  test: {
    // File names say the database backend: `x.pure.test.ts` runs once, `x.pg.test.ts` on PostgreSQL and Redis, `x.test.ts` on both.
    projects: [
      project('embedded', 0, { exclude: [system, onPostgresql] }),
      project('postgresql', 1, {
        include: hasServices ? ['test/**/*.test.ts'] : [],
        exclude: [system, '**/*.pure.test.ts'],
        globalSetup: 'test/support/setup-postgres.ts',
        execArgv: [],
      }),
      project('system', 2, { include: [`${system}/*.test.ts`], exclude: left }),
    ],
    maxWorkers: '100%',
    sequence: { seed, shuffle: { files: isShuffled } },
    reporters: [isCi ? 'dot' : 'default', './test/support/engines-reporter.ts'],
  },
});
