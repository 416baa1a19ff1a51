import { z } from 'zod';
import { serversOf } from './core/db/database-url.ts';
import { parseUrl } from './core/rest/fields.ts';
import { readSecretKey } from './core/secret-key.ts';
import {
  type DatabaseSettings,
  defaultDatabase,
  defaultLanguageModel,
  defaultLoad,
  defaultRedisTimeoutMs,
  type LanguageModelSettings,
} from './core/settings.ts';

const flag = () => z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true');

const wholeNumber = (rule: string, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, rule)
    .transform(Number)
    .refine((value) => value >= min && value <= max, rule);

const url = (rule: string, protocols: string[]) =>
  z.string().refine((text) => protocols.includes(parseUrl(text)?.protocol ?? ''), rule);

const baseUrlRule = 'must be an http:// or https:// URL without user, password, query and fragment';

function isBase(text: string): boolean {
  const { username = '', password = '' } = parseUrl(text) ?? {};
  return `${username}${password}` === '' && !/[?#]/.test(text);
}

/** A URL to which paths are appended, without a trailing slash. */
const baseUrl = url(baseUrlRule, ['http:', 'https:'])
  .refine(isBase, baseUrlRule)
  .transform((text) => new URL(text).href.replace(/\/+$/, ''));

const origins = z
  .string()
  .transform((text) => text.split(',').map((origin) => origin.trim()))
  .refine(
    (list) => list.every((origin) => parseUrl(origin)?.origin === origin),
    'must be origins such as https://app.example.com, separated by commas',
  );

const secretKeysRule =
  'must be 32 bytes in base64, as "openssl rand -base64 32" prints them; to rotate, the new key, a comma, and the old one';

const secretKeys = z.string().transform((text, context) => {
  const keys = text.split(',').map((key) => readSecretKey(key.trim()));
  if (keys.every((key) => key !== undefined)) return keys;
  context.addIssue({ code: 'custom', message: secretKeysRule });
  return z.NEVER;
});

const milliseconds = (min: number, max: number) =>
  wholeNumber(`must be a whole number of milliseconds from ${min} to ${max}`, min, max);

const count = (min: number, max: number) =>
  wholeNumber(`must be a whole number from ${min} to ${max}`, min, max);

/** Standard variables of OpenTelemetry that switch tracing on or off. Its packages read and check the endpoints. */
const tracingVariables = {
  OTEL_SDK_DISABLED: z.string().toLowerCase().pipe(flag()).default(false),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional(),
};

const retentionRule = 'must be off or a whole number of days from 1 to 36500';
const retentionDays = () =>
  z.union([z.literal('off').transform(() => null), wholeNumber(retentionRule, 1, 36_500)], retentionRule);

const port = () => wholeNumber('must be a port, 0 to 65535', 0, 65_535);

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port().default(3000),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z
    .string()
    .refine((text) => serversOf(text).length > 0, 'must be a postgres:// URL')
    .optional(),
  DATABASE_POOL_SIZE: count(1, 1_000).default(defaultDatabase.poolSize),
  DATABASE_POOL_WAIT_MS: milliseconds(1, 60_000).default(defaultDatabase.poolWaitMs),
  DATABASE_STATEMENT_TIMEOUT_MS: milliseconds(100, 60_000).default(defaultDatabase.statementTimeoutMs),
  REDIS_URL: url('must be a redis:// or rediss:// URL', ['redis:', 'rediss:']).optional(),
  REDIS_TIMEOUT_MS: milliseconds(10, 5_000).default(defaultRedisTimeoutMs),
  MAX_RUNNING_REQUESTS: count(1, 10_000).default(defaultLoad.running),
  MAX_QUEUED_REQUESTS: count(0, 100_000).default(defaultLoad.queued),
  MAX_QUEUE_WAIT_MS: milliseconds(1, 60_000).default(defaultLoad.queueWaitMs),
  MAX_RUNNING_UNAUTHENTICATED: count(1, 10_000).default(defaultLoad.unauthenticatedRunning),
  MAX_QUEUED_UNAUTHENTICATED: count(0, 100_000).default(defaultLoad.unauthenticatedQueued),
  MAX_CONNECTIONS: count(10, 1_000_000).default(defaultLoad.maxConnections),
  DEMO: flag().optional(),
  WORKER: flag().optional(),
  WORKER_CONNECTIONS: count(1, 10_000).default(200),
  CORS_ORIGINS: origins.default([]),
  PUBLIC_URL: baseUrl.optional(),
  CONSOLE: flag().default(true),
  SHUTDOWN_DELAY: wholeNumber('must be a whole number of seconds from 0 to 300', 0, 300).default(0),
  SECRETS_KEY: secretKeys.default([]),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  METRICS_PORT: port().optional(),
  RETENTION_AUDIT_DAYS: retentionDays().default(730),
  RETENTION_DELETED_DAYS: retentionDays().default(90),
  RETENTION_ACTIVITIES_DAYS: retentionDays().default(null),
  RETENTION_IDEMPOTENCY_HOURS: wholeNumber('must be a whole number of hours from 1 to 24', 1, 24).default(24),
  RATE_LIMIT_ORGANIZATION_PER_MINUTE: count(1, 1_000_000).default(100),
  RATE_LIMIT_ENDPOINT_PER_MINUTE: count(1, 1_000_000).default(50),
  INSIGHTS_LLM_URL: baseUrl.optional(),
  INSIGHTS_LLM_MODEL: z.string().optional(),
  INSIGHTS_LLM_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
    .optional(),
  INSIGHTS_LLM_TIMEOUT_MS: milliseconds(100, 120_000).default(defaultLanguageModel.timeoutMs),
  INSIGHTS_LLM_MAX_TOKENS: count(1, 1_000_000).default(defaultLanguageModel.maxTokens),
  INSIGHTS_LLM_DAILY_TOKENS: count(0, 1_000_000_000_000).default(defaultLanguageModel.dailyTokens),
  ...tracingVariables,
});

