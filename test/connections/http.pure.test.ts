import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AddressRefused } from '../../src/connections/addresses.ts';
import { ConnectionFault } from '../../src/connections/fault.ts';
import { type HttpBounds, sendRequest } from '../../src/connections/http.ts';
import { startHttpServer } from '../support/http-server.ts';

const bounds: HttpBounds = { allowPrivate: true, maxBytes: 1_000, timeoutMs: 10_000, maxRedirects: 3 };
const never = new AbortController().signal;
const get = (url: string, given: Partial<HttpBounds> = {}) =>
  sendRequest(new URL(url), {}, { ...bounds, ...given }, never);

test('a compressed answer is decompressed, and user and password are sent as basic authentication', async () => {
  const server = await startHttpServer((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip', etag: '"1"' }).end(gzipSync('hello')),
  );
  const url = server.url.replace('http://', 'http://ann:100%25%40%@');
  const { status, headers, body } = await get(url);
  expect([status, headers.get('etag'), body.toString()]).toEqual([200, '"1"', 'hello']);
  expect(server.requests[0]?.headers.authorization).toBe(
    `Basic ${Buffer.from('ann:100%@%').toString('base64')}`,
  );
});

test('a private address is refused before anything is sent to it', async () => {
  const server = await startHttpServer((_, response) => response.end());
  await expect(get(server.url, { allowPrivate: false })).rejects.toThrow(AddressRefused);
  expect(server.requests).toEqual([]);
});

test('plain HTTP is refused beyond this machine, and so is any other protocol', async () => {
  await expect(get('http://10.0.0.1/')).rejects.toThrow(/must use https/);
  await expect(get('http://8.8.8.8/')).rejects.toThrow(/must use https/);
  await expect(get('ftp://8.8.8.8/')).rejects.toThrow(/is not an https/);
});

test('up to three redirects are followed, and each target is checked', async () => {
  const server = await startHttpServer(({ path }, response) => {
    const left = Number(path.slice(1));
    if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
    else response.end('arrived');
  });
  expect((await get(`${server.url}/3`)).body.toString()).toBe('arrived');
  await expect(get(`${server.url}/4`)).rejects.toThrow(/redirects more than 3 times/);
  for (const [location, reason] of [
    ['https://169.254.169.254/', 'has no address that a connection may use'],
    ['http://10.0.0.1/', 'must use https'],
    ['file:///etc/passwd', 'is not an https'],
    ['http://[', 'redirects to an invalid URL'],
  ] as const) {
    server.answer = (_, response) => response.writeHead(302, { location }).end();
    await expect(get(server.url)).rejects.toThrow(reason);
  }
});

test('a connection goes to the address that was checked, whatever the name is resolved to later', async () => {
  const server = await startHttpServer((_, response) => response.end('here'));
  // Nothing but this look-up knows the name.
  const resolved = Object.assign([{ address: '127.0.0.1', family: 4 }], { address: '127.0.0.1', family: 4 });
  const lookup = vi.spyOn(dns, 'lookup').mockResolvedValue(resolved);
  syncBuiltinESMExports();
  onTestFinished(() => {
    lookup.mockRestore();
    syncBuiltinESMExports();
  });
  const url = server.url.replace('127.0.0.1', 'rebound.invalid');
  expect((await get(url)).body.toString()).toBe('here');
  expect(lookup).toHaveBeenCalledOnce();
});

test('a redirect to another server does not pass on user and password', async () => {
  const other = await startHttpServer((_, response) => response.end());
  const server = await startHttpServer((_, response) =>
    response.writeHead(302, { location: other.url }).end(),
  );
  await get(server.url.replace('http://', 'http://ann:secret@'));
  expect(server.requests[0]?.headers.authorization).toBeDefined();
  expect(other.requests[0]?.headers.authorization).toBeUndefined();
});

test('an answer that is too large, also only after decompression, is refused', async () => {
  const server = await startHttpServer((_, response) => response.end('x'.repeat(1_001)));
  await expect(get(server.url)).rejects.toThrow(/sends more than 1,000 bytes/);
  server.answer = (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1_000_000)));
  await expect(get(server.url)).rejects.toThrow(/sends more than 1,000 bytes/);
});

test('a server that is silent, cuts the answer short or refuses is named, and the path of the URL is not', async () => {
  const server = await startHttpServer(() => {});
  const secret = `${server.url}/private-swordfish/basic.ics?token=swordfish`;
  const failing = async (given: Partial<HttpBounds> = {}) => {
    const error: unknown = await get(secret, given).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionFault);
    expect(String(error)).toContain('127.0.0.1');
    expect(String(error)).not.toContain('swordfish');
    return String(error);
  };
  expect(await failing({ timeoutMs: 100 })).toContain('took longer than 0.1 s');
  server.answer = (_, response) => {
    response.writeHead(200, { 'content-length': '500' }).write('BEGIN');
    response.destroy();
  };
  expect(await failing()).toContain('closed the connection');
  server.answer = (_, response) => response.destroy();
  expect(await failing()).toContain('closed the connection');
  server.answer = (_, response) => {
    response.socket?.end('HTTP/1.1 200 OK\r\nswordfish: \u0000\r\n\r\n');
  };
  expect(await failing()).toContain('an unexpected response');
  server.answer = (_, response) => {
    response.writeHead(200, { 'x-long': 'swordfish'.repeat(9_000) }).end();
  };
  expect(await failing()).toContain('an unexpected response');
});
