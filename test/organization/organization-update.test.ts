import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import {
  auditOf,
  backdate,
  expectAudited,
  expectPermission,
  expectRefused,
  generous,
  longAgo,
} from '../support/rules.ts';
import { badNames, goodNames, noText } from '../support/values.ts';

const api = await startApi(generous);

const shared = await api.organization();
const put = (body: unknown, token = shared.token) => api.put('/v1/organization', { token, body });

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

test.each(
  ['plan', 'slug'].flatMap((field) => [null, 'free', '', 0, false, [], {}].map((value) => [field, value])),
)('%s is refused with the value %j', async (field, value) => {
  const answer = await put({ name: 'Renamed', [String(field)]: value });
  expectRefused(answer, String(field));
  expect((await api.get('/v1/organization', { token: shared.token })).body.data.name).not.toBe('Renamed');
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

test.each(goodNames)('a name %s is accepted', async (_what, name, stored) => {
  const { status, body } = await put({ name });
  expect(status).toBe(200);
  expect(body.data.name).toBe(stored);
  expect((await api.get('/v1/organization', { token: shared.token })).body.data.name).toBe(stored);
});

test.each(badNames)('a name that is or has %s is refused', async (_what, name) => {
  expectRefused(await put({ name }), 'name');
});

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  [' America/Argentina/Buenos_Aires\n', 'America/Argentina/Buenos_Aires'],
  ['UTC', 'UTC'],
  ['Etc/GMT+1', 'Etc/GMT+1'],
  ['EST5EDT', 'EST5EDT'],
  ['EST', 'EST'],
  ['GB-Eire', 'GB-Eire'],
  // Both names of one zone are IANA's, and each stays as it was sent.
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Asia/Calcutta', 'Asia/Calcutta'],
])('the time zone %j is accepted', async (defaultTimezone, stored) => {
  const { status, body } = await put({ defaultTimezone });
  expect(status).toBe(200);
  expect(body.data.defaultTimezone).toBe(stored);
});

test.each([
  null,
  ...noText.map(([, value]) => value),
  'Mars/Olympus',
  'Europe',
  'Europe/Berlin/',
  'Europe/Berlin\0',
  'Europe/Ber\ud800lin',
  'Berlin',
  '+01:00',
  '-0500',
  'UTC+1',
  'GMT+1',
  '__proto__',
  // Names of ICU's own, which IANA does not have.
  'IST',
  'PST',
  'CST',
  'SystemV/PST8',
])('the time zone %j is refused', async (defaultTimezone) => {
  expectRefused(await put({ defaultTimezone }), 'defaultTimezone');
});

test.each([
  ['EUR', 'EUR'],
  [' JPY ', 'JPY'],
  // Codes of ISO 4217 that one or another version of ICU leaves out.
  ...['VED', 'CHE', 'CLF', 'XAU', 'XXX', 'XCG', 'ZWG', 'SLE'].map((code) => [code, code]),
])('the currency %j is accepted', async (defaultCurrency, stored) => {
  const { status, body } = await put({ defaultCurrency });
  expect(status).toBe(200);
  expect(body.data.defaultCurrency).toBe(stored);
});

test.each([
  null,
  ...noText.map(([, value]) => value),
  'eur',
  'Eur',
  'EU',
  'EURO',
  '978',
  '€',
  'ABC',
  'ZZZ',
  'E\0R',
  'EUR\ud800',
])('the currency %j is refused', async (defaultCurrency) => {
  expectRefused(await put({ defaultCurrency }), 'defaultCurrency');
});

test.each([
  [undefined],
  [''],
  ['{'],
  ['null'],
  ['[]'],
  ['"x"'],
  ['7'],
  ['{"name":"a\0b"}'],
  [`{"name":'x'}`],
])('the body %j is refused, since it is no JSON object', async (body) => {
  expectRefused(await put(body), 'body');
});

test('no other organization changes', async () => {
  const [first, second] = [await api.organization(), await api.organization()];
  const before = await api.get('/v1/organization', { token: second.token });
  await put({ name: 'Changed', id: second.id, organizationId: second.id }, first.token);
  expect((await api.get('/v1/organization', { token: second.token })).text).toBe(before.text);
});

test('a user key needs organization:write and nothing else', async () => {
  const organization = await api.organization();
  await expectPermission(organization, 'organization:write', (token) => put({ name: 'By a user' }, token));
  expect(await auditOf(organization)).toHaveLength(1);
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
