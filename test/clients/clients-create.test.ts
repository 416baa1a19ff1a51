import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { auditOf, expectRefused, generous } from '../support/rules.ts';

const api = await startApi(generous);
const shared = await api.organization();
const post = (body: unknown, token = shared.token) => api.post('/v1/clients', { token, body });
const listed = async (token: string) => (await api.get('/v1/clients', { token })).body.data;

test('a new client is returned with exactly its five fields, and can be read at once', async () => {
  const { token } = await api.organization();
  const { status, body } = await post({ name: ' Globex ', domain: 'BÜCHER.example' }, token);
  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      name: 'Globex',
      domain: 'xn--bcher-kva.example',
      createdAt: expect.any(String),
      updatedAt: body.data.createdAt,
    },
    meta: {},
  });
  expect(Math.abs(Date.now() - Date.parse(body.data.createdAt))).toBeLessThan(3_600_000);
  expect((await api.get(`/v1/clients/${body.data.id}`, { token })).body).toEqual(body);
  expect(await listed(token)).toEqual([body.data]);
});

test('unknown fields are ignored, whatever their values, and a missing domain is null', async () => {
  const odd = { id: 'x', notes: 'a\0\ud800', createdAt: 'never', deletedAt: '2026-01-01', constructor: 1 };
  const { status, body } = await post({ name: 'Globex', ...odd });
  expect(status).toBe(200);
  expect(Object.keys(body.data).sort()).toEqual(['createdAt', 'domain', 'id', 'name', 'updatedAt']);
  expect(body.data.domain).toBeNull();
  expect((await api.get(`/v1/clients/${body.data.id}`, { token: shared.token })).status).toBe(200);
});

test('all invalid fields are reported at once, and nothing is created', async () => {
  const organization = await api.organization();
  const { id, token } = organization;
  const bad = { name: ' ', domain: null, organizationId: null };
  expectRefused(await post(bad, token), 'name', 'domain', 'organizationId');
  expectRefused(await post({}, token), 'name');
  // Its own id, too.
  expectRefused(await post({ name: 'Globex', organizationId: id }, token), 'organizationId');
  expect(await listed(token)).toEqual([]);
  expect(await auditOf(organization)).toEqual([]);
});
