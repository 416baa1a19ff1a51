import { expect, test } from 'vitest';
import { openSigningSecrets } from '../../src/webhooks/operations.ts';
import { getEndpoint } from '../../src/webhooks/queries.ts';
import { webhookEndpoints } from '../../src/webhooks/table.ts';
import { startApi } from '../support/api.ts';
import { secrets } from '../support/connections.ts';
import { callerOf, errorOf, resultOf } from '../support/trpc.ts';

const api = await startApi();
const url = 'https://hooks.example.com/clientele';

test('a key makes endpoints only for events that it may read', async () => {
  const organization = await api.organization();
  const events = ['client.created', 'user.updated'];
  const create = async (token: string) => callerOf(api, token).mutate('webhooks.create', { url, events });
  const refused = errorOf(await create(await organization.userKey(['webhooks:write', 'clients:read'])));
  expect([refused.code, refused.details]).toEqual(['forbidden', { requiredPermission: 'users:read' }]);
  const key = await organization.userKey(['webhooks:write', 'clients:read', 'users:read']);
  expect(resultOf(await create(key)).data).toMatchObject({ url, events, state: 'active' });
});

test('the secret is shown when it is made, and nowhere else', async () => {
  const { token } = await api.organization();
  const { query, mutate } = callerOf(api, token);
  const created = resultOf(await mutate('webhooks.create', { url, events: ['client.created'] })).data;
  const input = { webhookId: created.id };
  const shown = [
    await query('webhooks.list'),
    await mutate('webhooks.pause', input),
    await query('audit.list'),
  ];
  expect(created.secret).toMatch(/^whsec_/);
  expect(JSON.stringify(shown)).not.toContain(created.secret);
});

test.each([
  ['https://10.1.2.3/hook', 'private network'],
  ['http://hooks.example.com', 'must use https://'],
  ['ftp://hooks.example.com', 'Send an https URL'],
  ['https://ann:secret@hooks.example.com', 'Send an https URL'],
  [`https://${'a.'.repeat(130)}example`, 'Send an https URL'],
])('%s is refused', async (refused, reason) => {
  const { token } = await api.organization();
  const { mutate } = callerOf(api, token);
  const answer = await mutate('webhooks.create', { url: refused, events: ['client.created'] });
  const details = { url: expect.stringContaining(reason) };
  expect(errorOf(answer)).toMatchObject({ code: 'invalid_argument', details });
});

test('the secret of an endpoint that gets an id after a later one is its own', async () => {
  const { token, db } = await api.organization();
  await db.insert(webhookEndpoints, [{ id: 'f0000000-0000-7000-8000-000000000000', url, events: [] }]);
  const created = await callerOf(api, token).mutate('webhooks.create', { url, events: ['client.created'] });
  const { id, secret } = resultOf(created).data;
  const stored = await getEndpoint(db, id);
  expect(id > 'f').toBe(true);
  expect(openSigningSecrets({ db, secrets }, id, stored?.secret ?? null)).toEqual({ current: secret });
});
