import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { inject, test } from 'vitest';
import { openPostgres } from '../../src/core/db/database.ts';
import { startApi } from '../support/api.ts';
import { atEndOfFile } from '../support/cleanup.ts';
import { migratedDatabase } from '../support/migrated-database.ts';

/** A way to PostgreSQL that can be frozen (nothing passes any more) and cut (nobody gets in). */
async function proxyTo(target: URL) {
  const ways = new Map<Socket, Socket>();
  let isFrozen = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port) || 5432, target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      ways.set(from, to);
      from.on('error', () => to.destroy());
      from.on('close', () => ways.delete(from));
      if (!isFrozen) from.pipe(to);
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    freeze() {
      isFrozen = true;
      for (const [from, to] of ways) from.unpipe(to).pause();
    },
    /** Nothing passes any more on the connections that there are; new ones are made as ever. */
    silence() {
      for (const [from, to] of ways) from.unpipe(to).pause();
    },
    thaw() {
      isFrozen = false;
      for (const [from, to] of ways) from.pipe(to);
    },
    cut() {
      server.close();
      for (const socket of ways.keys()) socket.destroy();
    },
    mend: () => listen(port),
  };
}

/** The service, with its way to PostgreSQL: by default to the run's database. */
async function serviceBehindProxy(databaseUrl: string = inject('databaseUrl')) {
  const proxy = await proxyTo(new URL(databaseUrl));
  atEndOfFile(() => proxy.cut());
  const api = await startApi({ database: openPostgres(proxy.url, { maxConnections: 4 }) });
  return { proxy, api, ...(await api.organization()) };
}

test.concurrent('while PostgreSQL is frozen, every request is answered 503; the service recovers when it thaws', async ({
  expect,
}) => {
  const { proxy, api, token } = await serviceBehindProxy();
  expect((await api.get('/v1/clients', { token })).status).toBe(200);
  proxy.freeze();
  const answers = await Promise.all([
    api.get('/v1/clients', { token }),
    api.put('/v1/organization', { token, body: { name: 'Frozen' } }),
    api.get('/readyz'),
  ]);
  proxy.thaw();
  for (const { status, body, headers } of answers) {
    expect([status, body.error?.code]).toEqual([503, 'unavailable']);
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
  }
  await expect.poll(async () => (await api.get('/v1/clients', { token })).status).toBe(200);
});

test.concurrent('silent connections are replaced, and requests are served again', async ({ expect }) => {
  const { proxy, api, token } = await serviceBehindProxy();
  const inParallel = () =>
    Promise.all(Array.from({ length: 12 }, async () => (await api.get('/v1/clients', { token })).status));
  expect(new Set(await inParallel())).toEqual(new Set([200]));
  proxy.silence();
  expect(new Set(await inParallel())).toEqual(new Set([503]));
  await expect.poll(async () => (await api.get('/v1/clients', { token })).status).toBe(200);
});

test.concurrent('while PostgreSQL is down, requests are answered 503; the service reconnects when it is back', async ({
  expect,
}) => {
  const { proxy, api, token } = await serviceBehindProxy();
  expect((await api.get('/v1/clients', { token })).status).toBe(200);
  proxy.cut();
  for (let call = 0; call < 3; call++) {
    expect((await api.get('/v1/clients', { token })).status).toBe(503);
  }
  await proxy.mend();
  await expect.poll(async () => (await api.get('/v1/clients', { token })).status).toBe(200);
});

test.concurrent('a write answered 503 is not applied afterwards', async ({ expect }) => {
  // Its own, since its tables are locked for longer than the statements of other tests may take.
  const { url: databaseUrl } = await migratedDatabase();
  const { api, token } = await serviceBehindProxy(databaseUrl);
  const other = openPostgres(databaseUrl, { maxConnections: 1 });
  const held = other.db.transaction(async (transaction) => {
    await transaction.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await transaction.execute(sql`lock table clients in share mode`);
    const answer = await api.post('/v1/clients', { token, body: { name: 'Late' } });
    return answer;
  });
  const answer = await held;
  await other.close();
  expect([answer.status, answer.body.error?.code]).toEqual([503, 'unavailable']);
  expect((await api.get('/v1/clients', { token })).body.data).toEqual([]);
});

test.concurrent('a write whose steps together exceed the timeout is not applied either', async ({
  expect,
}) => {
  const { url: databaseUrl } = await migratedDatabase();
  const { api, token } = await serviceBehindProxy(databaseUrl);
  const holders = [1, 2, 3].map(() => openPostgres(databaseUrl, { maxConnections: 1 }));
  const releases: (() => void)[] = [];
  const hold = (index: number, table: string) =>
    holders[index]?.db.transaction(async (transaction) => {
      await transaction.execute(sql`set local idle_in_transaction_session_timeout = 0`);
      await transaction.execute(sql.raw(`lock table ${table} in share mode`));
      await new Promise<void>((resolve) => (releases[index] = resolve));
    });
  const held = [hold(0, 'clients'), hold(1, 'assignment_rules')];
  const locks = sql<number>`(select count(*)::int from pg_locks join pg_database on oid = database
    where datname = current_database() and mode = 'ShareLock' and locktype = 'relation')`;
  const countLocks = async () =>
    (await holders[2]?.db.select({ count: locks }).from(sql`(select 1) as one`))?.[0]?.count;
  await expect.poll(countLocks).toBe(2);
  const answering = api.post('/v1/clients', { token, body: { name: 'Late', domain: 'late.example' } });
  // Less than a step may take, and more than is left for the next one; with more the first step is too long, too.
  setTimeout(() => releases[0]?.(), 1_500);
  const answer = await answering;
  releases[1]?.();
  expect([answer.status, answer.body.error?.code]).toEqual([503, 'unavailable']);
  await Promise.all(held);
  // Waits for the request's transaction to end, one way or the other.
  await holders[2]?.db.transaction((transaction) =>
    transaction.execute(sql`lock table clients in exclusive mode`),
  );
  expect((await api.get('/v1/clients', { token })).body.data).toEqual([]);
  await Promise.all(holders.map((holder) => holder.close()));
});

test.concurrent('the service reconnects after the database closes every connection', async ({ expect }) => {
  const { proxy, api, token } = await serviceBehindProxy();
  expect((await api.get('/v1/organization', { token })).status).toBe(200);
  proxy.cut();
  await proxy.mend();
  const statuses: number[] = [];
  for (let call = 0; call < 20; call++) statuses.push((await api.get('/v1/organization', { token })).status);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(statuses.at(-1)).toBe(200);
});
