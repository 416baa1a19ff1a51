import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { auditOf } from '../support/rules.ts';
import { callerOf, resultOf } from '../support/trpc.ts';

const api = await startApi();
const tight = await startApi({ limits: { organizationPerMinute: 7, endpointPerMinute: 3 } });

test("the token's organization is returned with exactly its nine fields, and nothing is recorded", async () => {
  const organization = await api.organization();
  const { id, slug, token } = organization;
  const { status, body } = await api.get('/v1/organization', { token });
  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      id,
      name: 'Test',
      slug,
      plan: 'free',
      defaultTimezone: 'UTC',
      defaultCurrency: 'USD',
      rateLimits: { organizationPerMinute: 100, endpointPerMinute: 50 },
      createdAt: expect.any(String),
      updatedAt: body.data.createdAt,
    },
    meta: {},
  });
  expect(Math.abs(Date.now() - Date.parse(body.data.createdAt))).toBeLessThan(3_600_000);
  expect(await auditOf(organization)).toEqual([]);
});

test('the rate limits shown are those in force, the same for every organization', async () => {
  const [first, second] = [await tight.organization(), await tight.organization()];
  for (const { token } of [first, second]) {
    const { body, headers } = await tight.get('/v1/organization', { token });
    expect(body.data.rateLimits).toEqual({ organizationPerMinute: 7, endpointPerMinute: 3 });
    expect(headers['ratelimit-policy']).toBe('"organization";q=7;w=60, "endpoint";q=3;w=60');
  }
});

test('the language model is off until it is switched on, which is recorded and leaves the public resource as it was', async () => {
  const organization = await api.organization();
  const { id, token } = organization;
  const { query, mutate } = callerOf(api, token);
  const before = (await api.get('/v1/organization', { token })).body.data;
  expect(resultOf(await query('organization.settings')).data).toEqual({ id, usesLanguageModel: false });
  for (const usesLanguageModel of [true, false, true]) {
    const settings = { id, usesLanguageModel };
    expect(resultOf(await mutate('organization.updateSettings', { usesLanguageModel })).data).toEqual(
      settings,
    );
    expect(resultOf(await query('organization.settings')).data).toEqual(settings);
  }
  expect((await api.get('/v1/organization', { token })).body.data).toEqual({
    ...before,
    updatedAt: expect.any(String),
  });
  expect(await auditOf(organization)).toHaveLength(3);
});
