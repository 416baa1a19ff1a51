/**
 * The best that can be done by hand: Fastify, postgres.js and ioredis, with the service's SQL, Lua script, token cache and
 * ids, and its checks, headers, log line and bodies; no tRPC and no Zod, and Drizzle only in the token cache.
 */
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import postgres from 'postgres';
import { newId } from '../../src/core/db/id.ts';
import type { Caller, Permission } from '../../src/core/permissions.ts';
import { script } from '../../src/core/rate-limit/redis-script.ts';
import { app, callerOf, DATABASE_URL, listen, REDIS_URL } from './peer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    operation: string | null;
  }
}

/**
 * postgres.js at its fastest: sessions in UTC, so that instants need no parsing, and at most two statements on a
 * connection. The option is missing from the types of postgres.js.
 */
const settings = {
  max: 10,
  max_pipeline: 1,
  fetch_types: false,
  connection: { TimeZone: 'UTC' },
  types: { instant: { to: 1184, from: [1184], serialize: String, parse: (written: string) => written } },
};
const sql = postgres(DATABASE_URL, settings);
const redis = new Redis(REDIS_URL);
redis.defineCommand('takeFromRateLimit', { numberOfKeys: 2, lua: script });

app.decorateRequest('caller', null);
app.decorateRequest('operation', null);

/** Token, limits and permission, in this order; false when the request has been refused. */
function guard(operation: string, permission: Permission) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('X-Request-Id', request.id);
    reply.header('X-Content-Type-Options', 'nosniff');
    reply.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    reply.header('Cache-Control', 'private, no-cache');
    const caller = await callerOf(request.headers.authorization);
    if (!caller) return refuse(reply, 401, 'unauthorized', 'Send a valid API token.');
    request.caller = caller;
    request.operation = operation;
    const key = `clientele:limit:{${caller.organizationId}}`;
    const never = Number.MAX_SAFE_INTEGER;
    const answer = await redis.takeFromRateLimit(key, `${key}:${operation}`, never, 60_000_000, 100, 50, 1);
    if (answer === null) return refuse(reply, 503, 'unavailable', 'Try again.');
    const [, organizationCount, organizationResetUs, endpointCount, endpointResetUs] = answer;
    const isFull = organizationCount >= 100 || endpointCount >= 50;
    const counted = isFull ? 0 : 1;
    const state = (perMinute: number, count: number, resetUs: number) =>
      `r=${Math.max(0, perMinute - count - counted)};t=${count === 0 && !isFull ? 60 : Math.ceil(resetUs / 1_000_000)}`;
    const organization = state(100, organizationCount, organizationResetUs);
    const endpoint = state(50, endpointCount, endpointResetUs);
    reply.header('RateLimit-Policy', '"organization";q=100;w=60, "endpoint";q=50;w=60');
    reply.header('RateLimit', `"organization";${organization}, "endpoint";${endpoint}`);
    if (isFull) return refuse(reply, 429, 'rate_limited', 'Too many requests.');
    if (caller.permissions !== 'all' && !caller.permissions.has(permission))
      return refuse(reply, 403, 'forbidden', `This token lacks the permission "${permission}".`);
  };
}

const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.status(status).send({ error: { code, message } });

app.addHook('onResponse', async ({ id: requestId, method, url, operation, caller, log }, reply) => {
  const path = url.split('?', 1)[0];
  const durationMs = Math.round(reply.elapsedTime * 10) / 10;
  const { organizationId, tokenId }: Partial<Caller> = caller ?? {};
  const { statusCode: status } = reply;
  log.info({ requestId, method, path, status, durationMs, operation, organizationId, tokenId }, 'request');
});

type Changes = { name?: string; domain?: string | null };
type ClientRow = { id: string; name: string; domain: string | null; created_at: string; updated_at: string };

const toClient = (row: ClientRow) => ({
  id: row.id,
  name: row.name,
  domain: row.domain,
  createdAt: toInstant(row.created_at),
  updatedAt: toInstant(row.updated_at),
});

/** PostgreSQL writes instants in UTC without zeros at the end; the API, to the millisecond. */
const toInstant = (written: string) =>
  `${written.slice(0, 10)}T${written.slice(11, 19)}.${written.slice(20, -3).padEnd(3, '0')}Z`;

/** The one resource, with its entity tag. */
function single(reply: FastifyReply, row: ClientRow) {
  const data = toClient(row);
  reply.header('ETag', `"${Date.parse(data.updatedAt).toString(36)}-client"`);
  return { data, meta: {} };
}

