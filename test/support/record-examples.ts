import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { v7 } from 'uuid';
import { activities } from '../../src/activities/table.ts';
import { clients } from '../../src/clients/table.ts';
import { openSecrets } from '../../src/connections/secrets.ts';
import type { Services } from '../../src/core/context.ts';
import { type Database, openPostgres } from '../../src/core/db/database.ts';
import { TenantDb } from '../../src/core/db/tenant.ts';
import { createMemoryLimiter } from '../../src/core/rate-limit/memory.ts';
import { makeDemo } from '../../src/demo/demo.ts';
import { createApp } from '../../src/http/app.ts';
import type { Example, RecordedExamples } from '../../src/http/openapi-examples.ts';
import { operations } from '../../src/http/operations.ts';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import { workOnce } from '../../src/insights/work.ts';
import { createLog } from '../../src/log.ts';
import { listOrganizations } from '../../src/organization/queries.ts';
import { createAuthenticator } from '../../src/tokens/authenticate.ts';
import { createToken } from '../../src/tokens/queries.ts';
import { listUsers } from '../../src/users/queries.ts';
import { users } from '../../src/users/table.ts';

/** The as-of date of the demo and its cards. */
const demoTime = new Date('2026-11-20T09:00:00.000Z');
const limits = { organizationPerMinute: 100, endpointPerMinute: 50 };
const log = createLog({ logLevel: 'silent' });
const nobody = '019a9f5e-6f0c-7c3e-9a51-3f4f0f7d2b11';

