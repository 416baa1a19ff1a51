import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readBody } from '../../src/http/body.ts';

function requestOf(bytes: number) {
  const request = new IncomingMessage(new Socket());
  request.headers = { 'content-type': 'application/json', 'content-length': String(bytes) };
  return request;
}

test('a body in parts is read as one text, characters across them included', async () => {
  const bytes = Buffer.from('{"name":"Zoë"}');
  const request = requestOf(bytes.length);
  const read = readBody(request);
  for (const part of [bytes.subarray(0, 12), bytes.subarray(12)]) request.push(part);
  request.push(null);
  expect(await read).toBe('{"name":"Zoë"}');
});

test('reading a body ends when the caller leaves in the middle of it', async () => {
  const request = requestOf(100);
  const read = readBody(request);
  request.push('{');
  request.destroy();
  await expect(read).rejects.toThrow('JSON');
});

test('reading a body ends when the caller left before', async () => {
  const request = requestOf(100);
  request.destroy();
  await once(request, 'close');
  await expect(readBody(request)).rejects.toThrow('JSON');
});
