import { expect, test } from 'vitest';
import { createToken } from '../../src/tokens/queries.ts';
import { startApi } from '../support/api.ts';
import { auditOf } from '../support/rules.ts';

const api = await startApi();

test('a valid token gets ok, with an empty meta', async () => {
  const { token } = await api.organization();
  const { status, body } = await api.get('/v1/health', { token });
  expect(status).toBe(200);
  expect(body).toEqual({ data: { status: 'ok' }, meta: {} });
});

test('a user key needs no permission', async () => {
  const { userKey } = await api.organization();
  expect((await api.get('/v1/health', { token: await userKey([]) })).status).toBe(200);
});

test('a request without a valid token is answered 401', async () => {
  const { db, token } = await api.organization();
  const { token: expired } = await createToken(db, {
    userId: null,
    permissions: [],
    name: null,
    expiresAt: '2026-01-01T00:00:00.000Z',
  });
  const other = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
  for (const invalid of [undefined, other, expired, token.slice(0, -1), `${token}0`]) {
    const { status, body, headers } = await api.get('/v1/health', { token: invalid });
    expect(status).toBe(401);
    expect(body.error.code).toBe('unauthorized');
    expect(headers['www-authenticate']).toBe('Bearer');
  }
});

test('the query is ignored, and nothing is written', async () => {
  const organization = await api.organization();
  const { token } = organization;
  const { status, body } = await api.get('/v1/health?limit=0&cursor=&x=1&x=2', { token });
  expect(status).toBe(200);
  expect(body).toEqual({ data: { status: 'ok' }, meta: {} });
  expect(await auditOf(organization)).toEqual([]);
});
