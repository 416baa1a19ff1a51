import { describe, expect, test } from 'vitest';
import { startApi, type TestOrganization } from './support/api.ts';
import { auditOf, backdate, expectRefused, generous, longAgo } from './support/rules.ts';

const api = await startApi(generous);

interface Resource {
  make(organization: TestOrganization): Promise<{ id: string }>;
  path(id: string): string;
  patches: Record<string, unknown>[];
  /** A full update as it is sent, and as it is stored. */
  forms: [sent: object, stored: object];
  ignored: object;
  /** None of these fields can be stored. */
  bad: Record<string, unknown>;
}

const resources: { [table in Parameters<typeof backdate>[1]]: Resource } = {
  organizations: {
    make: async ({ id }) => ({ id }),
    path: () => '/v1/organization',
    patches: [{ name: 'Initech', defaultCurrency: 'EUR' }, { defaultTimezone: 'Europe/Berlin' }],
    forms: [
      { name: ' Initech ', defaultTimezone: ' Europe/Berlin ', defaultCurrency: ' EUR ' },
      { name: 'Initech', defaultTimezone: 'Europe/Berlin', defaultCurrency: 'EUR' },
    ],
    ignored: { description: 'x', rateLimits: { organizationPerMinute: 1 }, usesLanguageModel: true },
    bad: { name: '', defaultTimezone: 'Mars', defaultCurrency: 'eur', plan: 'pro', slug: null },
  },
  clients: {
    make: ({ client }) => client({ name: 'Globex', domain: 'globex.example' }),
    path: (id) => `/v1/clients/${id}`,
    patches: [
      { name: 'Initech' },
      { domain: 'initech.example' },
      { name: 'Initech', domain: 'initech.example' },
      { domain: null },
    ],
    forms: [
      { name: ' Initech ', domain: 'BÜCHER.example' },
      { name: 'Initech', domain: 'xn--bcher-kva.example' },
    ],
    ignored: { email: 'x', notes: 'a\0\ud800' },
    bad: { name: null, domain: '', organizationId: null },
  },
  users: {
    make: ({ user }) => user({ imageUrl: 'https://img.example/ann.png' }),
    path: (id) => `/v1/users/${id}`,
    patches: [
      { firstName: 'Zoë' },
      { lastName: 'Zimmer' },
      { imageUrl: 'https://img.example/zoe.png' },
      { firstName: 'Zoë', lastName: 'Zimmer', imageUrl: 'http://img.example/zoe.png' },
      { imageUrl: null },
    ],
    forms: [
      { firstName: ' Zoë ', lastName: ' Zimmer ', imageUrl: ' https://img.example/Zoë.png' },
      { firstName: 'Zoë', lastName: 'Zimmer', imageUrl: 'https://img.example/Zo%C3%AB.png' },
    ],
    ignored: { email: 'other@test.example', idpUserID: 'idp|9', idpUserId: 'idp|9', phone: null },
    bad: { firstName: '', lastName: null, imageUrl: 'x' },
  },
};

const everywhereIgnored = { createdAt: null, updatedAt: longAgo, deletedAt: 'now', 'a\0\ud800': 'b\0' };

describe.each(Object.entries(resources))('%s', (table, { make, path, forms, bad, ...resource }) => {
  const [patch = {}] = resource.patches;
  const ignored = { ...resource.ignored, ...everywhereIgnored };

  /** A record that was last changed long ago. */
  async function old() {
    const organization = await api.organization();
    const { token } = organization;
    const { id } = await make(organization);
    await backdate(api, table as keyof typeof resources, id);
    const read = async () => (await api.get(path(id), { token })).body.data;
    const put = (body: unknown, of = id, as = token) => api.put(path(of), { token: as, body });
    return { organization, id, read, put, before: await read() };
  }

  test.each(resource.patches)('a body %j updates only that and updatedAt', async (fields) => {
    const { put, read, before } = await old();
    const { status, body } = await put(fields);
    expect(status).toBe(200);
    expect(body).toEqual({ data: { ...before, ...fields, updatedAt: expect.any(String) }, meta: {} });
    expect(Math.abs(Date.now() - Date.parse(body.data.updatedAt))).toBeLessThan(3_600_000);
    expect(await read()).toEqual(body.data);
  });

  test.each([
    ['{}', {}],
    ['only unknown fields', ignored],
  ])('a body of %s changes nothing, updatedAt included', async (_what, body) => {
    const { organization, put, read, before } = await old();
    expect(await put(body)).toMatchObject({ status: 200, body: { data: before, meta: {} } });
    expect(await read()).toEqual(before);
    expect(before.updatedAt).toBe(longAgo);
    expect(await auditOf(organization)).toEqual([]);
  });

  test('unknown fields are ignored, ids included: only the token and the path select the record', async () => {
    const { organization, put, before } = await old();
    const foreign = await api.organization();
    const all = [organization, foreign].map(async (of) => ({ token: of.token, id: (await make(of)).id }));
    const others = (await Promise.all(all)).filter(({ id }) => id !== before.id);
    const readOthers = () =>
      Promise.all(others.map(async ({ token, id }) => (await api.get(path(id), { token })).body));
    const untouched = await readOthers();
    for (const { id } of others) {
      const { status, body } = await put({ ...patch, ...ignored, id, userId: id, clientId: id });
      expect(status).toBe(200);
      expect(body.data).toEqual({ ...before, ...patch, updatedAt: expect.any(String) });
      expect(body.data.updatedAt > longAgo).toBe(true);
    }
    expect(await readOthers()).toEqual(untouched);
  });

  test('all invalid fields are reported at once, and nothing is written or recorded', async () => {
    const { organization, put, read, before } = await old();
    expectRefused(await put(bad), ...Object.keys(bad));
    const [field = '', ...others] = Object.keys(bad);
    expectRefused(await put({ ...bad, [field]: 'Fine' }), ...others);
    expect(await read()).toEqual(before);
    expect(await auditOf(organization)).toEqual([]);
  });

  test('values are stored in their normal form, and count as a change when they are written again', async () => {
    const [sent, stored] = forms;
    const { organization, id, put, read } = await old();
    expect((await put(sent)).body.data).toMatchObject(stored);
    expect(await read()).toMatchObject(stored);
    await backdate(api, table as keyof typeof resources, id);
    const again = await put(sent);
    expect(again.body.data).toMatchObject(stored);
    expect(again.body.data.updatedAt > longAgo).toBe(true);
    expect(await auditOf(organization)).toHaveLength(2);
  });
});
