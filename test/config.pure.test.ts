import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { ConfigError, readConfig, variableNames } from '../src/config.ts';
import { defaultLanguageModel } from '../src/core/settings.ts';

test('an empty environment gives the embedded server with the demo on 127.0.0.1:3000', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 3000,
    database: { dataDir: '.data' },
    redisUrl: undefined,
    redisTimeoutMs: 50,
    load: {
      running: 32,
      queued: 256,
      queueWaitMs: 1_000,
      unauthenticatedRunning: 16,
      unauthenticatedQueued: 112,
      maxConnections: 10_000,
    },
    demo: true,
    worker: true,
    workerConnections: 200,
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

/** Each number, with its least and greatest value, its place in the configuration, and its unit there. */
const numbers: [name: string, least: number, greatest: number, path: string, unit?: number][] = [
  ['PORT', 0, 65_535, 'port'],
  ['METRICS_PORT', 0, 65_535, 'metricsPort'],
  ['DATABASE_POOL_SIZE', 1, 1_000, 'database.poolSize'],
  ['DATABASE_POOL_WAIT_MS', 1, 60_000, 'database.poolWaitMs'],
  ['DATABASE_STATEMENT_TIMEOUT_MS', 100, 60_000, 'database.statementTimeoutMs'],
  ['REDIS_TIMEOUT_MS', 10, 5_000, 'redisTimeoutMs'],
  ['MAX_RUNNING_REQUESTS', 1, 10_000, 'load.running'],
  ['MAX_QUEUED_REQUESTS', 0, 100_000, 'load.queued'],
  ['MAX_QUEUE_WAIT_MS', 1, 60_000, 'load.queueWaitMs'],
  ['MAX_RUNNING_UNAUTHENTICATED', 1, 10_000, 'load.unauthenticatedRunning'],
  ['MAX_QUEUED_UNAUTHENTICATED', 0, 100_000, 'load.unauthenticatedQueued'],
  ['MAX_CONNECTIONS', 10, 1_000_000, 'load.maxConnections'],
  ['SHUTDOWN_DELAY', 0, 300, 'shutdownDelayMs', 1_000],
  ['RATE_LIMIT_ORGANIZATION_PER_MINUTE', 1, 1_000_000, 'limits.organizationPerMinute'],
  ['RATE_LIMIT_ENDPOINT_PER_MINUTE', 1, 1_000_000, 'limits.endpointPerMinute'],
  ['RETENTION_AUDIT_DAYS', 1, 36_500, 'retention.auditDays'],
  ['RETENTION_DELETED_DAYS', 1, 36_500, 'retention.deletedDays'],
  ['RETENTION_ACTIVITIES_DAYS', 1, 36_500, 'retention.activityDays'],
  ['RETENTION_IDEMPOTENCY_HOURS', 1, 24, 'retention.idempotencyHours'],
];

test.each(numbers)('%s takes effect from %i to %i', (name, least, greatest, path, unit = 1) => {
  for (const value of [least, greatest]) {
    const config = readConfig({ DATABASE_URL: 'postgres://db/x', [name]: String(value) });
    expect(config).toHaveProperty(path, value * unit);
  }
});

const url = 'postgres://app:secret@db.example/clientele?sslmode=require';
const origins = ['https://app.example.com', 'http://localhost:5173'];

test.each<[name: string, given: string, path: string, taken?: unknown]>([
  ['HOST', '0.0.0.0', 'host'],
  ['DATABASE_URL', url, 'database.url'],
  ['REDIS_URL', 'rediss://cache.example:6380/1', 'redisUrl'],
  ['DEMO', 'true', 'demo', true],
  ['WORKER', 'true', 'worker', true],
  ['CONSOLE', 'false', 'hasConsole', false],
  ['CORS_ORIGINS', origins.join(', '), 'corsOrigins', origins],
  ['LOG_LEVEL', 'warn', 'logLevel'],
  ['RETENTION_DELETED_DAYS', 'off', 'retention.deletedDays', null],
  ['PUBLIC_URL', 'https://api.example.com/', 'publicUrl', 'https://api.example.com'],
  ['PUBLIC_URL', 'http://[::1]:8080/clientele//', 'publicUrl', 'http://[::1]:8080/clientele'],
  ['PUBLIC_URL', 'HTTPS://API.example.com:443/A/b', 'publicUrl', 'https://api.example.com/A/b'],
])('%s=%s takes effect', (name, given, path, taken = given) => {
  expect(readConfig({ DATABASE_URL: 'postgres://db/x', [name]: given })).toHaveProperty(path, taken);
});

test('the embedded database may be in another directory', () => {
  expect(readConfig({ DATA_DIR: '/srv/data' }).database).toEqual({ dataDir: '/srv/data' });
});

test('the server has the demo and does the background work by default on the embedded database only', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://db/x' })).toMatchObject({ demo: false, worker: false });
  expect(readConfig({ DEMO: 'false', WORKER: 'false' })).toMatchObject({ demo: false, worker: false });
});

