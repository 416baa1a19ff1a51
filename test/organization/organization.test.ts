import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { auditOf } from '../support/rules.ts';
import { callerOf, resultOf } from '../support/trpc.ts';

const limits = { organizationPerMinute: 70, endpointPerMinute: 30 };
const api = await startApi({ limits });

test("the token's organization is returned with exactly its nine fields and the limits in force, and nothing is recorded", async () => {
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
      rateLimits: limits,
      createdAt: expect.any(String),
      updatedAt: body.data.createdAt,
    },
    meta: {},
  });
  expect(Math.abs(Date.now() - Date.parse(body.data.createdAt))).toBeLessThan(3_600_000);
  expect(await auditOf(organization)).toEqual([]);
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
