import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { ConfigError, readConfig, variableNames } from '../src/config.ts';

test('an empty environment gives the embedded server with the demo on 127.0.0.1:3000', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 3000,
    database: { dataDir: '.data' },
    redisUrl: undefined,
    redisTimeoutMs: 50,
    load: {
      running: 32,
      runningPerOrganization: 8,
      queued: 256,
      queueWaitMs: 1_000,
      unauthenticatedRunning: 16,
      unauthenticatedQueued: 112,
      maxConnections: 10_000,
    },
    demo: true,
    worker: true,
    languageModel: undefined,
    corsOrigins: [],
    publicUrl: undefined,
    hasConsole: true,
    shutdownDelayMs: 0,
    secretKeys: [],
    logLevel: 'info',
    metricsPort: undefined,
    tracing: false,
    limits: { organizationPerMinute: 100, endpointPerMinute: 50 },
    retention: { auditDays: 730, deletedDays: 90, activityDays: null, idempotencyHours: 24 },
  });
});

test('every variable takes effect', () => {
  const config = readConfig({
    HOST: '0.0.0.0',
    PORT: '8080',
    DATABASE_URL: 'postgres://app:secret@db.example/clientele?sslmode=require',
    DATABASE_POOL_SIZE: '25',
    DATABASE_POOL_WAIT_MS: '200',
    DATABASE_STATEMENT_TIMEOUT_MS: '5000',
    REDIS_TIMEOUT_MS: '75',
    MAX_RUNNING_REQUESTS: '64',
    MAX_RUNNING_REQUESTS_PER_ORGANIZATION: '16',
    MAX_QUEUED_REQUESTS: '0',
    MAX_QUEUE_WAIT_MS: '500',
    MAX_RUNNING_UNAUTHENTICATED: '4',
    MAX_QUEUED_UNAUTHENTICATED: '12',
    MAX_CONNECTIONS: '20000',
    REDIS_URL: 'rediss://cache.example:6380/1',
    DEMO: 'true',
    CONSOLE: 'false',
    SHUTDOWN_DELAY: '5',
    CORS_ORIGINS: 'https://app.example.com, http://localhost:5173',
    LOG_LEVEL: 'warn',
    METRICS_PORT: '9464',
    RATE_LIMIT_ORGANIZATION_PER_MINUTE: '1000',
    RATE_LIMIT_ENDPOINT_PER_MINUTE: '1',
    RETENTION_AUDIT_DAYS: '36500',
    RETENTION_DELETED_DAYS: 'off',
    RETENTION_ACTIVITIES_DAYS: '1',
    RETENTION_IDEMPOTENCY_HOURS: '2',
    WORKER: 'true',
    INSIGHTS_LLM_URL: 'https://models.example/v1',
    INSIGHTS_LLM_MODEL: 'small',
    INSIGHTS_LLM_KEY: 'swordfish',
  });
  expect(config).toMatchObject({
    host: '0.0.0.0',
    port: 8080,
    database: {
      url: 'postgres://app:secret@db.example/clientele?sslmode=require',
      poolSize: 25,
      poolWaitMs: 200,
      statementTimeoutMs: 5_000,
    },
    redisUrl: 'rediss://cache.example:6380/1',
    redisTimeoutMs: 75,
    load: {
      running: 64,
      runningPerOrganization: 16,
      queued: 0,
      queueWaitMs: 500,
      unauthenticatedRunning: 4,
      unauthenticatedQueued: 12,
      maxConnections: 20_000,
    },
    demo: true,
    hasConsole: false,
    shutdownDelayMs: 5_000,
    corsOrigins: ['https://app.example.com', 'http://localhost:5173'],
    logLevel: 'warn',
    metricsPort: 9464,
    limits: { organizationPerMinute: 1000, endpointPerMinute: 1 },
    retention: { auditDays: 36_500, deletedDays: null, activityDays: 1, idempotencyHours: 2 },
    worker: true,
    languageModel: { url: 'https://models.example/v1', model: 'small', key: 'swordfish' },
  });
});

test('PUBLIC_URL may have a path, and its trailing slash is removed', () => {
  const urls = {
    'https://api.example.com': 'https://api.example.com',
    'https://api.example.com/': 'https://api.example.com',
    'http://[::1]:8080/clientele//': 'http://[::1]:8080/clientele',
    'HTTPS://API.example.com:443/Clientele/v': 'https://api.example.com/Clientele/v',
  };
  for (const [given, taken] of Object.entries(urls)) {
    expect(readConfig({ PUBLIC_URL: given }).publicUrl).toBe(taken);
  }
});

