import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ApiError } from '../../src/core/errors.ts';
import { operations } from '../../src/http/operations.ts';

const read = (name: string) => readFileSync(new URL(`../../ops/${name}`, import.meta.url), 'utf8');

test('nginx and HAProxy retry a POST of /v1 only to operations that honour an Idempotency-Key', () => {
  const honouring = operations.filter(({ takesIdempotencyKey }) => takesIdempotencyKey);
  const paths = honouring.map(({ path }) => path);
  const nginx = [...read('nginx.conf').matchAll(/location = (\S+) \{\s+error_page 418 = @repeatable;/g)];
  expect(nginx.map(([, path]) => path)).toEqual(paths);
  expect(read('nginx.conf').match(/@repeatable;/g)).toHaveLength(nginx.length);
  const haproxy = [...read('haproxy.cfg').matchAll(/\{ method POST \}(?: \{ path ([^}]+) \})?/g)];
  expect(haproxy.flatMap(([, path = '']) => path.split(' '))).toEqual(paths);
});

test('HAProxy answers as the API does while no server is ready', () => {
  const { apiCode: code, message, headers } = new ApiError('unavailable');
  expect(read('haproxy.cfg')).toContain(
    `'${JSON.stringify({ error: { code, message } })}' hdr Retry-After ${headers?.['Retry-After']}`,
  );
});
