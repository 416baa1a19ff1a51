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
/** The first ones also prepare statements and fill the token cache. */
const warmUp = 20;

/**
 * Makes many requests, one after the other on one connection. Returns what the median one takes, round trips to the
 * database, promises and timers: not what the process does in between, such as looking up the token again.
 */
async function costOf(method: string, path: string, body = '') {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = ['Host: x', `Authorization: Bearer ${token}`, 'Content-Type: application/json'];
  const request = [`${method} ${path} HTTP/1.1`, ...head, `Content-Length: ${body.length}`, '', body].join(
    '\r\n',
  );
  const made = { PROMISE: 0, Timeout: 0 };
  const hook = createHook({
    init(_id, type) {
      if (type === 'PROMISE' || type === 'Timeout') made[type] += 1;
    },
  });
  const totals: { roundTrips: number; promises: number; timers: number }[] = [];
  await new Promise<void>((resolve) => {
    socket.on('data', (answer) => {
      expect(String(answer)).toMatch(/^HTTP\/1.1 20/);
      totals.push({ roundTrips: way.sent(), promises: made.PROMISE, timers: made.Timeout });
      if (totals.length === warmUp) hook.enable();
      if (totals.length === warmUp + requests) resolve();
      else socket.write(request);
    });
    socket.write(request);
  });
  hook.disable();
  socket.destroy();
  const median = (of: keyof (typeof totals)[number]) =>
    totals
      .slice(warmUp)
      .map((total, index) => total[of] - (totals[warmUp + index - 1]?.[of] ?? 0))
      .sort((a, b) => a - b)[requests / 2];
  return { roundTrips: median('roundTrips'), promises: median('promises'), timers: median('timers') };
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
    expect(roundTrips).toBe(1);
    expect(promises).toBeLessThan(70);
    // Node's HTTP server makes two. Where requests are slow, the shared timers for Redis and the database stop in between.
    expect(timers).toBeLessThan(5);
  },
);