test.each([
  'api.example.com',
  '/clientele',
  '//api.example.com',
  'ftp://api.example.com',
  'javascript:alert(1)',
  'https://user@api.example.com',
  'https://:secret@api.example.com',
  'https://api.example.com/?a=1',
  'https://api.example.com/?',
  'https://api.example.com/#',
  'https://',
])('PUBLIC_URL=%s stops the start with one line that names it', (PUBLIC_URL) => {
  expect(() => readConfig({ PUBLIC_URL })).toThrow(/^PUBLIC_URL must be [^\n]+$/);
});

test('the demo is created by default on the embedded database only', () => {
  expect(readConfig({}).demo).toBe(true);
  expect(readConfig({ DATABASE_URL: 'postgres://db/x' }).demo).toBe(false);
  expect(readConfig({ DEMO: 'false' }).demo).toBe(false);
});

test('the background work is done in the server by default on the embedded database only', () => {
  expect(readConfig({}).worker).toBe(true);
  expect(readConfig({ DATABASE_URL: 'postgres://db/x' }).worker).toBe(false);
  expect(readConfig({ WORKER: 'false' }).worker).toBe(false);
});

test('a language model needs no key, but both its URL and its name', () => {
  const INSIGHTS_LLM_URL = 'http://127.0.0.1:11434/v1';
  const settings = { url: INSIGHTS_LLM_URL, model: 'small', key: undefined };
  expect(readConfig({ INSIGHTS_LLM_URL, INSIGHTS_LLM_MODEL: 'small' }).languageModel).toEqual(settings);
  expect(() => readConfig({ INSIGHTS_LLM_URL })).toThrow(/^INSIGHTS_LLM_MODEL is missing[^\n]+$/);
  expect(() => readConfig({ INSIGHTS_LLM_MODEL: 'small' })).toThrow(/^INSIGHTS_LLM_URL is missing[^\n]+$/);
  expect(() => readConfig({ INSIGHTS_LLM_KEY: 'swordfish' })).toThrow(/^INSIGHTS_LLM_URL is missing[^\n]+$/);
});

test('tracing is on if an endpoint or the exporter is set, unless it is switched off', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' };
  const ofTraces = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example/v1/traces' };
  for (const on of [endpoint, ofTraces, { OTEL_TRACES_EXPORTER: 'otlp' }]) {
    expect(readConfig(on).tracing).toBe(true);
    expect(readConfig({ ...on, OTEL_SDK_DISABLED: 'True' }).tracing).toBe(false);
    expect(readConfig({ ...on, OTEL_SDK_DISABLED: 'false' }).tracing).toBe(true);
    expect(readConfig({ ...on, OTEL_TRACES_EXPORTER: 'none' }).tracing).toBe(false);
  }
  const rest = {
    OTEL_SERVICE_NAME: 'crm',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '.5',
  };
  expect(readConfig(rest).tracing).toBe(false);
});

test('the embedded database is in DATA_DIR, and DATABASE_URL replaces it', () => {
  expect(readConfig({ DATA_DIR: '/srv/data' }).database).toEqual({ dataDir: '/srv/data' });
  expect(readConfig({ DATA_DIR: '/srv/data', DATABASE_URL: 'postgresql://db/x' }).database).toEqual({
    url: 'postgresql://db/x',
    poolSize: 10,
    poolWaitMs: 400,
    statementTimeoutMs: 1_900,
  });
});

test('an empty variable counts as absent', () => {
  expect(readConfig(Object.fromEntries(variableNames.map((name) => [name, ''])))).toEqual(readConfig({}));
});

