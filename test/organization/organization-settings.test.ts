import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { auditOf, generous } from '../support/rules.ts';
import { callerOf, resultOf } from '../support/trpc.ts';

const api = await startApi(generous);

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