test('a language model needs no key, but both its URL and its name', () => {
  const INSIGHTS_LLM_URL = 'http://127.0.0.1:11434/v1';
  const needed = { INSIGHTS_LLM_URL, INSIGHTS_LLM_MODEL: 'small' };
  const settings = { url: INSIGHTS_LLM_URL, model: 'small', key: undefined, ...defaultLanguageModel };
  expect(readConfig(needed).languageModel).toEqual(settings);
  const more = { INSIGHTS_LLM_KEY: 'swordfish', INSIGHTS_LLM_TIMEOUT_MS: '60000' };
  const numbers = { INSIGHTS_LLM_MAX_TOKENS: '500', INSIGHTS_LLM_DAILY_TOKENS: '0' };
  expect(readConfig({ ...needed, ...more, ...numbers }).languageModel).toEqual({
    ...{ ...settings, key: 'swordfish' },
    ...{ timeoutMs: 60_000, maxTokens: 500, dailyTokens: 0 },
  });
  expect(() => readConfig({ INSIGHTS_LLM_URL })).toThrow(/^INSIGHTS_LLM_MODEL is missing[^\n]+$/);
  for (const given of [{ INSIGHTS_LLM_MODEL: 'small' }, { INSIGHTS_LLM_KEY: 'swordfish' }])
    expect(() => readConfig(given)).toThrow(/^INSIGHTS_LLM_URL is missing[^\n]+$/);
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
});

test('an empty variable counts as absent, and a configuration is immutable', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true);
  expect(readConfig(Object.fromEntries(variableNames.map((name) => [name, ''])))).toEqual(readConfig({}));
});

const flags = ['yes', '1', 'TRUE', ' true'];
const list = (text: string) => text.trim().split(/\s+/);
const wrong: Record<string, string[]> = {
  ...Object.fromEntries(
    numbers.map(([name, least, greatest]) => [
      name,
      [`${least - 1}`, `${greatest + 1}`, `${least}.5`, `${least}s`, '0x10', '1e3', ' 100', '100 ', 'OFF'],
    ]),
  ),
  DATABASE_URL: ['localhost', 'postgres://a:5432,/db'],
  REDIS_URL: ['localhost:6379', 'http://cache', 'redis'],
  DEMO: flags,
  WORKER: flags,
  CONSOLE: flags,
  SECRETS_KEY: list(`swordfish ${'A'.repeat(42)}= ${'A'.repeat(44)} ${'A'.repeat(43)}=, ${'A'.repeat(43)}`),
  CORS_ORIGINS: list('* app.example.com https://app.example.com/ https://a.example,, null'),
  PUBLIC_URL: list(`api.example.com /clientele //api.example.com ftp://api.example.com javascript:alert(1)
    https://user@api.example.com https://:secret@api.example.com https://api.example.com/?a=1
    https://api.example.com/? https://api.example.com/# https://`),
  LOG_LEVEL: ['verbose', 'INFO', '30'],
  INSIGHTS_LLM_URL:
    list(`localhost:11434 file:///etc/passwd ftp://models.example https://key@models.example/v1
    https://models.example/v1?key=a https://models.example/v1#a`),
  INSIGHTS_LLM_KEY: ['two words', 'kéy', 'a\nb'],
  OTEL_SDK_DISABLED: ['yes', '1', ' true'],
};

test.each(Object.entries(wrong).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
  '%s=%j stops with one line that names the variable and how to fix it',
  (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} must be [^\\n]+$`));
  },
);

test('SECRETS_KEY takes several keys, and shows none of them when it is printed', () => {
  const keys = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('base64'));
  const config = readConfig({ SECRETS_KEY: keys.join(', ') });
  expect(config.secretKeys.map((key) => key.export().toString('base64'))).toEqual(keys);
  for (const key of keys) expect(inspect(config) + JSON.stringify(config)).not.toContain(key);
});

test('an error does not repeat a secret value, and all errors are reported at once', () => {
  const wrong = { DATABASE_URL: 'mysql://app:swordfish@db/x', PORT: 'x', SECRETS_KEY: 'swordfish' };
  for (const name of Object.keys(wrong)) expect(() => readConfig(wrong)).toThrow(name);
  expect(() => readConfig(wrong)).not.toThrow(/swordfish/);
});

test('compose.yaml passes on every variable but those that it sets itself or leaves to the image', () => {
  const text = readFileSync(new URL('../compose.yaml', import.meta.url), 'utf8');
  const passed = new Set([...text.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name = '']) => name));
  expect(variableNames.filter((name) => !passed.has(name)).sort()).toEqual([
    'DATA_DIR',
    'HOST',
    'PORT',
    'WORKER',
  ]);
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
