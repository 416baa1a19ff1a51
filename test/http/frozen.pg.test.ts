import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { openPostgres } from '../../src/core/db/database.ts';
import { startApi } from '../support/api.ts';
import { atEndOfFile } from '../support/cleanup.ts';
import { migratedDatabase } from '../support/migrated-database.ts';

/** A way to PostgreSQL that can be frozen: nothing passes any more. */
async function proxyTo(target: URL) {
  const ways = new Map<Socket, Socket>();
  let isFrozen = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port) || 5432, target.hostname);
    ways.set(client, upstream).set(upstream, client);
    for (const [from, to] of [...ways])
      from.on('error', () => to.destroy()).on('close', () => ways.delete(from));
    if (!isFrozen) client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEndOfFile(() => {
    server.close();
    for (const socket of ways.keys()) socket.destroy();
  });
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    freeze() {
      isFrozen = true;
      for (const [from, to] of ways) from.unpipe(to).pause();
    },
    thaw() {
      isFrozen = false;
      for (const [from, to] of ways) from.pipe(to);
    },
  };
}

test('while PostgreSQL is frozen, every request is answered 503; the service recovers when it thaws', async () => {
  const proxy = await proxyTo(new URL(inject('databaseUrl')));
  const api = await startApi({
    database: openPostgres(proxy.url, { maxConnections: 4 }),
    databaseTimeoutMs: 50,
  });
  const { token } = await api.organization();
  const status = async () => (await api.get('/v1/clients', { token })).status;
  await expect.poll(status).toBe(200);
  proxy.freeze();
  const answers = await Promise.all([
    api.get('/v1/clients', { token }),
    api.put('/v1/organization', { token, body: { name: 'Frozen' } }),
    api.get('/readyz'),
  ]);
  for (const { status, body, headers } of answers) {
    expect([status, body.error?.code]).toEqual([503, 'unavailable']);
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
  }
  proxy.thaw();
  await expect.poll(status).toBe(200);
});

test('a write answered 503 is not applied afterwards', async () => {
  // Its own, since its tables are locked for longer than the statements of other tests may take.
  const { url } = await migratedDatabase();
  const api = await startApi({ database: openPostgres(url, { statementTimeoutMs: 100 }) });
  const { token } = await api.organization();
  const other = openPostgres(url, { maxConnections: 1, statementTimeoutMs: 60_000 });
  const answer = await other.db.transaction(async (transaction) => {
    await transaction.execute(sql`lock table clients in share mode`);
    return api.post('/v1/clients', { token, body: { name: 'Late' } });
  });
  await other.close();
  expect([answer.status, answer.body.error?.code]).toEqual([503, 'unavailable']);
  await expect.poll(async () => (await api.get('/v1/clients', { token })).body.data).toEqual([]);
});
