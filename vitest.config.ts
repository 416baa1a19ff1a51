import { connect } from 'node:net';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { eventTimeoutMs } from './test/support/timeouts.ts';

const databaseUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const redisUrl = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';

/** True when something listens at the URL's host and port. */
const answers = (url: string, defaultPort: number) =>
  new Promise<boolean>((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) || defaultPort, timeout: 1_000 });
    for (const event of ['connect', 'error', 'timeout'])
      socket.once(event, () => resolve(event === 'connect')).once(event, () => socket.destroy());
  });

const hasServices = (await answers(databaseUrl, 5432)) && (await answers(redisUrl, 6379));
// Services that are named must be there; on their standard ports they are used when they answer.
const isNamed = (process.env.TEST_DATABASE_URL ?? process.env.TEST_REDIS_URL) !== undefined;

const shared = {
  // For tests that hang. No test depends on how long it takes.
  testTimeout: 5 * eventTimeoutMs,
  hookTimeout: 5 * eventTimeoutMs,
  // A worker loads the sources once, not for each file; `setup-file.ts` cleans up between files.
  isolate: false,
  setupFiles: 'test/support/setup-file.ts',
  expect: { poll: { timeout: eventTimeoutMs } },
};
const services = { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl };

/** File names say the engine: `x.pure.test.ts` runs once, `x.pg.test.ts` on PostgreSQL and Redis, `x.test.ts` on both. */
const project = (name: string, test: object) => ({
  resolve: { alias: { '@clientele/client': join(import.meta.dirname, 'client/src/index.ts') } },
  test: { ...shared, name, include: ['test/**/*.test.ts'], ...test, env: { ...services, TEST_ENGINE: name } },
});

const system = 'test/system/**';
const embedded = project('embedded', {
  exclude: [system, '**/*.pg.test.ts'],
  // No run is long enough to win back what optimizing the engine takes.
  execArgv: ['--liftoff-only'],
  globalSetup: 'test/support/setup-embedded.ts',
});
const postgresql = project('postgresql', {
  exclude: [system, '**/*.pure.test.ts'],
  globalSetup: 'test/support/setup-postgres.ts',
});
const programs = project('system', {
  include: [`${system}/*.test.ts`],
  globalSetup: ['test/support/setup-embedded.ts'],
});

export default defineConfig({
  test: {
    projects: [embedded, ...(hasServices || isNamed ? [postgresql] : []), programs],
    maxWorkers: '100%',
    sequence: { shuffle: process.env.CI === 'true' },
    reporters: [process.env.CI === 'true' ? 'dot' : 'default', './test/support/engines-reporter.ts'],
  },
});
