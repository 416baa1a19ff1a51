/**
 * The stock parts as their manuals put them together: `trpc-to-openapi`'s Fastify plugin, Drizzle on postgres.js as it
 * comes, `rate-limiter-flexible` on Redis. The tables, the Zod schemas and the token cache are the service's.
 */
import { initTRPC, TRPCError } from '@trpc/server';
import type { CreateFastifyContextOptions } from '@trpc/server/adapters/fastify';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import { Redis } from 'ioredis';
import postgres from 'postgres';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { fastifyTRPCOpenApiPlugin, type OpenApiMeta } from 'trpc-to-openapi';
import { Client, clientCreate, clientGet, clientsList, clientUpdate } from '../../src/clients/schemas.ts';
import { clients } from '../../src/clients/table.ts';
import { auditEntries } from '../../src/core/db/audit/table.ts';
import { type Caller, isAllowed, type Permission } from '../../src/core/permissions.ts';
import { listById, page, single, toSingle } from '../../src/core/rest/envelope.ts';
import { nilUuid } from '../../src/core/rest/fields.ts';
import { app, callerOf, DATABASE_URL, listen, REDIS_URL } from './peer.ts';

const db = drizzle(postgres(DATABASE_URL, { max: 10, onnotice: () => {} }));
const storeClient = new Redis(REDIS_URL);
const limiter = (keyPrefix: string, points: number) =>
  new RateLimiterRedis({ storeClient, keyPrefix, points, duration: 60 });
const organizationLimiter = limiter('stock:organization', 100);
const endpointLimiter = limiter('stock:endpoint', 50);
type Meta = OpenApiMeta<{ permission?: Permission }>;
const t = initTRPC.context<CreateFastifyContextOptions>().meta<Meta>().create();

const procedure = t.procedure
  .use(async ({ ctx, next }) => {
    ctx.res.header('X-Request-Id', ctx.req.id);
    const caller = await callerOf(ctx.req.headers.authorization);
    if (!caller) throw new TRPCError({ code: 'UNAUTHORIZED' });
    return next({ ctx: { caller } });
  })
  .use(async ({ ctx: { caller, res }, path, next }) => {
    try {
      const [organization, endpoint] = await Promise.all([
        organizationLimiter.consume(caller.organizationId),
        endpointLimiter.consume(`${caller.organizationId}:${path}`),
      ]);
      const state = (of: RateLimiterRes) => `r=${of.remainingPoints};t=${Math.ceil(of.msBeforeNext / 1000)}`;
      res.header('RateLimit-Policy', '"organization";q=100;w=60, "endpoint";q=50;w=60');
      res.header('RateLimit', `"organization";${state(organization)}, "endpoint";${state(endpoint)}`);
    } catch (error) {
      if (error instanceof RateLimiterRes) throw new TRPCError({ code: 'TOO_MANY_REQUESTS' });
      throw error;
    }
    return next();
  })
  .use(async ({ ctx: { caller }, meta, next }) => {
    if (!meta?.permission || !isAllowed(caller, meta.permission)) throw new TRPCError({ code: 'FORBIDDEN' });
    return next();
  });

const { id, name, domain, createdAt, updatedAt } = clients;
const columns = { id, name, domain, createdAt, updatedAt };
const isOf = (caller: Caller) => eq(clients.organizationId, caller.organizationId);
const isOwn = (caller: Caller, id: string) =>
  and(isOf(caller), eq(clients.id, id), isNull(clients.deletedAt));

const entry = ({ organizationId, tokenId }: Caller, operation: string, id: string, requestId: string) => ({
  organizationId,
  tokenId,
  operation,
  resource: `clients/${id}`,
  requestId,
});

const appRouter = t.router({
  clients: t.router({
    list: procedure
      .meta({ permission: 'clients:read', openapi: { method: 'GET', path: '/v1/clients' } })
      .input(clientsList)
      .output(page(Client))
      .query(({ ctx: { caller }, input }) =>
        listById('clients', caller, input, (_caller, { after = nilUuid, limit }) =>
          db
            .select(columns)
            .from(clients)
            .where(and(isOf(caller), gt(clients.id, after), isNull(clients.deletedAt)))
            .orderBy(asc(clients.id))
            .limit(limit),
        ),
      ),
    get: procedure
      .meta({ permission: 'clients:read', openapi: { method: 'GET', path: '/v1/clients/{clientId}' } })
      .input(clientGet)
      .output(single(Client))
      .query(async ({ ctx: { caller }, input }) => {
        const [row] = await db.select(columns).from(clients).where(isOwn(caller, input.clientId));
        if (!row) throw new TRPCError({ code: 'NOT_FOUND' });
        return toSingle(row);
      }),
    create: procedure
      .meta({ permission: 'clients:write', openapi: { method: 'POST', path: '/v1/clients' } })
      .input(clientCreate)
      .output(single(Client))
      .mutation(({ ctx: { caller, req }, input: { name, domain = null } }) =>
        db.transaction(async (transaction) => {
          const [row] = await transaction
            .insert(clients)
            .values({ organizationId: caller.organizationId, name, domain })
            .returning(columns);
          if (!row) throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR' });
          await transaction.insert(auditEntries).values(entry(caller, 'clients.create', row.id, req.id));
          return toSingle(row);
        }),
      ),
    update: procedure
      .meta({ permission: 'clients:write', openapi: { method: 'PUT', path: '/v1/clients/{clientId}' } })
      .input(clientUpdate)
      .output(single(Client))
      .mutation(({ ctx: { caller, req }, input: { clientId, name, domain } }) =>
        db.transaction(async (transaction) => {
          const [row] = await transaction
            .update(clients)
            .set({ name, domain, updatedAt: sql`now()` })
            .where(isOwn(caller, clientId))
            .returning(columns);
          if (!row) throw new TRPCError({ code: 'NOT_FOUND' });
          await transaction.insert(auditEntries).values(entry(caller, 'clients.update', row.id, req.id));
          return toSingle(row);
        }),
      ),
  }),
});

app.addHook(
  'onResponse',
  async ({ method, url: path, log }, { statusCode: status, elapsedTime: durationMs }) =>
    log.info({ method, path, status, durationMs }, 'request'),
);
await app.register(fastifyTRPCOpenApiPlugin, {
  basePath: '/',
  router: appRouter,
  createContext: (context: CreateFastifyContextOptions) => context,
});
await listen();
