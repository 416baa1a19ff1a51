import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { isInstalled, type ProxyName, proxyNames, startProxy } from '../../proof/support/shipped-proxy.ts';
import { ApiError } from '../../src/core/errors.ts';
import { operations, procedures } from '../../src/http/operations.ts';
import { atEndOfFile } from '../support/cleanup.ts';
import { eventTimeoutMs } from '../support/timeouts.ts';

test('nginx retries a POST only to operations that honour an Idempotency-Key', () => {
  const file = readFileSync(new URL('../../ops/nginx.conf', import.meta.url), 'utf8');
  const retried = [...file.matchAll(/location ([^{]+) \{[^}]*?error_page 418 = @repeatable;/g)];
  expect(file.match(/@repeatable;/g)).toHaveLength(retried.length);
  const honouring = operations.filter(({ takesIdempotencyKey }) => takesIdempotencyKey);
  expect(procedures.filter(({ takesIdempotencyKey }) => takesIdempotencyKey)).toEqual(honouring);
  expect(retried.map(([, location]) => location)).toEqual(honouring.map(({ path }) => `= ${path}`));
});

const key = { 'idempotency-key': 'a' };

/** Starts a server that is ready, but closes the connection of every other request. */
async function startCuttingServer(onRequest: () => void): Promise<number> {
  const server = createServer(({ url, socket }, answer) => {
    if (url === '/readyz') return answer.end();
    onRequest();
    return socket.destroy();
  }).listen(0, '127.0.0.1');
  atEndOfFile(() => server.close());
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The address has no port.');
  return address.port;
}

/** Sends a request through a proxy to two such servers, and counts how often they receive it. */
async function timesReceived(name: ProxyName, method: string, path: string, headers = {}): Promise<number> {
  let count = 0;
  const ports = [await startCuttingServer(() => count++), await startCuttingServer(() => count++)];
  const { origin } = await startProxy({ atEnd: atEndOfFile }, name, ports);
  const { status } = await fetch(origin + path, { method, headers });
  expect(status).toBe(502);
  return count;
}

describe.each(proxyNames)('%s', (name) => {
  test.skipIf(!isInstalled(name)).each([
    ['/v1/clients', {}],
    ['/v1/clients/0/activities', key],
    ['/trpc/tokens.create', key],
    ['/trpc/clients.create,tokens.create', key],
    ['/trpc/clients.create%2Ctokens.create', key],
  ])('does not retry POST %s, which may have been done, with the headers %j', async (path, headers) => {
    expect(await timesReceived(name, 'POST', path, headers)).toBe(1);
  });

  test.skipIf(!isInstalled(name)).each([
    ['GET', '/v1/clients', {}],
    ['PUT', '/v1/organization', {}],
    ['POST', '/v1/clients', key],
  ])('retries %s %s, which can be repeated, with the headers %j', async (method, path, headers) => {
    expect(await timesReceived(name, method, path, headers)).toBeGreaterThan(1);
  });
});

test.skipIf(!isInstalled('haproxy'))('HAProxy answers as the API does while no server is ready', async () => {
  let isReady = true;
  const ports = await Promise.all(
    [0, 1].map(async () => {
      const server = createServer((_, answer) => answer.writeHead(isReady ? 200 : 503).end()).listen(
        0,
        '127.0.0.1',
      );
      atEndOfFile(() => server.close());
      await once(server, 'listening');
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('The address has no port.');
      return address.port;
    }),
  );
  const { origin } = await startProxy({ atEnd: atEndOfFile }, 'haproxy', ports);
  isReady = false;
  const unavailable = new ApiError('unavailable');
  const body = { error: { code: unavailable.apiCode, message: unavailable.message } };
  await expect
    .poll(async () => (await fetch(`${origin}/v1/clients`)).headers.get('retry-after'), {
      timeout: eventTimeoutMs,
    })
    .toBe(unavailable.headers?.['Retry-After']);
  const response = await fetch(`${origin}/v1/clients`);
  expect([response.status, response.headers.get('content-type')]).toEqual([503, 'application/json']);
  expect(await response.json()).toEqual(body);
});
