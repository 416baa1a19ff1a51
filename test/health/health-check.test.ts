import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { auditOf } from '../support/rules.ts';

const api = await startApi();

test('a valid token gets ok, whatever the query, and nothing is written', async () => {
  const organization = await api.organization();
  const { token } = organization;
  const { status, body } = await api.get('/v1/health?limit=0&cursor=&x=1&x=2', { token });
  expect(status).toBe(200);
  expect(body).toEqual({ data: { status: 'ok' }, meta: {} });
  expect(await auditOf(organization)).toEqual([]);
});
