import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, inject, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { forwardTo } from '../support/forwarder.ts';
import { listen } from '../support/listen.ts';
import { openTestPostgres } from '../support/postgres.ts';
import { generous } from '../support/rules.ts';

const way = await forwardTo(inject('databaseUrl'));
const { app, organization } = await startApi({ ...generous, database: openTestPostgres(way.url) });
await app.ready();
const port = await listen(app.server);
const { token, client } = await organization();
const { id } = await client();

const requests = 200;

/**
 * Makes many requests, one after the other on one connection. Returns what each of them takes on average: round trips to
 * the database, promises and timers.
 */
async function costOf(method: string, path: string, body = '') {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = ['Host: x', `Authorization: Bearer ${token}`, 'Content-Type: application/json'];
  const request = [`${method} ${path} HTTP/1.1`, ...head, `Content-Length: ${body.length}`, '', body].join(
    '\r\n',
  );
  const made = new Map<string, number>();
  const hook = createHook({ init: (_id, type) => void made.set(type, (made.get(type) ?? 0) + 1) });
  let sentBefore = 0;
  await new Promise<void>((resolve) => {
    // The first ones also prepare statements and fill the token cache.
    let left = requests + 20;
    socket.on('data', (answer) => {
      expect(String(answer)).toMatch(/^HTTP\/1.1 20/);
      left -= 1;
      if (left === requests) {
        sentBefore = way.sent();
        hook.enable();
      }
      if (left === 0) resolve();
      else socket.write(request);
    });
    socket.write(request);
  });
  hook.disable();
  socket.destroy();
  const each = (total = 0) => total / requests;
  return {
    roundTrips: each(way.sent() - sentBefore),
    promises: each(made.get('PROMISE')),
    timers: each(made.get('Timeout')),
  };
}

test.each([
  ['a read', 'GET', `/v1/clients/${id}`, ''],
  ['a list', 'GET', '/v1/clients', ''],
  ['a create', 'POST', '/v1/clients', '{"name":"Globex","domain":"globex.example"}'],
  ['an update', 'PUT', `/v1/clients/${id}`, '{"name":"Globex"}'],
])(
  '%s takes one round trip to the database, fewer than 70 promises and fewer than 5 timers',
  async (_name, method, path, body) => {
    const { roundTrips, promises, timers } = await costOf(method, path, body);
    // On a slow machine the token is looked up again meanwhile.
    expect(Math.floor(roundTrips)).toBe(1);
    expect(promises).toBeLessThan(70);
    // Node's HTTP server makes two. Where requests are slow, the shared timers for Redis and the database stop in between.
    expect(timers).toBeLessThan(5);
  },
);
