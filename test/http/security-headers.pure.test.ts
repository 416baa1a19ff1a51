import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openPostgres } from '../../src/core/db/database.ts';
import { scriptPath } from '../../src/http/docs.ts';
import { generateToken } from '../../src/tokens/token.ts';
import { startApi } from '../support/api.ts';
import { openPrivateDatabase } from '../support/private-database.ts';
import { exchange } from '../support/raw-socket.ts';

const origin = 'https://app.example.com';
const database = await openPrivateDatabase();
const api = await startApi({ database, corsOrigins: [origin] });
const { token } = await api.organization();
await database.db.execute(sql`drop table clients cascade`);
const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
const unreachable = await startApi({ database: openPostgres('postgres://nobody@127.0.0.1:1/none') });
const unreachableUrl = await unreachable.app.listen({ port: 0, host: '127.0.0.1' });

const close = 'Host: x\r\nConnection: close\r\n';
const bearer = (key = token) => `Authorization: Bearer ${key}\r\n`;
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${close}${headers}\r\n`;
const update = (type: string, body: string) =>
  `PUT /v1/organization HTTP/1.1\r\n${close}${bearer()}Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** One request of each kind of answer, as it goes over the wire, and its status. */
const kinds: Record<string, [status: number, bytes: string, at?: string]> = {
  'a success': [200, get('/v1/organization', bearer())],
  'a success on tRPC': [200, get('/trpc/organization.get', bearer())],
  'a batch on tRPC': [200, get('/trpc/organization.get,health.check?batch=1', bearer())],
  'a HEAD': [200, `HEAD /v1/organization HTTP/1.1\r\n${close}${bearer()}\r\n`],
  'a bad body': [400, update('application/json', '{')],
  'a request without a token': [401, get('/v1/clients')],
  'one without a token on tRPC': [401, get('/trpc/clients.list')],
  'an unknown path': [404, get('/nothing')],
  'a path that cannot be decoded': [404, get('/%zz')],
  'another method': [405, `DELETE /v1/clients HTTP/1.1\r\n${close}\r\n`],
  CONNECT: [405, `CONNECT example.com:443 HTTP/1.1\r\n${close}\r\n`],
  'broken HTTP': [400, get('/v1/clients', 'broken\r\n')],
  'a large body': [413, update('application/json', 'x'.repeat(200_000))],
  'another media type': [415, update('text/plain', 'x')],
  'large headers': [431, get('/', `X-Padding: ${'x'.repeat(17_000)}\r\n`)],
  'a fault inside': [500, get('/v1/clients', bearer())],
  'a fault inside on tRPC': [500, get('/trpc/clients.list', bearer())],
  'a database out of reach': [503, get('/v1/clients', bearer(generateToken())), unreachableUrl],
  '/': [200, get('/')],
  '/ in a browser': [302, get('/', 'Accept: text/html\r\n')],
  '/livez': [200, get('/livez')],
  '/readyz': [200, get('/readyz')],
  '/readyz of what is not ready': [503, get('/readyz'), unreachableUrl],
  '/openapi.json': [200, get('/openapi.json')],
  '/docs': [200, get('/docs')],
  'the script of /docs': [200, get(scriptPath)],
  'an OPTIONS': [405, `OPTIONS /v1/clients HTTP/1.1\r\n${close}\r\n`],
  'a preflight': [
    204,
    `OPTIONS /v1/clients HTTP/1.1\r\n${close}Origin: ${origin}\r\nAccess-Control-Request-Method: GET\r\n\r\n`,
  ],
};

test.each(Object.entries(kinds))('%s has the security headers', async (kind, [status, bytes, at = url]) => {
  const [answer = expect.fail('There was no answer.')] = await exchange(at, bytes);
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(answer.headers)?.[1]?.trim();
  expect([answer.status, header('X-Content-Type-Options')]).toEqual([status, 'nosniff']);
  expect(header('X-Request-Id')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect([header('Server'), header('X-Powered-By')]).toEqual([undefined, undefined]);
  // Its name changes with its content.
  const isScript = kind === 'the script of /docs';
  expect(header('Cache-Control')).toBe(
    isScript ? 'public, max-age=31536000, immutable' : 'private, no-cache',
  );
  expect(header('Content-Security-Policy')).toMatch(
    kind === '/docs'
      ? /^default-src 'none'; .*frame-ancestors 'none'$/
      : /^default-src 'none'; frame-ancestors 'none'$/,
  );
});

test('the Host and forwarding headers such as X-Forwarded-For change no answer', async () => {
  const forwarded = {
    host: 'evil.example',
    forwarded: 'for=203.0.113.7;host=evil.example;proto=https',
    ...{ 'x-forwarded-for': '203.0.113.7', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  };
  for (const path of ['/docs', '/openapi.json', '/v1/nothing']) {
    const [plain, given] = [await api.get(path), await api.get(path, { headers: forwarded })];
    expect([given.status, given.text]).toEqual([plain.status, plain.text]);
  }
  expect(api.logLines.join()).not.toMatch(/203\.0\.113\.7|evil/);
});