const text = { type: 'string' } as const;
const optional = { type: ['string', 'null'] } as const;
const client = {
  type: 'object',
  properties: { id: text, name: text, domain: optional, createdAt: text, updatedAt: text },
} as const;
const meta = { type: 'object', properties: { cursor: optional, hasMore: { type: 'boolean' } } };
const response = { 200: { type: 'object', properties: { data: client, meta: { type: 'object' } } } };
const page = { 200: { type: 'object', properties: { data: { type: 'array', items: client }, meta } } };
const limit = { type: 'integer', minimum: 1, default: 20 };
const querystring = { type: 'object', properties: { limit, cursor: text } };
const params = { type: 'object', properties: { clientId: { type: 'string', pattern: '^[0-9a-f-]{36}$' } } };
const fields = {
  name: { type: 'string', minLength: 1, maxLength: 255 },
  domain: { type: 'string', pattern: '^[a-z0-9-]+(\\.[a-z0-9-]+)+$', maxLength: 253 },
};
const body = { type: 'object', properties: fields };
const newBody = { ...body, required: ['name'] };
const one = '/v1/clients/:clientId';
const toGet = { onRequest: guard('clients.get', 'clients:read'), schema: { params, response } };
const toList = { onRequest: guard('clients.list', 'clients:read'), schema: { querystring, response: page } };
const toCreate = { onRequest: guard('clients.create', 'clients:write'), schema: { body: newBody, response } };
const toUpdate = { onRequest: guard('clients.update', 'clients:write'), schema: { params, body, response } };

/** Returns the caller that the guard stored. */
function stored({ caller }: FastifyRequest): Caller {
  if (!caller) throw new Error('No caller.');
  return caller;
}

app.get<{ Params: { clientId: string } }>(one, toGet, async (request, reply) => {
  const { organizationId } = stored(request);
  const [row] = await sql<ClientRow[]>`
      select id, name, domain, created_at, updated_at from clients
      where organization_id = ${organizationId} and id = ${request.params.clientId} and deleted_at is null`;
  if (!row) return refuse(reply, 404, 'not_found', 'There is no such client.');
  return single(reply, row);
});

const nilUuid = '00000000-0000-0000-0000-000000000000';

app.get<{ Querystring: { limit: number; cursor?: string } }>('/v1/clients', toList, async (request) => {
  const { organizationId } = stored(request);
  const { cursor, limit: asked } = request.query;
  const limit = Math.min(asked, 100);
  const scope = hash('sha256', JSON.stringify(['clients', organizationId]), 'base64url').slice(0, 12);
  const after =
    cursor === undefined ? nilUuid : JSON.parse(Buffer.from(cursor, 'base64url').toString())[1][0];
  const rows = await sql<ClientRow[]>`
      select id, name, domain, created_at, updated_at from clients
      where organization_id = ${organizationId} and id > ${after} and deleted_at is null
      order by id limit ${limit + 1}`;
  const data = rows.slice(0, limit).map(toClient);
  const last = data.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  const next = hasMore ? Buffer.from(JSON.stringify([scope, [last.id]])).toString('base64url') : null;
  return { data, meta: { cursor: next, hasMore } };
});

app.post<{ Body: { name: string; domain?: string } }>('/v1/clients', toCreate, async (request, reply) => {
  const { organizationId, tokenId } = stored(request);
  const { name, domain = null } = request.body;
  const [row] = await sql<ClientRow[]>`
      with changed as (
        insert into clients (organization_id, id, name, domain) values (${organizationId}, ${newId()}, ${name.trim()}, ${domain})
        returning id, name, domain, created_at, updated_at
      ), recorded as (
        insert into audit_entries (organization_id, id, token_id, operation, resource, request_id)
        select ${organizationId}, ${newId()}, ${tokenId}, 'clients.create', 'clients/' || id, ${request.id} from changed
      ) select * from changed`;
  if (!row) throw new Error('The new client was not returned.');
  return single(reply, row);
});

app.put<{ Params: { clientId: string }; Body: Changes }>(one, toUpdate, async (request, reply) => {
  const { organizationId, tokenId } = stored(request);
  const { clientId } = request.params;
  const { name, domain } = request.body;
  const [row] = await sql<ClientRow[]>`
      with changed as (
        update clients set name = coalesce(${name?.trim() ?? null}, name),
          domain = case when ${domain !== undefined}::boolean then ${domain ?? null} else domain end, updated_at = now()
        where organization_id = ${organizationId} and id = ${clientId} and deleted_at is null
        returning id, name, domain, created_at, updated_at
      ), recorded as (
        insert into audit_entries (organization_id, id, token_id, operation, resource, request_id)
        select ${organizationId}, ${newId()}, ${tokenId}, 'clients.update', 'clients/' || id, ${request.id} from changed
      ) select * from changed`;
  if (!row) return refuse(reply, 404, 'not_found', 'There is no such client.');
  return single(reply, row);
});

await listen();
