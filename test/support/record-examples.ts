import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { activities } from '../../src/activities/table.ts';
import { clients } from '../../src/clients/table.ts';
import { type Database, openPostgres } from '../../src/core/db/database.ts';
import { createMemoryLimiter } from '../../src/core/rate-limit/memory.ts';
import { makeDemo } from '../../src/demo/demo.ts';
import type { Example, RecordedExamples } from '../../src/http/openapi-examples.ts';
import { operations } from '../../src/http/operations.ts';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import { workOnce } from '../../src/insights/work.ts';
import { createLog } from '../../src/log.ts';
import { users } from '../../src/users/table.ts';
import { startApi } from './api.ts';
import { atEndOfFile } from './cleanup.ts';
import { callerOf, resultOf } from './trpc.ts';

/** The as-of date of the demo and its cards. */
const demoTime = new Date('2026-11-20T09:00:00.000Z');
const nobody = '019a9f5e-6f0c-7c3e-9a51-3f4f0f7d2b11';

interface Call {
  path?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * Creates the demo organization, makes every request that the document has an example of, and returns the requests and
 * responses. Times, and ids that differ between installations, are replaced by stable ones; everything else is as it was
 * sent.
 * @param database migrated and empty; unusable afterwards, and closed at the end of the test file
 */
export async function recordExamples(database: Database): Promise<RecordedExamples> {
  const token = (await makeDemo(database.db, demoTime)) ?? '';
  const work = { db: database.db, engine: builtInEngine, log: createLog({ logLevel: 'silent' }) };
  const past = { asOf: demoTime.toISOString(), runFrom: new Date().toISOString() };
  while (await workOnce(work, { past }, () => demoTime, new AbortController().signal));

  atEndOfFile(() => database.close());
  const shared = { ...database, close: async () => {} };
  const api = await startApi({ database: shared });
  const stable = makeStable(new Date(), await listDemoIds(database));
  type Group = Record<string, Record<string, Example>>;
  const parameters: Record<string, Record<string, unknown>> = {};
  const recorded = { requests: {} as Group, responses: {} as Group, errors: {} as Group };

  function send(to: typeof api, name: string, { path = {}, query = {}, body, headers = {} }: Call) {
    const operation = operations.find((candidate) => candidate.name === name);
    if (!operation) throw new Error(`There is no operation ${name}.`);
    const inPath = operation.path.replaceAll(/\{(\w+)\}/g, (_match, key: string) => path[key] ?? '');
    const parts = Object.entries(query).map(([key, value]): [string, string] => [key, `${value}`]);
    return to.call(operation.method, `${inPath}?${new URLSearchParams(parts)}`, { token, body, headers });
  }

  function note(kind: keyof typeof recorded, of: string, name: string, example: Example): void {
    recorded[kind][of] = { ...recorded[kind][of], [name]: example };
  }

  /** Records a successful request to an operation and its response as a named example. */
  async function record(operation: string, name: string, summary: string, call: Call = {}) {
    stable.beginCall();
    const answer = await send(api, operation, call);
    if (answer.status !== 200) throw new Error(`${operation}: ${answer.text}`);
    // A cursor is valid in its own organization only, so nobody could send the example.
    const { cursor: _own, ...query } = call.query ?? {};
    const sent = stable.of({ ...call.path, ...query }) as Record<string, unknown>;
    parameters[operation] = { ...sent, ...parameters[operation] };
    if (call.body !== undefined) note('requests', operation, name, { summary, value: stable.of(call.body) });
    note('responses', operation, name, { summary, value: stable.of(answer.body) });
    return answer.body;
  }

  /** Records an error response under its code. */
  async function recordError(name: string, summary: string, operation: string, call: Call, from = api) {
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
  await record('clients.update', 'clearDomain', 'Remove the domain', { path, body: { domain: null } });
  await record('dashboards.getDefault', 'ready', 'Insights have been computed', { path });
  await record('dashboards.getDefault', 'computing', 'No insight has been computed yet', {
    path: { clientId: fresh.data.id },
  });

  const emails = { limit: 2, type: 'email', from: '2026-11-01T00:00:00Z', to: '2026-11-20T00:00:00Z' };
  const activities = await record('activities.list', 'emails', 'The newest emails', { path, query: emails });
  const activityPath = { ...path, activityId: activities.data[0].id };
  await record('activities.get', 'activity', 'An activity with its content', { path: activityPath });
  await record('activities.create', 'note', 'A note, which is not stored', {
    path,
    body: { type: 'note', subject: 'Called about the renewal' },
  });

  const users = await record('users.list', 'firstPage', 'The first page', { query: { limit: 2 } });
  const userPath = { userId: users.data[0].id };
  await record('users.get', 'user', 'A user', { path: userPath });
  await record('users.update', 'profile', 'Change the name and remove the picture', {
    path: userPath,
    body: { firstName: 'Mara', imageUrl: null },
  });

  const reading = { name: 'Reader', userId: userPath.userId, permissions: ['clients:read'] };
  const created = resultOf(await callerOf(api, token).mutate('tokens.create', reading));
  const userKey = created.data.token;

  await recordError('query', 'Parameters of the query', 'clients.list', {
    query: { limit: 0, cursor: 'page-2' },
  });
  await recordError('fields', 'Fields of the body, all at once', 'clients.create', {
    body: { name: '', domain: 'localhost', organizationId: globex.id },
  });
  await recordError('body', 'The body as a whole', 'clients.create', { body: '{"name": "Lumora' });
  await recordError('token', 'No token was sent', 'health.check', { headers: { authorization: '' } });
  await recordError('permission', 'A user key that may only read', 'clients.create', {
    headers: { authorization: `Bearer ${userKey}` },
    body: { name: 'Lumora Kitchens' },
  });
  await recordError('client', 'A client', 'clients.get', { path: { clientId: nobody } });
  await recordError('activity', 'An activity', 'activities.get', { path: { ...path, activityId: nobody } });
  await recordError('user', 'A user', 'users.get', { path: { userId: nobody } });
  await recordError('body', 'A body over 100 KiB', 'clients.create', { body: { name: 'x'.repeat(102_400) } });
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

  const busy = await startApi({ database: shared });
  const { limits, limiter } = busy.services;
  const counter = createMemoryLimiter(limits);
  let nowMs = 0;
  limiter.take = (organization, operation) => counter.take(organization, operation, nowMs);
  for (let call = 0; call < limits.endpointPerMinute; call++) await send(busy, 'clients.list', {});
  nowMs = 48_000;
  await recordError('endpoint', 'The 51st call in a minute', 'clients.list', {}, busy);

  const unreachable = await startApi({ database: openPostgres('postgres://nobody@127.0.0.1:1/none') });
  await recordError('database', 'The database is out of reach', 'health.check', {}, unreachable);

  await database.db.execute(sql`drop table clients cascade`);
  await recordError('fault', 'A fault of the service', 'clients.get', { path });
  return { parameters, ...recorded };
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
