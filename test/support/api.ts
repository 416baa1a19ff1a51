import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { ImportedActivity } from '../../src/activities/import/imported-activity.ts';
import { recordActivities } from '../../src/activities/record.ts';
import { createRule } from '../../src/clients/assignment-rules.ts';
import { createClient } from '../../src/clients/queries.ts';
import type { Services } from '../../src/core/context.ts';
import type { Database } from '../../src/core/db/database.ts';
import { newId } from '../../src/core/db/id.ts';
import { TenantDb } from '../../src/core/db/tenant.ts';
import type { Permission } from '../../src/core/permissions.ts';
import { createMemoryLimiter } from '../../src/core/rate-limit/memory.ts';
import type { RateLimits } from '../../src/core/rate-limit/rate-limit.ts';
import { createRedisLimiter } from '../../src/core/rate-limit/redis.ts';
import type { SecretBox } from '../../src/core/secret-key.ts';
import { defaultLoad, type LoadSettings } from '../../src/core/settings.ts';
import { createApp } from '../../src/http/app.ts';
import type { Meter } from '../../src/http/meter.ts';
import { createLog } from '../../src/log.ts';
import { createOrganization } from '../../src/organization/queries.ts';
import { createAuthenticator } from '../../src/tokens/authenticate.ts';
import { createToken } from '../../src/tokens/queries.ts';
import { createUser } from '../../src/users/queries.ts';
import { atEndOfFile } from './cleanup.ts';
import { secrets } from './connections.ts';
import { checkResponse } from './contract.ts';
import { openEmbeddedCopy } from './embedded-copy.ts';
import { incoming } from './incoming.ts';
import { openTestPostgres } from './postgres.ts';
import { eventTimeoutMs } from './timeouts.ts';

/** True when the tests run on PostgreSQL and Redis, false when they run on the embedded database and memory. */
export const isProduction = process.env.TEST_ENGINE === 'postgresql';

let embedded: Promise<Database> | undefined;

/** Opens the database of this project: the run's PostgreSQL database, or this worker's embedded one. */
export async function openTestDatabase(): Promise<Database> {
  if (isProduction) return openTestPostgres(inject('databaseUrl'));
  embedded ??= openEmbeddedCopy();
  // The worker's next test file uses it too, so a test file must not close it.
  return { ...(await embedded), close: async () => {} };
}

export interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what a test asserts of a body is its type.
  body: any;
  headers: Record<string, string | number | string[] | undefined>;
  text: string;
  bytes: Buffer;
}

export type TestApi = Awaited<ReturnType<typeof startApi>>;

export type TestOrganization = Awaited<ReturnType<typeof makeOrganization>>;

/** Starts the API and its services on this project's database, until the file's last test. */
export async function startApi(
  options: {
    limits?: RateLimits;
    corsOrigins?: string[];
    database?: Database;
    publicUrl?: string;
    hasConsole?: boolean;
    load?: Partial<LoadSettings>;
    meter?: Meter;
    /** For tests of this timeout; others outlast a machine that stands still. */
    databaseTimeoutMs?: number;
    secrets?: SecretBox;
  } = {},
) {
  const database = options.database ?? (await openTestDatabase());
  const logLines: string[] = [];
  const log = createLog({ logLevel: 'debug' }, { write: (line) => logLines.push(line) });
  const limits = options.limits ?? { organizationPerMinute: 100, endpointPerMinute: 50 };
  const limiter = isProduction
    ? createRedisLimiter({ url: process.env.TEST_REDIS_URL ?? '', limits, timeoutMs: eventTimeoutMs, log })
    : createMemoryLimiter(limits);
  const { databaseTimeoutMs = eventTimeoutMs } = options;
  const { authenticate, callerOf } = createAuthenticator(database, log);
  const services: Services = {
    db: database.db,
    limiter,
    limits,
    secrets: options.secrets ?? secrets,
    databaseTimeoutMs,
    authenticate,
    callerOf,
  };
  const app = await createApp({
    services,
    log,
    corsOrigins: options.corsOrigins ?? [],
    publicUrl: options.publicUrl,
    hasConsole: options.hasConsole,
    load: { ...defaultLoad, queueWaitMs: eventTimeoutMs, ...options.load },
    meter: options.meter,
    isReady: () => database.isReady(),
  });
  atEndOfFile(async () => {
    await app.close();
    await limiter.close();
    await database.close();
  });

  /** Makes a request and checks the response against the OpenAPI document. */
  async function call(method: string, url: string, { token, body, headers = {} }: CallOptions = {}) {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
    const response = await app.inject({
      // The injector's types list only the methods it knows; the server answers all.
      method: method as 'GET',
      url,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) }),
    });
    const answer: Answer = {
      status: response.statusCode,
      body: response.body === '' ? undefined : safeJson(response.body),
      headers: response.headers,
      text: response.body,
      bytes: response.rawPayload,
    };
    checkResponse(method, url, answer);
    return answer;
  }

  return {
    app,
    database,
    services,
    /** The log lines written so far. */
    logLines,
    call,
    get: (url: string, callOptions?: CallOptions) => call('GET', url, callOptions),
    post: (url: string, callOptions?: CallOptions) => call('POST', url, callOptions),
    put: (url: string, callOptions?: CallOptions) => call('PUT', url, callOptions),
    /** Creates an organization for this test, with an organization key. */
    organization: () => makeOrganization(database),
  };
}

async function makeOrganization(database: Database) {
  const slug = `test-${randomUUID()}`;
  const { id } = await createOrganization(database.db, { name: 'Test', slug });
  const db = new TenantDb(database.db, id);
  const organizationKey = { userId: null, permissions: [], name: null, expiresAt: null };
  const { token } = await createToken(db, organizationKey);
  let serial = 0;

  const user = (values: { email?: string; imageUrl?: string } = {}) =>
    createUser(db, {
      ...{ firstName: 'Ann', lastName: 'Okafor', imageUrl: null },
      email: `ann-${++serial}@${slug}.example`,
      ...values,
    });

  return {
    id,
    slug,
    token,
    db,
    user,
    client: (values: { name?: string; domain?: string | null } = {}) =>
      createClient(db, { name: 'Globex', domain: null, ...values }),
    /** Creates a user and a key of that user with exactly these permissions. */
    async userKey(permissions: Permission[]) {
      const { id: userId } = await user();
      return (await createToken(db, { userId, permissions, name: null, expiresAt: null })).token;
    },
    /** Records activities of a client through an assignment rule, as an integration would. Returns their ids in order. */
    async activities(clientDomain: string, fields: Partial<ImportedActivity>[]) {
      const integration = `source-${++serial}`;
      await createRule(db, { integration, domain: clientDomain });
      const recorded = fields.map((given, index) =>
        incoming({
          subject: `Subject ${index}`,
          content: `Content ${index}`,
          occurredAt: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
          participants: [`pat@${clientDomain}`, 'ann@test.example'],
          ...given,
        }),
      );
      const ids = new Map(recorded.map(({ sourceId }) => [sourceId, newId()]));
      await recordActivities(db, integration, recorded, ({ sourceId }) => ids.get(sourceId));
      return [...ids.values()];
    },
  };
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
