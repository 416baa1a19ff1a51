import { eq, isNull } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { createClient, deleteClient, updateClient } from '../../src/clients/queries.ts';
import { connections } from '../../src/connections/table.ts';
import { insightSummaries } from '../../src/insights/table.ts';
import { updateOrganization } from '../../src/organization/queries.ts';
import { updateUser } from '../../src/users/queries.ts';
import { rotateSecret } from '../../src/webhooks/operations.ts';
import { getEndpoint, listDeliveries, resendDelivery, turnEndpoint } from '../../src/webhooks/queries.ts';
import { webhookMessages } from '../../src/webhooks/schemas.ts';
import { summarizeWebhooks } from '../../src/webhooks/summary.ts';
import {
  type WebhookEvent,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from '../../src/webhooks/table.ts';
import { startApi, type TestOrganization } from '../support/api.ts';
import { newConnection } from '../support/connections.ts';
import { startDelivering, startReceiver } from '../support/receiver.ts';
import { generous } from '../support/rules.ts';
import { eventTimeoutMs } from '../support/timeouts.ts';

const api = await startApi(generous);
startDelivering(api);

const deliveriesOf = (organization: TestOrganization, endpointId: string) =>
  listDeliveries(organization.db, endpointId, 100);

/** All that the outbox holds of an organization, including events that were not distributed yet. */
const outboxOf = ({ db }: TestOrganization) => db.select({ id: webhookDeliveries.id }, webhookDeliveries);

const ended = (organization: TestOrganization, endpointId: string) =>
  vi.waitUntil(
    async () => (await deliveriesOf(organization, endpointId)).every(({ state }) => state !== 'pending'),
    { timeout: eventTimeoutMs },
  );

const past = new Date(0).toISOString();
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

/** Ends the pauses after failures. */
async function tryNow({ db }: TestOrganization): Promise<void> {
  await db.update(webhookDeliveries, { nextTryAt: past });
  await db.update(webhookEndpoints, { nextTryAt: past });
}

test('every change of an organization is sent as a message of its event, with the resource of /v1', async () => {
  const organization = await api.organization();
  const { db, token } = organization;
  const receiver = await startReceiver(organization, [...webhookEvents]);
  const { id: clientId } = await organization.client({ name: 'Globex', domain: 'globex.example' });
  await updateClient(db, clientId, { name: 'Initech' }, null);
  await organization.activities('globex.example', [{}, {}, {}]);
  const figures = { verdict: 'Healthy', wins: 1, frictions: 0 } as const;
  const summary = { clientId, computedAt: new Date().toISOString(), threads: [] };
  await db.insert(insightSummaries, [{ ...figures, ...summary }]);
  await db.update(insightSummaries, { verdict: 'At risk', frictions: 2 });
  await updateOrganization(db, { name: 'Acme' });
  const user = await organization.user();
  await updateUser(db, user.id, { firstName: 'Gerald' }, null);
  const connection = await newConnection(db, { settings: {} });
  await db.update(connections, { state: 'failing', failure: 'no route' }, eq(connections.id, connection.id));
  await receiver.gets(8);
  expect(
    receiver
      .messages()
      .map(({ type }) => type)
      .sort(),
  ).toEqual([...webhookEvents, 'dashboard.ready'].sort());
  for (const message of receiver.messages())
    expect(webhookMessages[message.type as WebhookEvent].safeParse(message).error).toBeUndefined();
  const dataOf = (type: WebhookEvent) =>
    receiver.messages().flatMap((message) => (message.type === type ? [message.data] : []));
  const shown = (await api.get(`/v1/clients/${clientId}`, { token })).body.data;
  expect(dataOf('client.updated')).toEqual([shown]);
  expect(dataOf('activity.recorded')).toEqual([{ clientId, count: 3 }]);
  expect(dataOf('dashboard.ready').map(({ before }) => before)).toEqual([null, figures]);
  expect(dataOf('organization.updated')).toEqual([(await api.get('/v1/organization', { token })).body.data]);
  expect(dataOf('user.updated')).toMatchObject([{ id: user.id, firstName: 'Gerald' }]);
  expect(dataOf('connection.failing')).toMatchObject([{ id: connection.id, failure: 'no route' }]);
});

test('an endpoint gets only the events that it wants, of its organization, and none of before', async () => {
  const [organization, other] = [await api.organization(), await api.organization()];
  await organization.client();
  const receiver = await startReceiver(organization, ['client.created']);
  const { id } = await organization.client({ name: 'wanted' });
  await other.client();
  await updateClient(organization.db, id, { name: 'changed' }, null);
  const { id: last } = await organization.client({ name: 'last' });
  await receiver.gets(2);
  await ended(organization, receiver.id);
  expect(new Set(receiver.messages().map(({ data }) => data.id))).toEqual(new Set([id, last]));
});

test('a write that changes nothing has no event', async () => {
  const organization = await api.organization();
  const { db } = organization;
  const { id } = await organization.client({ name: 'Globex' });
  const user = await organization.user();
  await startReceiver(organization, ['client.updated', 'organization.updated', 'user.updated']);
  await updateClient(db, id, { name: 'Globex' }, null);
  await updateOrganization(db, { name: 'Test' });
  await updateUser(db, user.id, { firstName: 'Ann' }, null);
  expect(await outboxOf(organization)).toEqual([]);
});

test('a message that cannot be made fails by itself', async () => {
  const organization = await api.organization();
  const receiver = await startReceiver(organization, ['activity.recorded', 'client.created']);
  await organization.client({ domain: 'globex.example' });
  await receiver.gets(1);
  const [delivery] = await deliveriesOf(organization, receiver.id);
  const broken = { id: crypto.randomUUID(), endpointId: receiver.id, clientId: delivery?.clientId ?? null };
  await organization.db.insert(webhookDeliveries, [{ ...broken, event: 'activity.recorded', detail: {} }]);
  await organization.client({ name: 'other' });
  await receiver.gets(2);
  const failure = async () =>
    (await deliveriesOf(organization, receiver.id)).find(({ id }) => id === broken.id)?.failure;
  await vi.waitUntil(async () => (await failure()) !== null, { timeout: eventTimeoutMs });
  expect(await failure()).toBe('the message could not be made');
});

test('a change that is rolled back has no event', async () => {
  const organization = await api.organization();
  await startReceiver(organization, ['client.created']);
  const change = organization.db.transaction(async (transaction) => {
    await createClient(transaction, { name: 'Globex', domain: null });
    throw new Error('stop');
  });
  await expect(change).rejects.toThrow('stop');
  expect(await outboxOf(organization)).toEqual([]);
});

test('after a failure the later events of the client wait, and those of others do not', async () => {
  const organization = await api.organization();
  let refused = '';
  const receiver = await startReceiver(
    organization,
    ['client.created', 'client.updated'],
    ({ body }, response) => response.writeHead(body.includes(refused) ? 500 : 204).end(),
  );
  const [first, second] = [await organization.client(), await organization.client()];
  await receiver.gets(2);
  refused = first.id;
  await updateClient(organization.db, first.id, { name: 'one' }, null);
  await receiver.gets(3);
  await updateClient(organization.db, first.id, { name: 'two' }, null);
  await updateClient(organization.db, second.id, { name: 'other' }, null);
  await receiver.gets(4);
  refused = 'nothing';
  const isDone = async () => {
    await tryNow(organization);
    return (await deliveriesOf(organization, receiver.id)).every(({ state }) => state === 'delivered');
  };
  await vi.waitUntil(isDone, { timeout: eventTimeoutMs });
  const ofFirst = receiver.ids().filter((_id, at) => receiver.messages()[at]?.data.id === first.id);
  const inOrder = (await deliveriesOf(organization, receiver.id))
    .filter(({ clientId }) => clientId === first.id)
    .map(({ id }) => id)
    .reverse();
  expect([...new Set(ofFirst)]).toEqual(inOrder);
  expect((await getEndpoint(organization.db, receiver.id))?.failure).toBeNull();
});

test('a turn in which several messages fail counts as one failure, so that the pause after it is short', async () => {
  const organization = await api.organization();
  const receiver = await startReceiver(organization, ['client.created'], (_request, response) =>
    response.writeHead(500).end(),
  );
  await organization.db.update(webhookEndpoints, { nextTryAt: tomorrow() });
  await Promise.all(Array.from({ length: 12 }, () => organization.client()));
  const areDistributed = async () => (await deliveriesOf(organization, receiver.id)).length === 12;
  await vi.waitUntil(areDistributed, { timeout: eventTimeoutMs });
  await tryNow(organization);
  const { failures, lease } = webhookEndpoints;
  const failed = async () =>
    (await organization.db.select({ failures }, webhookEndpoints, isNull(lease)))[0]?.failures || false;
  const turns = await vi.waitUntil(failed, { timeout: eventTimeoutMs });
  expect(receiver.ids().length).toBeGreaterThanOrEqual(4 * turns);
});

test('messages that are never accepted do not hold up those of other clients', async () => {
  const organization = await api.organization();
  const receiver = await startReceiver(organization, ['client.created'], ({ body }, response) =>
    response.writeHead(body.includes('refused') ? 500 : 204).end(),
  );
  await Promise.all(Array.from({ length: 12 }, () => organization.client({ name: 'refused' })));
  await receiver.gets(7);
  const { id } = await organization.client({ name: 'accepted' });
  const isDelivered = async () => {
    await tryNow(organization);
    const deliveries = await deliveriesOf(organization, receiver.id);
    return deliveries.some(({ clientId, state }) => clientId === id && state === 'delivered');
  };
  await vi.waitUntil(isDelivered, { timeout: eventTimeoutMs, interval: 300 });
});

test('a paused endpoint stays so, whatever ends the attempts that were under way', async () => {
  const organization = await api.organization();
  const slow = new Set<() => void>();
  const receiver = await startReceiver(organization, ['client.created'], ({ body }, response) => {
    if (body.includes('gone')) response.writeHead(410).end();
    else slow.add(() => response.writeHead(500).end());
  });
  await organization.db.update(webhookEndpoints, { nextTryAt: new Date(Date.now() + 60_000).toISOString() });
  for (const name of ['slow', 'gone']) await organization.client({ name });
  const isDistributed = async () => (await deliveriesOf(organization, receiver.id)).length === 2;
  await vi.waitUntil(isDistributed, { timeout: eventTimeoutMs });
  await tryNow(organization);
  await receiver.gets(2);
  const endpoint = () => getEndpoint(organization.db, receiver.id);
  await vi.waitUntil(async () => (await endpoint())?.state === 'paused', { timeout: eventTimeoutMs });
  for (const answer of slow) answer();
  const [row] = await organization.db.select({ lease: webhookEndpoints.lease }, webhookEndpoints);
  expect(row?.lease).not.toBeNull();
  const isReleased = async () =>
    (await organization.db.select({ lease: webhookEndpoints.lease }, webhookEndpoints))[0]?.lease === null;
  await vi.waitUntil(isReleased, { timeout: eventTimeoutMs });
  expect(await endpoint()).toMatchObject({ state: 'paused', failure: expect.stringContaining('410') });
});

test('a message that waits for an earlier one of its client does not count as due', async () => {
  const organization = await api.organization();
  const { id: endpointId } = await startReceiver(organization, ['client.created']);
  await organization.db.update(webhookEndpoints, { lease: crypto.randomUUID(), leasedUntil: tomorrow() });
  const waiting = { endpointId, clientId: crypto.randomUUID(), event: 'client.updated' as const };
  await organization.db.insert(webhookDeliveries, [
    { ...waiting, id: crypto.randomUUID(), attempts: 1, nextTryAt: tomorrow() },
    { ...waiting, id: crypto.randomUUID(), nextTryAt: past },
  ]);
  expect((await summarizeWebhooks(api.database.db)).longestDueSeconds).toBeLessThan(86_400);
});

test('410 pauses an endpoint, and a resumed one goes on', async () => {
  const organization = await api.organization();
  let status = 410;
  const receiver = await startReceiver(organization, ['client.created'], (_request, response) =>
    response.writeHead(status).end(),
  );
  await organization.client();
  const stateOf = async () => (await getEndpoint(organization.db, receiver.id))?.state;
  await vi.waitUntil(async () => (await stateOf()) === 'paused', { timeout: eventTimeoutMs });
  await organization.client({ name: 'not recorded' });
  status = 204;
  await turnEndpoint(organization.db, receiver.id, 'active');
  await ended(organization, receiver.id);
  expect((await deliveriesOf(organization, receiver.id)).map(({ state, status }) => [state, status])).toEqual(
    [['delivered', 204]],
  );
});

test('a resumed endpoint gets at once what waits for a retry', async () => {
  const organization = await api.organization();
  let status = 500;
  const receiver = await startReceiver(organization, ['client.created'], (_request, response) =>
    response.writeHead(status).end(),
  );
  await organization.client();
  await receiver.gets(1);
  const waits = async () => ((await deliveriesOf(organization, receiver.id))[0]?.attempts ?? 0) > 0;
  await vi.waitUntil(waits, { timeout: eventTimeoutMs });
  status = 204;
  await organization.db.update(webhookDeliveries, { nextTryAt: tomorrow() });
  await turnEndpoint(organization.db, receiver.id, 'active');
  await ended(organization, receiver.id);
  expect(await deliveriesOf(organization, receiver.id)).toMatchObject([{ state: 'delivered' }]);
});

test.each<[string, Parameters<typeof startReceiver>[2], string]>([
  [
    'redirects',
    (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'answered 302; make an endpoint for the URL that it redirects to',
  ],
  [
    'sends without end',
    (_request, response) => {
      const more = (): void => void (response.destroyed || response.write('x'.repeat(65_536), () => more()));
      more();
    },
    'sends more than',
  ],
  ['cuts the connection', (_request, response) => response.destroy(), '127.0.0.1'],
])('a receiver that %s fails with the reason, and delays no other', async (_what, answer, reason) => {
  const organization = await api.organization();
  const hostile = await startReceiver(organization, ['client.created'], answer);
  const good = await startReceiver(organization, ['client.created']);
  await organization.client();
  await good.gets(1);
  const failureOf = async () => (await getEndpoint(organization.db, hostile.id))?.failure ?? '';
  await vi.waitUntil(async () => (await failureOf()) !== '', { timeout: eventTimeoutMs });
  expect(await failureOf()).toContain(reason);
});

test('a receiver that never answers delays no other', async () => {
  const organization = await api.organization();
  const silent = await startReceiver(organization, ['client.created'], () => {});
  const good = await startReceiver(await api.organization(), ['client.created']);
  await organization.client();
  await silent.gets(1);
  await createClient(good.context.writer, { name: 'Globex', domain: null });
  await good.gets(1);
});

test('an address in a private network is not called unless that is allowed', async () => {
  const organization = await api.organization();
  const receiver = await startReceiver(organization, ['client.created']);
  await organization.db.update(webhookEndpoints, { allowPrivate: false });
  await organization.client();
  const failureOf = async () => (await getEndpoint(organization.db, receiver.id))?.failure ?? '';
  await vi.waitUntil(async () => (await failureOf()) !== '', { timeout: eventTimeoutMs });
  expect([await failureOf(), receiver.server.requests]).toEqual([expect.stringContaining('private'), []]);
});

test('what was deleted since is dropped, and a delivery that has ended can be sent again', async () => {
  const organization = await api.organization();
  const receiver = await startReceiver(organization, ['client.created', 'client.updated']);
  const { id } = await organization.client();
  await receiver.gets(1);
  await ended(organization, receiver.id);
  const [delivery] = await deliveriesOf(organization, receiver.id);
  await resendDelivery(organization.db, receiver.id, delivery?.id ?? '');
  await receiver.gets(2);
  expect(new Set(receiver.ids()).size).toBe(1);
  await ended(organization, receiver.id);
  const summary = { verdict: 'Healthy' as const, wins: 0, frictions: 0, computedAt: past };
  await organization.db.insert(insightSummaries, [{ clientId: id, ...summary }]);
  await deleteClient(organization.db, id);
  const ready = { id: crypto.randomUUID(), endpointId: receiver.id, clientId: id, detail: { before: null } };
  await organization.db.insert(webhookDeliveries, [{ ...ready, event: 'dashboard.ready' }]);
  await resendDelivery(organization.db, receiver.id, delivery?.id ?? '');
  await ended(organization, receiver.id);
  const states = (await deliveriesOf(organization, receiver.id)).map(({ state }) => state);
  expect(states).toEqual(['dropped', 'dropped']);
});

test('for a day after a rotation the old secret signs too', async () => {
  const organization = await api.organization();
  const receiver = await startReceiver(organization, ['client.created']);
  await rotateSecret(receiver.context, receiver.id);
  await organization.client();
  // Checks the signature with the secret of before.
  await receiver.gets(1);
  expect(String(receiver.server.requests[0]?.headers['webhook-signature']).split(' ')).toHaveLength(2);
});

test('attempts go on for a day, and an endpoint that fails for five days is paused', async () => {
  const organization = await api.organization();
  const receiver = await startReceiver(organization, ['client.created'], (_request, response) =>
    response.writeHead(500).end(),
  );
  await organization.client();
  await receiver.gets(1);
  const failed = async () => (await deliveriesOf(organization, receiver.id))[0];
  await vi.waitUntil(async () => (await failed())?.attempts === 1, { timeout: eventTimeoutMs });
  await organization.db.update(webhookDeliveries, { expiresAt: past });
  await organization.db.update(webhookEndpoints, { failingSince: past });
  await tryNow(organization);
  await vi.waitUntil(async () => (await failed())?.state === 'failed', { timeout: eventTimeoutMs });
  expect((await getEndpoint(organization.db, receiver.id))?.state).toBe('paused');
});
