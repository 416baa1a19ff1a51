import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { auditOf, backdate, expectAudited, expectRefused, generous, longAgo } from '../support/rules.ts';

const api = await startApi(generous);
const put = (body: unknown, token: string) => api.put('/v1/organization', { token, body });

test('the fields sent are updated, the others stay, and the updated organization is returned', async () => {
  const { id, slug, token } = await api.organization();
  await backdate(api, 'organizations', id);
  const { status, body } = await put({ name: 'Initech', defaultCurrency: 'EUR' }, token);
  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      id,
      name: 'Initech',
      slug,
      plan: 'free',
      defaultTimezone: 'UTC',
      defaultCurrency: 'EUR',
      rateLimits: { organizationPerMinute: 10_000, endpointPerMinute: 10_000 },
      createdAt: longAgo,
      updatedAt: expect.any(String),
    },
    meta: {},
  });
  expect(Math.abs(Date.now() - Date.parse(body.data.updatedAt))).toBeLessThan(3_600_000);
  expect((await api.get('/v1/organization', { token })).body).toEqual(body);
  const next = await put({ defaultTimezone: 'Europe/Berlin' }, token);
  expect(next.body.data).toEqual({
    ...body.data,
    defaultTimezone: 'Europe/Berlin',
    updatedAt: next.body.data.updatedAt,
  });
});

test.each([
  ['{}', {}],
  ['only unknown fields', { description: 'x', id: null }],
])('a body of %s changes nothing, updatedAt included', async (_what, body) => {
  const organization = await api.organization();
  const { id, token } = organization;
  await backdate(api, 'organizations', id);
  const before = await api.get('/v1/organization', { token });
  const { status, text } = await put(body, token);
  expect(status).toBe(200);
  expect(text).toBe(before.text);
  expect((await api.get('/v1/organization', { token })).body.data.updatedAt).toBe(longAgo);
  expect(await auditOf(organization)).toEqual([]);
});

test('unknown fields are ignored, whatever their values', async () => {
  const { id, token } = await api.organization();
  const { status, body } = await put(
    {
      name: 'Initech',
      id: 'x',
      rateLimits: { organizationPerMinute: 1 },
      createdAt: null,
      'a\0\ud800': 'b\0',
    },
    token,
  );
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ id, name: 'Initech' });
  expect(Object.keys(body.data)).toHaveLength(9);
  expect(body.data.rateLimits.organizationPerMinute).toBe(10_000);
});

test('all invalid fields are reported at once, and nothing is written or recorded', async () => {
  const organization = await api.organization();
  const bad = { name: '', defaultTimezone: 'Mars', defaultCurrency: 'eur', plan: 'pro', slug: null };
  expectRefused(await put(bad, organization.token), ...Object.keys(bad));
  const oneGood = { ...bad, name: 'Initech' };
  expectRefused(
    await put(oneGood, organization.token),
    ...Object.keys(bad).filter((field) => field !== 'name'),
  );
  expect((await api.get('/v1/organization', { token: organization.token })).body.data.name).toBe('Test');
  expect(await auditOf(organization)).toEqual([]);
});

test('values are stored in their normal form', async () => {
  const { token } = await api.organization();
  const sent = { name: ' Initech ', defaultTimezone: ' Europe/Berlin ', defaultCurrency: ' EUR ' };
  const stored = { name: 'Initech', defaultTimezone: 'Europe/Berlin', defaultCurrency: 'EUR' };
  expect((await put(sent, token)).body.data).toMatchObject(stored);
  expect((await api.get('/v1/organization', { token })).body.data).toMatchObject(stored);
});

test('no other organization changes', async () => {
  const [first, second] = [await api.organization(), await api.organization()];
  const before = await api.get('/v1/organization', { token: second.token });
  await put({ name: 'Changed', id: second.id, organizationId: second.id }, first.token);
  expect((await api.get('/v1/organization', { token: second.token })).text).toBe(before.text);
});

test('a change is recorded once, with its token and its request', async () => {
  const organization = await api.organization();
  const answer = await put({ name: 'Initech', defaultCurrency: 'EUR' }, organization.token);
  await expectAudited(organization, answer, {
    operation: 'organization.update',
    resource: `organization/${organization.id}`,
    before: { name: 'Test', defaultTimezone: 'UTC', defaultCurrency: 'USD' },
    after: { name: 'Initech', defaultTimezone: 'UTC', defaultCurrency: 'EUR' },
  });
});
