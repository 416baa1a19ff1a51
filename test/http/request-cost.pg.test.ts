import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, inject, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { atEndOfFile } from '../support/cleanup.ts';
import { forwardTo } from '../support/forwarder.ts';
import { listen } from '../support/listen.ts';
import { openTestPostgres } from '../support/postgres.ts';
import { generous } from '../support/rules.ts';

const way = await forwardTo(inject('databaseUrl'));
const { app, organization } = await startApi({ ...generous, database: openTestPostgres(way.url) });
atEndOfFile(way.close);
await app.ready();
const port = await listen(app.server);
const { token, client } = await organization();
const { id } = await client();

const requests = 200;

/** Makes many requests, one after the other on one connection. Returns how many round trips to the database each takes. */
async function roundTrips(method: string, path: string, body = '') {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = ['Host: x', `Authorization: Bearer ${token}`, 'Content-Type: application/json'];
  const request = [`${method} ${path} HTTP/1.1`, ...head, `Content-Length: ${body.length}`, '', body].join(
    '\r\n',
  );
  let sentBefore = 0;
  await new Promise<void>((resolve) => {
    // The first ones also prepare statements and fill the token cache.
    let left = requests + 20;
    socket.on('data', (answer) => {
      expect(String(answer)).toMatch(/^HTTP\/1.1 20/);
      left -= 1;
      if (left === requests) sentBefore = way.sent();
      if (left === 0) resolve();
      else socket.write(request);
    });
    socket.write(request);
  });
  socket.destroy();
  return (way.sent() - sentBefore) / requests;
}

test.each([
  ['a read', 'GET', `/v1/clients/${id}`, ''],
  ['a list', 'GET', '/v1/clients', ''],
  ['a create', 'POST', '/v1/clients', '{"name":"Globex","domain":"globex.example"}'],
  ['an update', 'PUT', `/v1/clients/${id}`, '{"name":"Globex"}'],
])('%s takes one round trip to the database', async (_name, method, path, body) => {
  // On a slow machine the token is looked up again meanwhile.
  expect(Math.floor(await roundTrips(method, path, body))).toBe(1);
});
