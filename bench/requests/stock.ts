/**
 * The stock parts as their manuals put them together: `trpc-to-openapi`'s Fastify plugin, Drizzle with each query built
 * where it is needed on postgres.js as it comes, `rate-limiter-flexible` on Redis. The tables, the Zod schemas and the token
 * cache are the service's.
 */
import { randomUUID } from 'node:crypto';
import { initTRPC, TRPCError } from '@trpc/server';
import type { CreateFastifyContextOptions } from '@trpc/server/adapters/fastify';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import Fastify, { LogController } from 'fastify';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import postgres from 'postgres';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { fastifyTRPCOpenApiPlugin, type OpenApiMeta } from 'trpc-to-openapi';
import { Client, clientCreate, clientGet, clientsList, clientUpdate } from '../../src/clients/schemas.ts';
import { clients } from '../../src/clients/table.ts';
import { processEnvironment } from '../../src/config.ts';
import { auditEntries } from '../../src/core/db/audit/table.ts';
import { openPostgres } from '../../src/core/db/database.ts';
import type { Caller, Permission } from '../../src/core/permissions.ts';
import { isAllowed } from '../../src/core/permissions.ts';
import { idCursor } from '../../src/core/rest/cursor.ts';
import { page, single, toPage, toSingle } from '../../src/core/rest/envelope.ts';
import { createAuthenticator } from '../../src/tokens/authenticate.ts';

const { DATABASE_URL = '', REDIS_URL = '', PORT } = processEnvironment;

const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(1));
const db = drizzle(postgres(DATABASE_URL, { max: 10, onnotice: () => {} }));
const { authenticate } = createAuthenticator(openPostgres(DATABASE_URL, { maxConnections: 2 }), log);
const storeClient = new Redis(REDIS_URL);
const limiter = (keyPrefix: string, points: number) =>
  new RateLimiterRedis({ storeClient, keyPrefix, points, duration: 60 });
const organizationLimiter = limiter('stock:organization', 100);
const endpointLimiter = limiter('stock:endpoint', 50);

interface Context {
  token: string | undefined;
  requestId: string;
  setHeader(name: string, value: string): void;
}

const t = initTRPC.context<Context>().meta<OpenApiMeta<{ permission?: Permission }>>().create();

const procedure = t.procedure
  .use(async ({ ctx, next }) => {
    const caller = await authenticate(ctx.token);
    if (!caller) throw new TRPCError({ code: 'UNAUTHORIZED' });
    return next({ ctx: { caller } });
  })
  .use(async ({ ctx: { caller, setHeader }, path, next }) => {
    try {
      const [organization, endpoint] = await Promise.all([
        organizationLimiter.consume(caller.organizationId),
        endpointLimiter.consume(`${caller.organizationId}:${path}`),
      ]);
      const state = (of: RateLimiterRes) => `r=${of.remainingPoints};t=${Math.ceil(of.msBeforeNext / 1000)}`;
      setHeader('RateLimit-Policy', '"organization";q=100;w=60, "endpoint";q=50;w=60');
      setHeader('RateLimit', `"organization";${state(organization)}, "endpoint";${state(endpoint)}`);
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

const columns = {
  id: clients.id,
  name: clients.name,
  domain: clients.domain,
  createdAt: clients.createdAt,
  updatedAt: clients.updatedAt,
};

const isOwn = (caller: Caller, clientId: string) =>
  and(eq(clients.organizationId, caller.organizationId), eq(clients.id, clientId), isNull(clients.deletedAt));

const entry = ({ organizationId, tokenId }: Caller, operation: string, id: string, requestId: string) => ({
  organizationId,
  tokenId,
  operation,
  resource: `clients/${id}`,
  requestId,
});

const cursors = idCursor('clients');

const appRouter = t.router({
  clients: t.router({
    list: procedure
      .meta({ permission: 'clients:read', openapi: { method: 'GET', path: '/v1/clients' } })
      .input(clientsList)
      .output(page(Client))
      .query(async ({ ctx: { caller }, input: { cursor, limit } }) => {
        const rows = await db
          .select(columns)
          .from(clients)
          .where(
            and(
              eq(clients.organizationId, caller.organizationId),
              gt(clients.id, cursors.read(caller, cursor)),
              isNull(clients.deletedAt),
            ),
          )
          .orderBy(asc(clients.id))
          .limit(limit + 1);
        return toPage(rows, limit, (last) => cursors.write(caller, last.id));
      }),
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
      .mutation(({ ctx: { caller, requestId }, input: { name, domain = null } }) =>
        db.transaction(async (transaction) => {
          const [row] = await transaction
            .insert(clients)
            .values({ organizationId: caller.organizationId, name, domain })
            .returning(columns);
          if (!row) throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR' });
          await transaction.insert(auditEntries).values(entry(caller, 'clients.create', row.id, requestId));
          return toSingle(row);
        }),
      ),
    update: procedure
      .meta({ permission: 'clients:write', openapi: { method: 'PUT', path: '/v1/clients/{clientId}' } })
      .input(clientUpdate)
      .output(single(Client))
      .mutation(({ ctx: { caller, requestId }, input: { clientId, name, domain } }) =>
        db.transaction(async (transaction) => {
          const [row] = await transaction
            .update(clients)
            .set({ name, domain, updatedAt: sql`now()` })
            .where(isOwn(caller, clientId))
            .returning(columns);
          if (!row) throw new TRPCError({ code: 'NOT_FOUND' });
          await transaction.insert(auditEntries).values(entry(caller, 'clients.update', row.id, requestId));
          return toSingle(row);
        }),
      ),
  }),
});

const app = Fastify({
  loggerInstance: log,
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: () => randomUUID(),
});
app.addHook('onResponse', async (request, reply) => {
  const { method, url } = request;
  request.log.info({ method, path: url, status: reply.statusCode, durationMs: reply.elapsedTime }, 'request');
});
await app.register(fastifyTRPCOpenApiPlugin, {
  basePath: '/',
  router: appRouter,
  createContext: ({ req, res }: CreateFastifyContextOptions): Context => {
    const requestId = randomUUID();
    res.header('X-Request-Id', requestId);
    return {
      token: /^Bearer +([^\s]+) *$/i.exec(req.headers.authorization ?? '')?.[1],
      requestId,
      setHeader: (name, value) => void res.header(name, value),
    };
  },
});

await app.listen({ host: '127.0.0.1', port: Number(PORT) });
process.on('SIGTERM', () => process.exit(0));
