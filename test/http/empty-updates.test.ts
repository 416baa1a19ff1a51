import { expect, test } from 'vitest';
import type { Permission } from '../../src/core/permissions.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { auditOf, generous } from '../support/rules.ts';

const api = await startApi(generous);

const resources: Record<string, { permission: Permission; urlIn(of: TestOrganization): Promise<string> }> = {
  organization: { permission: 'organization:write', urlIn: async () => '/v1/organization' },
  client: { permission: 'clients:write', urlIn: async (of) => `/v1/clients/${(await of.client()).id}` },
  user: { permission: 'users:write', urlIn: async (of) => `/v1/users/${(await of.user()).id}` },
};

test.each(Object.entries(resources))(
  'an empty update of the %s returns it to a key that may only write, and records no audit entry',
  async (_kind, { permission, urlIn }) => {
    const organization = await api.organization();
    const url = await urlIn(organization);
    const whole = await api.get(url, { token: organization.token });
    const token = await organization.userKey([permission]);
    expect((await api.get(url, { token })).status).toBe(403);
    for (const body of [{}, { unknown: 1 }]) {
      const { status, text } = await api.put(url, { token, body });
      expect([status, text]).toEqual([200, whole.text]);
    }
    const etag = `${whole.headers.etag}`;
    const matching = await api.put(url, { token, body: {}, headers: { 'if-match': etag } });
    expect([matching.status, matching.text, matching.headers.etag]).toEqual([200, whole.text, etag]);
    const stale = await api.put(url, { token, body: {}, headers: { 'if-match': '"0"' } });
    expect([stale.status, stale.text.includes(organization.id)]).toEqual([412, false]);
    expect(await auditOf(organization)).toEqual([]);
    const nobody = await organization.userKey([]);
    expect((await api.put(url, { token: nobody, body: {} })).status).toBe(403);
  },
);