interface Call {
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * Creates the demo organization, makes every request that the document has an example of, and returns the requests and
 * responses. Times, and ids that differ between installations, are replaced by stable ones; everything else is as it was
 * sent.
 * @param database migrated and empty; unusable afterwards
 */
export async function recordExamples(database: Database): Promise<RecordedExamples> {
  const token = await makeDemo(database.db, demoTime);
  const work = { db: database.db, engine: builtInEngine, log };
  const past = { asOf: demoTime.toISOString(), runFrom: new Date().toISOString() };
  while (await workOnce(work, { past }, () => demoTime, new AbortController().signal));

  const { authenticate, callerOf } = createAuthenticator(database, log);
  const stable = makeStable(new Date(), await listDemoIds(database));
  const recorded = { parameters: {}, requests: {}, responses: {}, errors: {} } satisfies RecordedExamples;

  async function startApp(changes: Partial<Services> = {}): Promise<FastifyInstance> {
    const limiter = createMemoryLimiter(limits);
    const services = {
      db: database.db,
      limits,
      limiter,
      secrets: openSecrets({ secretKeys: [], database: { url: 'postgres://unused' } }),
      databaseTimeoutMs: 60_000,
      authenticate,
      callerOf,
    };
    return createApp({
      services: { ...services, ...changes },
      log,
      corsOrigins: [],
      isReady: async () => true,
    });
  }

  async function send(app: FastifyInstance, name: string, { path = {}, query = {}, body, headers }: Call) {
    const operation = operations.find((candidate) => candidate.name === name);
    if (!operation) throw new Error(`There is no operation ${name}.`);
    const inPath = operation.path.replaceAll(/\{(\w+)\}/g, (_match, key: string) => path[key] ?? '');
    const response = await app.inject({
      method: operation.method,
      url: inPath,
      query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.statusCode, body: response.json() };
  }

  function note(kind: 'requests' | 'responses' | 'errors', of: string, name: string, example: Example): void {
    const group: Record<string, Record<string, Example>> = recorded[kind];
    group[of] = { ...group[of], [name]: example };
  }

  const app = await startApp();

  /** Records a successful request to an operation and its response as a named example. */
  async function record(operation: string, name: string, summary: string, call: Call = {}) {
    stable.beginCall();
    const answer = await send(app, operation, call);
    if (answer.status !== 200) throw new Error(`${operation}: ${JSON.stringify(answer)}`);
    const parameters: Record<string, object> = recorded.parameters;
    // A cursor is valid in its own organization only, so nobody could send the example.
    const { cursor: _own, ...query } = call.query ?? {};
    const sent = stable.of({ ...call.path, ...query }) as object;
    parameters[operation] = { ...sent, ...parameters[operation] };
    if (call.body !== undefined) note('requests', operation, name, { summary, value: stable.of(call.body) });
    note('responses', operation, name, { summary, value: stable.of(answer.body) });
    return answer.body;
  }

  /** Records an error response under its code. */
  async function recordError(name: string, summary: string, operation: string, call: Call, from = app) {
    stable.beginCall();
    const { body } = await send(from, operation, call);
    note('errors', body.error.code, name, { summary, value: stable.of(body) });
  }

  await record('health.check', 'valid', 'The token is valid');
  await record('organization.get', 'organization', 'The demo organization');
  await record('organization.update', 'settings', 'Change the settings', {
    body: { name: 'Northwind Studio', defaultTimezone: 'Europe/Lisbon', defaultCurrency: 'EUR' },
  });

  const first = await record('clients.list', 'firstPage', 'The first page', { query: { limit: 2 } });
  const { cursor } = first.meta;
  await record('clients.list', 'nextPage', 'The page after it', { query: { limit: 2, cursor } });
  const [globex] = first.data;
  const path = { clientId: globex.id };
  await record('clients.create', 'withDomain', 'With a domain, which wires its assignment rules', {
    body: { name: 'Lumora Kitchens', domain: 'lumora.example' },
  });
  const fresh = await record('clients.create', 'nameOnly', 'With a name only', {
    body: { name: 'Pemberley Books' },
  });
  await record('clients.get', 'client', 'A client', { path });
  await record('clients.update', 'rename', 'Rename it', { path, body: { name: 'Globex Freight & Storage' } });
  await record('clients.update', 'clearDomain', 'Take the domain away', { path, body: { domain: null } });
  await record('dashboards.getDefault', 'ready', 'Insights have been computed', { path });
  await record('dashboards.getDefault', 'computing', 'No insight has been computed yet', {
    path: { clientId: fresh.data.id },
  });

  const emails = { limit: 2, type: 'email', from: '2026-11-01T00:00:00Z', to: '2026-11-20T00:00:00Z' };
  const activities = await record('activities.list', 'emails', 'The newest emails', { path, query: emails });
  const activityPath = { ...path, activityId: activities.data[0].id };
  await record('activities.get', 'activity', 'An activity with its content', { path: activityPath });
  await record('activities.create', 'note', 'A note, which is not stored yet', {
    path,
    body: { type: 'note', subject: 'Called about the renewal' },
  });

  const users = await record('users.list', 'firstPage', 'The first page', { query: { limit: 2 } });
  const userPath = { userId: users.data[0].id };
  await record('users.get', 'user', 'A user', { path: userPath });
  await record('users.update', 'profile', 'Change the name and take the picture away', {
    path: userPath,
    body: { firstName: 'Mara', imageUrl: null },
  });

  await recordError('query', 'Parameters of the query', 'clients.list', {
    query: { limit: 0, cursor: 'page-2' },
  });
  await recordError('fields', 'Fields of the body, all at once', 'clients.create', {
    body: { name: '', domain: 'localhost', organizationId: globex.id },
  });
  await recordError('body', 'The body as a whole', 'clients.create', { body: '{"name": "Lumora' });
  await recordError('token', 'No token was sent', 'health.check', { headers: { authorization: '' } });
  await recordError('permission', 'A user key that may only read', 'clients.create', {
    headers: { authorization: `Bearer ${await makeUserKey(database)}` },
    body: { name: 'Lumora Kitchens' },
  });
  await recordError('client', 'A client', 'clients.get', { path: { clientId: nobody } });
  await recordError('activity', 'An activity', 'activities.get', { path: { ...path, activityId: nobody } });
  await recordError('user', 'A user', 'users.get', { path: { userId: nobody } });
  await recordError('body', 'A body of 100 KiB', 'clients.create', { body: { name: 'x'.repeat(102_400) } });
  await recordError('form', 'A form', 'clients.create', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'name=Lumora',
  });
  await recordError('changed', 'It has changed since it was read', 'clients.update', {
    path,
    headers: { 'if-match': '"mi7cq8e1-3QqkVd"' },
    body: { name: 'Globex Freight' },
  });
  // PostgreSQL raises this while another transaction writes the key. The embedded database runs one at a time.
  await database.db.execute(sql`create or replace function claim_idempotency_key() returns trigger language plpgsql as
    $$ begin raise exception 'in progress' using errcode = 'lock_not_available'; end $$`);
  await recordError('running', 'The first request with the key is still running', 'clients.create', {
    headers: { 'idempotency-key': '8e03978e-40d5-43dd-bc93-6894a57f9324' },
    body: { name: 'Lumora Kitchens', domain: 'lumora.example' },
  });
  await app.close();

  let nowMs = 0;
  const limiter = createMemoryLimiter(limits);
  const busy = await startApp({
    limiter: { ...limiter, take: (organization, operation) => limiter.take(organization, operation, nowMs) },
  });
  for (let call = 0; call < limits.endpointPerMinute; call++) await send(busy, 'clients.list', {});
  nowMs = 48_000;
  await recordError('endpoint', 'The 51st call in a minute', 'clients.list', {}, busy);
  await busy.close();

  const nowhere = openPostgres('postgres://nobody@127.0.0.1:1/none');
  const unreachable = await startApp({ authenticate: createAuthenticator(nowhere, log).authenticate });
  await recordError('database', 'The database is out of reach', 'health.check', {}, unreachable);
  await unreachable.close();
  await nowhere.close();

  await database.db.execute(sql`drop table clients cascade`);
  const broken = await startApp();
  await recordError('fault', 'A fault of the service', 'clients.get', { path }, broken);
  await broken.close();
  return recorded;
}

async function makeUserKey({ db }: Database): Promise<string> {
  const [organization] = await listOrganizations(db, { limit: 100 });
  if (!organization) throw new Error('There is no demo organization.');
  const tenant = new TenantDb(db, organization.id);
  const [user] = await listUsers(tenant, '00000000-0000-0000-0000-000000000000', 1);
  if (!user) throw new Error('The demo organization has no user.');
  const key = { userId: user.id, permissions: ['clients:read' as const], name: null, expiresAt: null };
  return (await createToken(tenant, key)).token;
}

/** Lists the ids that the rows of the demo have in every installation. */
async function listDemoIds({ db }: Database): Promise<string[]> {
  const tables = [users, clients, activities];
  const rows = await Promise.all(tables.map((table) => db.select({ id: table.id }).from(table)));
  return rows.flat().map(({ id }) => id);
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const hash = (text: string) => createHash('sha256').update(text).digest();

/**
 * Makes the responses of different runs equal: replaces ids by their order of appearance, and the times of rows by the
 * number of the recorded call.
 * @param preparedAt rows written before this time get the as-of date of the demo
 * @param fixedIds ids to keep
 */
function makeStable(preparedAt: Date, fixedIds: readonly string[]) {
  const ids = new Map<string, string>([nobody, ...fixedIds].map((id) => [id, id]));
  let calls = 0;

  function idOf(original: string): string {
    const position = ids.size - fixedIds.length;
    const msecs = demoTime.getTime() - 1000 + position;
    const id = ids.get(original) ?? v7({ msecs, random: hash(String(position)) });
    ids.set(original, id);
    return id;
  }

  const timeOf = (time: string) =>
    new Date(demoTime.getTime() + (time > preparedAt.toISOString() ? calls * 60_000 : 0)).toISOString();

  /** Replaces the ids in a cursor, and its fingerprint. */
  function cursorOf(text: string): string {
    const inside = Buffer.from(text, 'base64url').toString();
    // The error detail of a bad cursor is also called `cursor`.
    if (!inside.startsWith('[')) return text;
    const [fingerprint, ...rest] = JSON.parse(inside);
    const same = hash(`${rest.at(-1)}`)
      .toString('base64url')
      .slice(0, fingerprint.length);
    return Buffer.from(JSON.stringify([same, ...rest.map((part: unknown) => of(part))])).toString(
      'base64url',
    );
  }

  function of(value: unknown, key = ''): unknown {
    if (typeof value === 'string') {
      if (['createdAt', 'updatedAt', 'computedAt'].includes(key)) return timeOf(value);
      return key === 'cursor' ? cursorOf(value) : value.replaceAll(uuid, idOf);
    }
    if (Array.isArray(value)) return value.map((part) => of(part));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, of(part, name)]));
  }

  return { of, beginCall: () => (calls += 1) };
}