export const variableNames = Object.keys(variables.shape);

interface PostgresConfig extends DatabaseSettings {
  readonly url: string;
}

/** A wrong setting. The message is one line that names the variable and says how to fix it. */
export class ConfigError extends Error {}

/** The environment of this process. All code reads it here. */
export const processEnvironment: Readonly<Record<string, string | undefined>> = process.env;

/**
 * Reads the configuration from the environment. An empty variable counts as absent.
 * @throws ConfigError that names each wrong variable
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const read = variables.safeParse(given);
  if (!read.success) {
    const lines = read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new ConfigError(lines.join('; '));
  }
  const env = read.data;
  const embedded = env.DATABASE_URL === undefined;
  return Object.freeze({
    host: env.HOST,
    port: env.PORT,
    database: databaseConfig(env),
    redisUrl: env.REDIS_URL,
    /** The time after which Redis counts as down. */
    redisTimeoutMs: env.REDIS_TIMEOUT_MS,
    load: {
      running: env.MAX_RUNNING_REQUESTS,
      queued: env.MAX_QUEUED_REQUESTS,
      queueWaitMs: env.MAX_QUEUE_WAIT_MS,
      unauthenticatedRunning: env.MAX_RUNNING_UNAUTHENTICATED,
      unauthenticatedQueued: env.MAX_QUEUED_UNAUTHENTICATED,
      maxConnections: env.MAX_CONNECTIONS,
    },
    demo: env.DEMO ?? embedded,
    /** Runs the worker inside the server. */
    worker: env.WORKER ?? embedded,
    /** The maximum number of mailboxes and calendars that a process keeps in sync. */
    workerConnections: env.WORKER_CONNECTIONS,
    /** The language model that picks wins and frictions, for the organizations that consent to it. */
    languageModel: languageModel(env),
    corsOrigins: env.CORS_ORIGINS,
    /** The URL that callers use, without a trailing slash. Defaults to the address that the server listens on. */
    publicUrl: env.PUBLIC_URL,
    /** Serves the web console at `/`. */
    hasConsole: env.CONSOLE,
    /** The time before a stop in which requests are served as usual, and `/readyz` already answers 503. */
    shutdownDelayMs: env.SHUTDOWN_DELAY * 1_000,
    /** Keys that encrypt the secrets of connections: the first encrypts, all decrypt. */
    secretKeys: env.SECRETS_KEY,
    logLevel: env.LOG_LEVEL,
    /** The port that serves metrics; none if undefined. */
    metricsPort: env.METRICS_PORT,
    /** Traces requests. OpenTelemetry itself reads the other settings of tracing. */
    tracing: isTracing(env),
    retention: {
      auditDays: env.RETENTION_AUDIT_DAYS,
      deletedDays: env.RETENTION_DELETED_DAYS,
      activityDays: env.RETENTION_ACTIVITIES_DAYS,
      idempotencyHours: env.RETENTION_IDEMPOTENCY_HOURS,
    },
    limits: {
      organizationPerMinute: env.RATE_LIMIT_ORGANIZATION_PER_MINUTE,
      endpointPerMinute: env.RATE_LIMIT_ENDPOINT_PER_MINUTE,
    },
  });
}

export type Config = ReturnType<typeof readConfig>;

type Variables = z.infer<typeof variables>;

/** Returns the settings of PostgreSQL, or the directory of the embedded database. */
const databaseConfig = (env: Variables): PostgresConfig | { readonly dataDir: string } =>
  env.DATABASE_URL === undefined
    ? { dataDir: env.DATA_DIR }
    : {
        url: env.DATABASE_URL,
        poolSize: env.DATABASE_POOL_SIZE,
        poolWaitMs: env.DATABASE_POOL_WAIT_MS,
        statementTimeoutMs: env.DATABASE_STATEMENT_TIMEOUT_MS,
      };

function isTracing(env: Variables): boolean {
  if (env.OTEL_SDK_DISABLED || env.OTEL_TRACES_EXPORTER === 'none') return false;
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT;
  return env.OTEL_TRACES_EXPORTER === 'otlp' || endpoint !== undefined;
}

function languageModel({
  INSIGHTS_LLM_URL: url,
  INSIGHTS_LLM_MODEL: model,
  INSIGHTS_LLM_KEY: key,
  INSIGHTS_LLM_TIMEOUT_MS: timeoutMs,
  INSIGHTS_LLM_MAX_TOKENS: maxTokens,
  INSIGHTS_LLM_DAILY_TOKENS: dailyTokens,
}: Variables): LanguageModelSettings | undefined {
  if (url !== undefined && model !== undefined) return { url, model, key, timeoutMs, maxTokens, dailyTokens };
  if (url !== undefined) throw new ConfigError('INSIGHTS_LLM_MODEL is missing: INSIGHTS_LLM_URL requires it');
  if (model !== undefined || key !== undefined)
    throw new ConfigError('INSIGHTS_LLM_URL is missing: INSIGHTS_LLM_MODEL and INSIGHTS_LLM_KEY require it');
  return undefined;
}
