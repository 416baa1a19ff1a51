import { execFileSync } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { eventTimeoutMs } from './test/support/timeouts.ts';

/** True when something listens at the URL's host and port. */
function answers(url: string, defaultPort: number): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) || defaultPort, timeout: 1_000 });
    const settle = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.on('connect', () => settle(true));
    socket.on('timeout', () => settle(false));
    socket.on('error', () => settle(false));
  });
}

// Tests start built programs, so that they start what `npm start` does.
for (const script of ['build.js', 'build-console.js'])
  execFileSync(process.execPath, [script], { cwd: import.meta.dirname, stdio: 'inherit' });

const givenDatabaseUrl = process.env.TEST_DATABASE_URL;
const givenRedisUrl = process.env.TEST_REDIS_URL;
const databaseUrl = givenDatabaseUrl ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const redisUrl = givenRedisUrl ?? 'redis://127.0.0.1:6379';

// What was asked for by name must be there; what merely may stand on its standard port is used when it does.
const hasPostgres = givenDatabaseUrl !== undefined || (await answers(databaseUrl, 5432));
const hasRedis = givenRedisUrl !== undefined || (await answers(redisUrl, 6379));

/** Tests of what knows no engine; once is enough. */
const engineless = [
  'test/**/*.embedded.test.ts',
  'test/{examples,http}/**/*.browser.test.ts',
  'test/console/{calls,tokens}.browser.test.ts',
  'test/activities/import/**',
  'test/demo/book.test.ts',
  'test/**/*.unit.test.ts',
  'test/structure.test.ts',
  'test/config.test.ts',
  'test/http/close.test.ts',
  'test/http/console.test.ts',
  'test/http/cors.test.ts',
  'test/http/docs.test.ts',
  'test/http/index-route.test.ts',
  'test/http/openapi*.test.ts',
  'test/http/raw-socket.test.ts',
  'test/http/security-headers.test.ts',
];

/** Tests of what only the engines of production have. */
const productionOnly = ['test/**/*.postgres.test.ts', 'test/core/rate-limit/redis*.test.ts'];

/**
 * `TEST_NODE_ONLY=true` is for a second version of Node: it leaves out what does not depend on Node (pages in a browser,
 * proofs about sources, partitions), and runs what knows no engine on one engine.
 */
const isNodeOnly = process.env.TEST_NODE_ONLY === 'true';
const leftOut = isNodeOnly ? ['test/**/*.browser.test.ts', 'test/expressions.unit.test.ts'] : [];

const shared = {
  // For what hangs; how long a test takes is nobody's concern.
  testTimeout: 5 * eventTimeoutMs,
  hookTimeout: 5 * eventTimeoutMs,
  maxWorkers: 4,
  // Each worker loads the sources once, and not for each file; `setup-file.ts` clears up between files.
  isolate: false,
  setupFiles: 'test/support/setup-file.ts',
  expect: { poll: { timeout: eventTimeoutMs } },
};

/** As `paths` in tsconfig.json: the client package is tested from its sources here. */
const resolve = { alias: { '@clientele/client': join(import.meta.dirname, 'client/src/index.ts') } };

const embedded = {
  resolve,
  test: {
    ...shared,
    name: 'embedded',
    include: ['test/**/*.test.ts'],
    exclude: [...productionOnly, ...leftOut],
    env: { TEST_ENGINE: 'embedded' },
    // No test runs long enough to win back what compiling the engine for speed takes.
    execArgv: ['--liftoff-only'],
    globalSetup: 'test/support/setup-embedded.ts',
  },
};

const production = {
  resolve,
  test: {
    ...shared,
    name: 'postgresql-redis',
    include: isNodeOnly ? productionOnly : ['test/**/*.test.ts'],
    exclude: [...engineless, ...leftOut],
    env: { TEST_ENGINE: 'postgresql-redis', TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl },
    globalSetup: 'test/support/setup-postgres.ts',
  },
};

/** The main operations and the worker, on tables that are split by organization. */
const partitioned = {
  resolve,
  test: {
    ...production.test,
    name: 'partitioned',
    include: [
      'test/{clients,dashboards,organization,users}/*.test.ts',
      'test/activities/{activities-*,assign-backlog,record}.test.ts',
      'test/insights/work.test.ts',
    ],
    exclude: ['test/**/*.{browser,embedded,postgres,unit}.test.ts'],
    globalSetup: 'test/support/setup-partitioned.ts',
  },
};

const missing = [...(hasPostgres ? [] : ['PostgreSQL']), ...(hasRedis ? [] : ['Redis'])];
const withServices = isNodeOnly ? [production] : [production, partitioned];
const projects = [embedded, ...(missing.length === 0 ? withServices : [])];

export default defineConfig({
  test: { projects, reporters: ['default', ['./test/support/backends-reporter.ts', { missing }]] },
});