const wrong: Record<string, string[]> = {
  PORT: ['http', '-1', '65536', '3000.5', '0x10', '1e3', ' 3000', '3000 '],
  DATABASE_URL: [
    'localhost',
    'mysql://db/x',
    'http://db',
    'postgres',
    'postgres://a:5432,/db',
    'postgres://db:0/x',
    'postgres://db:65536/x',
  ],
  DATABASE_POOL_SIZE: ['0', '1001', '-1', '1.5', 'ten'],
  DATABASE_POOL_WAIT_MS: ['0', '60001', '0.4s', '-1'],
  DATABASE_STATEMENT_TIMEOUT_MS: ['0', '99', '60001', '1.9'],
  REDIS_TIMEOUT_MS: ['9', '5001', '50ms'],
  MAX_RUNNING_REQUESTS: ['0', '10001', '1.5'],
  MAX_RUNNING_REQUESTS_PER_ORGANIZATION: ['0', '10001', 'all'],
  MAX_QUEUED_REQUESTS: ['-1', '100001', 'many'],
  MAX_QUEUE_WAIT_MS: ['0', '60001', '1s'],
  MAX_RUNNING_UNAUTHENTICATED: ['0', '10001', '-1'],
  MAX_QUEUED_UNAUTHENTICATED: ['-1', '100001', ' 1'],
  MAX_CONNECTIONS: ['9', '1000001', '1e4'],
  REDIS_URL: ['localhost:6379', 'http://cache', 'redis'],
  DEMO: ['yes', '1', 'TRUE', ' true'],
  CONSOLE: ['no', '0', 'FALSE'],
  SHUTDOWN_DELAY: ['-1', '301', '5s', '0.5'],
  SECRETS_KEY: [
    'swordfish',
    `${'A'.repeat(42)}=`,
    `${'A'.repeat(44)}`,
    `${'A'.repeat(43)}=,`,
    'A'.repeat(43),
  ],
  CORS_ORIGINS: ['*', 'app.example.com', 'https://app.example.com/', 'https://a.example,,', 'null'],
  LOG_LEVEL: ['verbose', 'INFO', '30'],
  METRICS_PORT: ['metrics', '-1', '65536', '9464.5', ' 9464'],
  RATE_LIMIT_ORGANIZATION_PER_MINUTE: ['0', '-5', '1.5', 'many', '1000001'],
  RATE_LIMIT_ENDPOINT_PER_MINUTE: ['0', '-5', '1.5', 'many', '1000001'],
  RETENTION_AUDIT_DAYS: ['0', '-1', '1.5', 'never', '36501', 'OFF'],
  RETENTION_DELETED_DAYS: ['0', '30d'],
  RETENTION_ACTIVITIES_DAYS: ['0', 'on'],
  RETENTION_IDEMPOTENCY_HOURS: ['0', '25', 'off'],
  WORKER: ['yes', '1', 'TRUE', ' true'],
  INSIGHTS_LLM_URL: [
    'localhost:11434',
    'file:///etc/passwd',
    'ftp://models.example',
    'https://key@models.example/v1',
    'https://models.example/v1?key=a',
    'https://models.example/v1#a',
  ],
  OTEL_SDK_DISABLED: ['yes', '1', ' true'],
  OTEL_TRACES_EXPORTER: ['zipkin', 'otlp,none', 'OTLP'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['localhost:4318', 'grpc://collector:4317'],
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ['collector', 'file:///traces'],
  OTEL_EXPORTER_OTLP_PROTOCOL: ['grpc', 'http/json'],
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: ['grpc', 'http/json'],
  OTEL_TRACES_SAMPLER: ['always', 'jaeger_remote'],
  OTEL_TRACES_SAMPLER_ARG: ['-0.1', '1.1', '10%', '0x1', '.'],
};

test.each(Object.entries(wrong).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
  '%s=%j stops with one line that names the variable and how to fix it',
  (name, value) => {
    const mistake = (() => {
      try {
        return readConfig({ [name]: value });
      } catch (error) {
        return error;
      }
    })();
    expect(mistake).toBeInstanceOf(ConfigError);
    expect(String(mistake)).toMatch(new RegExp(`: ${name} must be [^\\n]+$`));
    expect(String(mistake).split('\n')).toHaveLength(1);
  },
);

test('SECRETS_KEY takes several keys, and shows none of them when it is printed', () => {
  const keys = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('base64'));
  const config = readConfig({ SECRETS_KEY: keys.join(', ') });
  expect(config.secretKeys.map((key) => key.export().toString('base64'))).toEqual(keys);
  for (const key of keys) expect(inspect(config) + JSON.stringify(config)).not.toContain(key);
});

test('an error does not repeat a secret value, and all errors are reported at once', () => {
  const read = () =>
    readConfig({ DATABASE_URL: 'mysql://app:swordfish@db/x', PORT: 'x', SECRETS_KEY: 'swordfish' });
  expect(read).toThrow(/DATABASE_URL/);
  expect(read).toThrow(/PORT/);
  expect(read).toThrow(/SECRETS_KEY/);
  expect(read).not.toThrow(/swordfish/);
});

test('a configuration is immutable', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true);
});

test('.env.example sets nothing as it is, is valid with everything uncommented, and names every variable except tracing details', () => {
  const text = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
  const read = (pattern: RegExp) =>
    Object.fromEntries([...text.matchAll(pattern)].map(([, name = '', value = '']) => [name, value]));
  expect(read(/^([A-Z_]+)=(.*)$/gm)).toEqual({});
  const everything = read(/^(?:# )?([A-Z_]+)=(.*)$/gm);
  readConfig(everything);
  const page = readFileSync(new URL('../docs/administration.md', import.meta.url), 'utf8');
  const defaults = [...page.matchAll(/^\| `([A-Z_]+)` +\| `([^`]+)` +\|/gm)];
  expect(defaults.length).toBeGreaterThan(20);
  for (const [, name = '', value] of defaults) expect([name, everything[name]]).toEqual([name, value]);
  const ownNames = variableNames.filter((name) => !name.startsWith('OTEL_'));
  expect(Object.keys(everything).sort()).toEqual([...ownNames, 'OTEL_EXPORTER_OTLP_ENDPOINT'].sort());
});
