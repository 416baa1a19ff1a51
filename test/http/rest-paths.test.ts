import { randomUUID } from 'node:crypto';
import { METHODS } from 'node:http';
import { expect, test } from 'vitest';
import { operations } from '../../src/http/operations.ts';
import { startApi } from '../support/api.ts';

const api = await startApi();

const paths = [...new Set(operations.map(({ path }) => path))];
const methodsOf = (path: string) =>
  operations
    .filter((operation) => operation.path === path)
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .sort();

const client = `/v1/clients/${randomUUID()}`;
const nowhere = [
  ...['/index.html', '/v1', '/v1/', '/v2/clients', '/clients', '/v1/nothing', '/V1/clients', '/v1/Clients'],
  ...['/v1/clients/', '/v1/health/', '//v1/clients', '/v1//clients', '/v1/clients//activities', `${client}/`],
  ...[`${client}/Activities`, `${client}/activities/`, `${client}/dashboards`, `${client}/dashboards/other`],
  ...[
    '/v1/clients.json',
    '/v1/clients;x=1',
    '/v1/health%20',
    '/v1/health%00',
    '/v1/health%2F',
    '/v1%2Fhealth',
  ],
  ...['/v1/../v1/nothing', '/metrics', '/trpc', '/trpc/', '/__proto__', '/v1/constructor'],
  // These cannot be decoded.
  ...['/v1/clients/%', '/v1/clients/%zz', '/v1/clients/%ff', '/%c3%28', '/v1/%E0%A4%A', '/trpc/%'],
  ...['nothing', 'clients', 'Clients.list', 'clients.list.x', 'clients/list', '__proto__', '%00'].map(
    (procedure) => `/trpc/${procedure}`,
  ),
];

test.each(nowhere)(
  '%s is an unknown path: 404 with the error body, with or without a token',
  async (path) => {
    const { token } = await api.organization();
    const answers = [
      await api.get(path),
      await api.get(path, { token }),
      await api.post(path, { token, body: '{' }),
    ];
    for (const { status, body, headers } of answers) {
      expect(status).toBe(404);
      const message = expect.stringMatching(/^There is no endpoint at this path\. .*\/openapi\.json/);
      // Below /trpc in the form of tRPC's errors.
      expect(body.error.data?.error ?? body.error).toEqual({ code: 'not_found', message });
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers.ratelimit).toBeUndefined();
      expect(headers['www-authenticate']).toBeUndefined();
    }
  },
);

test.each(paths)(
  '%s answers every other method 405 with the allowed methods, with or without a token',
  async (path) => {
    const { token } = await api.organization();
    const url = path.replaceAll(/\{\w+\}/g, randomUUID());
    const allowed = methodsOf(path);
    const others = METHODS.filter((method) => method !== 'CONNECT' && !allowed.includes(method));
    expect(others).toEqual(
      expect.arrayContaining(['DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PURGE', 'PROPFIND']),
    );
    for (const [index, method] of others.entries()) {
      const answer = await api.call(method, url, index % 2 ? { token } : {});
      expect([method, answer.status]).toEqual([method, 405]);
      expect(String(answer.headers.allow).split(', ').sort()).toEqual(allowed);
      if (method !== 'HEAD')
        expect(answer.body.error).toEqual({
          code: 'method_not_allowed',
          message: `This path supports only ${answer.headers.allow}.`,
        });
      expect(answer.headers.ratelimit).toBeUndefined();
    }
  },
);

test('HEAD returns the same as GET, without a body, and needs a token, the permission and a valid query', async () => {
  const { token, userKey } = await api.organization();
  const other = await userKey([]);
  for (const [status, url, key] of [
    [200, '/v1/clients', token],
    [401, '/v1/clients', undefined],
    [403, '/v1/clients', other],
    [400, '/v1/clients?limit=0', token],
    [404, client, token],
    [404, '/v1/nothing', undefined],
  ] as const) {
    const get = await api.get(url, { token: key });
    const head = await api.call('HEAD', url, { token: key });
    expect([get.status, head.status, head.text]).toEqual([status, status, '']);
    for (const name of ['content-type', 'content-length', 'cache-control', 'ratelimit-policy'])
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
  }
});
